/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Retained;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a window keeps, and how often bytes are copied to it. */
class LineWindowTest {
  private static final int LONG = 100_000;

  /** A stage may be forgotten while it is being drained, but not what it has borrowed. */
  @Test
  void whatIsBorrowedHoldsNoInput() throws IllegalAccessException {
    byte[] input = new byte[100 * LONG];
    LineWindow window = LineWindow.borrow(input.length);
    try {
      window.stage(ByteBuffer.wrap(input));
      assertThat(window.chars()).hasSizeLessThan(LONG);
      assertThat(Retained.bytes(window)).isLessThan(2L * LONG);
    } finally {
      window.release();
    }
  }

  /** Else each line of a buffer without an accessible array would cost a whole window. */
  @ParameterizedTest
  @MethodSource
  void bytesAreStagedAgainOnlyWhereTheyEndWithinALine(
      String line, String delimiter, List<String> delimiters, int maxChars) {
    byte[] lines = (line + delimiter).repeat(5000).getBytes(UTF_8);
    ByteBuffer input = ByteBuffer.allocateDirect(lines.length).put(lines).flip();
    LineSplitter<String> splitter = splitter(delimiters, maxChars);
    Set<Integer> stagedAt = new HashSet<>();
    while (splitter.read(input, false) != null && input.hasRemaining()) {
      stagedAt.add(input.position() - splitter.window(input).stagedIndex(input));
    }
    assertThat(input.hasRemaining()).isFalse();
    assertThat(stagedAt).hasSizeBetween(2, lines.length / 8000 + 1);
  }

  static Stream<Arguments> bytesAreStagedAgainOnlyWhereTheyEndWithinALine() {
    return Stream.of(
        Arguments.of("\u20AC \u2013 \u00A7", "\n", List.of("\n", "\u0085", "\u2028"), 99),
        Arguments.of("a:b", "::", List.of("::"), 99),
        Arguments.of("\u00E9:b", "::", List.of("::"), 99),
        Arguments.of("a\rb", "\n", List.of("\r\n", "\n"), 99),
        Arguments.of("a line that is cut", "\n", List.of("\n"), 9));
  }

  private static LineSplitter<String> splitter(List<String> delimiters, int maxChars) {
    LineRule truncating =
        new LineRule() {
          @Override
          public Delimiters delimiters() {
            return new Delimiters(delimiters, List.of());
          }

          @Override
          public int maxChars() {
            return maxChars;
          }

          @Override
          public boolean keepTerminator() {
            return false;
          }

          @Override
          public boolean promptCarriageReturn() {
            return false;
          }

          @Override
          public boolean keepsBeginning(long charOffset, long byteOffset) {
            return true;
          }

          @Override
          public RuntimeException refused(long charOffset, long byteOffset, String found) {
            throw new AssertionError(found);
          }
        };
    return new LineSplitter<>(DecoderSpec.of(TextEncoding.UTF_8), truncating, LineMaker.TEXT);
  }
}
