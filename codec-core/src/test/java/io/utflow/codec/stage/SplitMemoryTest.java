/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.Retained;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Law L4: what a sender can make a stage keep, or make it allocate. */
@Tag("whole")
class SplitMemoryTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final int PIECE = 64 * 1024;
  private static final int PIECES = 16 * 1024;
  private static final int BOUND = 1000;

  /** Below the size of any window. The delimiters and kernels that stages share count here too. */
  private static final long MOST_AT_REST = 4000;

  /** Twice the bound in chars of two bytes, as a builder grows. */
  private static final long MOST_OPEN = MOST_AT_REST + 4 * BOUND;

  static List<TextEncoding> encodings() {
    return Encodings.SCHEMES;
  }

  @ParameterizedTest
  @EnumSource(names = {"TRUNCATE", "DISCARD"})
  void aGigabyteWithoutATerminatorIsReadInConstantMemory(TooLongPolicy answer)
      throws IllegalAccessException {
    ByteBuffer piece = ByteBuffer.wrap("x".repeat(PIECE).getBytes(StandardCharsets.US_ASCII));
    LineSpec spec = LineSpec.of(LineBreaks.ANY).maxChars(BOUND).onTooLong(answer);
    List<TooLongLine> told = new ArrayList<>();
    Stage<ByteBuffer, String> stage = Stages.lines(UTF_8, spec.observer(told::add));
    for (int i = 0; i < Product.sampled(PIECES); i++) {
      stage.offer(piece.duplicate());
      assertThat(stage.poll() == null).isTrue();
    }
    assertThat(Retained.bytes(stage))
        .isLessThan(answer == TooLongPolicy.DISCARD ? MOST_AT_REST : MOST_OPEN);
    assertThat(told).hasSize(1);
  }

  /** A subscriber that stops asking in the middle of a small buffer keeps little besides it. */
  @ParameterizedTest
  @EnumSource
  void inTheMiddleOfASmallInputAStageHoldsLittleMore(BufferKind kind)
      throws IllegalAccessException {
    for (TextEncoding encoding : Encodings.SCHEMES) {
      byte[] bytes = ReferenceEncoder.encode(encoding, "ab\u00E9\n\uD83D\uDE00\r\n".repeat(9));
      Stage<ByteBuffer, String> stage =
          Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.LF_OR_CRLF));
      stage.offer(kind.of(bytes));
      Splitting.drain(stage);
      long before = Retained.bytes(stage);
      stage.offer(kind.of(bytes));
      assertThat(stage.poll()).isEqualTo("ab\u00E9");
      // The input, its bytes on the heap at eight bytes each as they are counted here, and as
      // many chars.
      assertThat(Retained.bytes(stage) - before).isLessThan(24L * bytes.length + 500);
    }
  }

  /** Else it could give back twice what it has borrowed once. */
  @Test
  void whoIsCalledByAStageMayNotPollIt() {
    List<Stage<ByteBuffer, String>> stages = new ArrayList<>();
    DecoderSpec polling =
        UTF_8.observer(
            sequence ->
                assertThatThrownBy(() -> stages.get(0).poll())
                    .isInstanceOf(IllegalStateException.class));
    stages.add(Stages.lines(polling, LineSpec.of(LineBreaks.LF_OR_CRLF)));
    stages.get(0).offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, '\n', 'b', '\n'}));
    assertThat(stages.get(0).poll()).isEqualTo("a\uFFFD");
    assertThat(stages.get(0).poll()).isEqualTo("b");
    assertThat(stages.get(0).poll()).isNull();
  }

  @Test
  void underFailItIsTheEndOfTheStream() throws IllegalAccessException {
    ByteBuffer piece = ByteBuffer.wrap("x".repeat(PIECE).getBytes(StandardCharsets.US_ASCII));
    LineSpec spec = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(2 * PIECE);
    Stage<ByteBuffer, String> stage = Stages.lines(UTF_8, spec);
    stage.offer(piece.duplicate());
    assertThat(stage.poll()).isNull();
    stage.offer(piece.duplicate());
    assertThat(stage.poll()).isNull();
    stage.offer(piece.duplicate());
    assertThatThrownBy(stage::poll).isInstanceOf(TooLongLineException.class);
    assertThat(Retained.bytes(stage)).isLessThan(MOST_AT_REST);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aStageAtRestHoldsNoWindow(TextEncoding encoding) throws IllegalAccessException {
    byte[] bytes = ReferenceEncoder.encode(encoding, "ab\u00E9\n\uD83D\uDE00\r\n".repeat(9000));
    for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
      Stage<ByteBuffer, String> stage =
          Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.LF_OR_CRLF));
      stage.offer(kind.of(bytes));
      assertThat(Splitting.drain(stage)).hasSize(18_000);
      assertThat(Retained.bytes(stage)).isLessThan(MOST_AT_REST);
    }
  }

  @Test
  void neitherDoesOneThatWasGivenUpInMidInput() throws IllegalAccessException {
    byte[] bytes = "\u00E9b\n".repeat(9000).getBytes(StandardCharsets.UTF_8);
    Stage<ByteBuffer, String> stage = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(BufferKind.DIRECT.of(bytes));
    assertThat(stage.poll()).isEqualTo("\u00E9b");
    stage.close();
    assertThat(Retained.bytes(stage)).isLessThan(MOST_AT_REST);
  }

  /** What begins a delimiter and does not end it included. */
  @Test
  void manyPiecesOfOneByteAreOneLine() {
    for (String text : List.of("x", "x\u00E9", "\r", "\r\n\r\n\r")) {
      String line = text.repeat(30_000);
      Stage<ByteBuffer, String> stage =
          Stages.records(UTF_8, RecordSpec.delimitedBy("\r\n\r\n--").maxChars(Integer.MAX_VALUE));
      ByteBuffer bytes = ByteBuffer.wrap((line + "\r\n\r\n--").getBytes(StandardCharsets.UTF_8));
      while (bytes.remaining() > 1) {
        stage.offer(bytes.slice(bytes.position(), 1));
        assertThat(stage.poll() == null).isTrue();
        bytes.get();
      }
      stage.offer(bytes);
      assertThat(stage.poll()).isEqualTo(line);
    }
  }

  /**
   * Carriage returns are lines; the beginnings of a delimiter are text, once they are known to be.
   */
  @Test
  void floodsOfWhatBeginsATerminator() throws IllegalAccessException {
    Stage<ByteBuffer, String> lines = Stages.lines(UTF_8, LineSpec.of(LineBreaks.ANY));
    byte[] flood = "\r".repeat(PIECE).getBytes(StandardCharsets.US_ASCII);
    lines.offer(ByteBuffer.wrap(flood));
    assertThat(Splitting.drain(lines)).hasSize(PIECE).allMatch(String::isEmpty);
    RecordSpec spec =
        RecordSpec.delimitedBy("\r\r\r\r\n").maxChars(BOUND).onTooLong(TooLongPolicy.DISCARD);
    Stage<ByteBuffer, String> records = Stages.records(UTF_8, spec);
    for (int i = 0; i < 100; i++) {
      records.offer(ByteBuffer.wrap(flood));
      assertThat(records.poll()).isNull();
    }
    assertThat(Retained.bytes(records)).isLessThan(MOST_AT_REST);
  }
}
