/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.tail;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Where the last lines of a file begin, found from its end, and how to read from there.
 *
 * <p>No text before that is decoded: in these encodings no character contains the code units of
 * another, so a code unit that looks like LF is one.
 *
 * @param start the offset of a line with at least as many lines behind it as were asked for, or 0
 * @param decoder how to read from {@code start}
 */
record LastLines(long start, DecoderSpec decoder) {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int LONGEST_MARK = 4;

  /**
   * Looks for the start of the last lines.
   *
   * @param unmarked the encoding of a file without a byte order mark
   */
  static LastLines find(FileChannel file, int lines, TextEncoding unmarked) throws IOException {
    TextEncoding encoding = encoding(file, unmarked);
    LineFeed lineFeed = LineFeed.in(encoding);
    long start = start(file, lines, lineFeed);
    return start == 0
        ? new LastLines(0, DecoderSpec.of(unmarked).bom(BomPolicy.SNIFF))
        : new LastLines(start, DecoderSpec.of(encoding).bom(BomPolicy.KEEP));
  }

  /** What a byte order mark says, or else {@code unmarked} in its default byte order. */
  private static TextEncoding encoding(FileChannel file, TextEncoding unmarked) throws IOException {
    ByteBuffer first = read(file, 0, LONGEST_MARK);
    TextDecoder decoder = DecoderSpec.of(unmarked).bom(BomPolicy.SNIFF).newDecoder();
    decoder.decode(first, true);
    return decoder.resolvedEncoding().orElseThrow();
  }

  private static long start(FileChannel file, int lines, LineFeed lineFeed) throws IOException {
    long end = file.size() - file.size() % lineFeed.width();
    int ends = 0;
    // One line feed more than lines, for there may be no line behind the last one.
    for (long block = end; block > 0; ) {
      long blockEnd = block;
      block = Math.max(0, blockEnd - BLOCK_BYTES);
      byte[] bytes = read(file, block, (int) (blockEnd - block)).array();
      for (int i = bytes.length - lineFeed.width(); i >= 0; i -= lineFeed.width()) {
        if (lineFeed.isAt(bytes, i) && ++ends > lines) {
          return block + i + lineFeed.width();
        }
      }
    }
    return 0;
  }

  private static ByteBuffer read(FileChannel file, long offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    int read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = file.read(buffer, offset + buffer.position());
    }
    return buffer.flip();
  }

  /**
   * How an encoding writes LF.
   *
   * @param width bytes of a code unit
   * @param place of the byte 0A in it; the others are 0
   */
  private record LineFeed(int width, int place) {
    static LineFeed in(TextEncoding encoding) {
      return switch (encoding.name()) {
        case "UTF-8" -> new LineFeed(1, 0);
        case "UTF-16BE" -> new LineFeed(2, 1);
        case "UTF-16LE" -> new LineFeed(2, 0);
        case "UTF-32BE" -> new LineFeed(4, 3);
        case "UTF-32LE" -> new LineFeed(4, 0);
        default -> throw new IllegalArgumentException(encoding + " is not read from its end");
      };
    }

    boolean isAt(byte[] bytes, int index) {
      if (bytes[index + place] != '\n') {
        return false;
      }
      for (int i = 0; i < width; i++) {
        if (i != place && bytes[index + i] != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
