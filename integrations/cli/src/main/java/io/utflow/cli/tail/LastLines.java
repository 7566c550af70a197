/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.cli.source.Found;
import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Where the last lines of a file begin, found from its end, and how to read from there.
 *
 * <p>No text before that is decoded: in these encodings no character contains the code units of
 * another line feed, so a code unit that looks like LF is one.
 *
 * @param start the offset of a line after which there are at least as many lines as requested, or 0
 * @param decoder how to read from {@code start}
 */
record LastLines(long start, DecoderSpec decoder) {
  private static final int BLOCK_BYTES = 1 << 16;

  /** Whether lines are found in the bytes of the encoding without decoding the text before them. */
  static boolean canFind(Found found) {
    DecoderSpec spec = DecoderSpec.of(found.encoding()).bom(BomPolicy.KEEP);
    return Stages.canSplit(spec, LineSpec.of(LineBreaks.LF_ONLY));
  }

  /**
   * Looks for the start of the last lines.
   *
   * @param found how the file is read, by its mark or by its first bytes
   */
  static LastLines find(FileChannel file, int lines, Found found) throws IOException {
    LineFeed lineFeed = LineFeed.in(found.encoding());
    long start = start(file, lines, lineFeed);
    return start == 0
        ? new LastLines(0, found.spec())
        : new LastLines(start, DecoderSpec.of(found.encoding()).bom(BomPolicy.KEEP));
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
   * How an encoding writes LF: in one code unit.
   *
   * @param bytes of that unit
   */
  private record LineFeed(byte[] bytes) {
    static LineFeed in(TextEncoding encoding) {
      return new LineFeed(EncoderSpec.of(encoding).bom(BomOutput.NEVER).encode("\n"));
    }

    int width() {
      return bytes.length;
    }

    boolean isAt(byte[] text, int index) {
      return Arrays.equals(text, index, index + bytes.length, bytes, 0, bytes.length);
    }
  }
}
