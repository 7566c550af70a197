/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.lens.SequenceMap.ListingDecoder;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of a file, read as it is where the file is read from its start: a sequence that crosses
 * the begin or the end of the part belongs to it whole.
 *
 * @param begin the offset of its first byte in the file
 * @param bytes as many as were asked for, and the rest of the sequences at both ends
 * @param map what they are
 */
record FilePart(long begin, byte[] bytes, SequenceMap map) {
  private static final int BLOCK_BYTES = 1 << 16;

  /** The number of bytes after the part within which a sequence that begins in it ends. */
  private static final int BEHIND = 64;

  /**
   * Reads bytes of a file.
   *
   * @param unmarked the encoding of a file without a byte order mark
   * @param from an offset before the end of the file, or 0
   * @param length how many bytes are wanted, at least 1
   */
  static FilePart read(FileChannel file, TextEncoding unmarked, long from, int length)
      throws IOException {
    MarkDecision mark =
        MarkDecision.of(
            bytes(file, 0, TextHead.LENGTH), Settings.of(unmarked).with(BomPolicy.SNIFF));
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(mark.encoding())).bom(BomPolicy.KEEP);
    long entry = entry(file, spec, mark.length(), from);
    ListingDecoder decoder =
        ListingDecoder.of(
            entry == mark.length() ? spec.countingFrom(entry) : spec.startingAt(entry));
    passOver(file, decoder, entry, from);
    long begin = from < mark.length() ? 0 : decoder.decoder().position();
    int wanted = (int) (from - begin) + length;
    byte[] bytes = bytes(file, begin, wanted + BEHIND);
    SequenceMap map = SequenceMap.ofPart(bytes, begin, from, wanted, mark, decoder);
    return new FilePart(begin, Arrays.copyOf(bytes, map.length()), map);
  }

  /**
   * An offset, as near before {@code from} as one is soon found, from which the file is decoded as
   * from its start: that is its start if the encoding has state.
   *
   * @param start the start of the text, after a byte order mark
   */
  private static long entry(FileChannel file, DecoderSpec spec, long start, long from)
      throws IOException {
    if (Stages.canSplit(spec)) {
      for (long before = BEHIND; from - before > start; before <<= 4) {
        long entry = firstEntry(file, spec, from - before, from);
        if (entry <= from) {
          return entry;
        }
      }
    }
    return start;
  }

  /**
   * Where a split begins that is cut at {@code from}: after {@code to} if no sequence begins
   * before.
   */
  private static long firstEntry(FileChannel file, DecoderSpec spec, long from, long to)
      throws IOException {
    // One is made where the text of the split begins.
    List<DecoderSpec> made = new ArrayList<>();
    ByteBuffer buffer = ByteBuffer.allocate(BLOCK_BYTES);
    try (FileSplit<String> split =
        Stages.split(
            spec,
            from,
            to + 1,
            inside -> {
              made.add(inside);
              return Stages.decode(inside);
            })) {
      long at = split.readFrom();
      while (made.isEmpty() && !split.isComplete() && file.read(buffer.clear(), at) > 0) {
        at += buffer.position();
        split.offer(buffer.flip());
        split.poll();
      }
    }
    return made.isEmpty() ? to + 1 : made.get(0).firstByte();
  }

  /** Decodes the bytes before the part, in constant memory, and forgets the text. */
  private static void passOver(FileChannel file, ListingDecoder decoder, long entry, long from)
      throws IOException {
    for (long at = entry; at < from; ) {
      byte[] block = bytes(file, at, (int) Math.min(BLOCK_BYTES, from - at));
      if (block.length == 0) {
        return; // The file has become shorter.
      }
      decoder.decoder().decode(block);
      decoder.illFormed().clear();
      at += block.length;
    }
  }

  private static byte[] bytes(FileChannel file, long from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
      // A file may answer with less than is asked for.
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
