/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole text: however it is cut, and at its bound. */
class WholeTextStageTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String TEXT = "\uFEFFa\u00E9\u20AC\uD83D\uDE00\r\n";

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void oneTextHoweverItIsCut(BufferKind kind) {
    for (List<byte[]> pieces : Cuts.hostile(utf8(TEXT))) {
      ByteStage<String> stage = Stages.wholeText(UTF_8, 7);
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        assertThat(stage.poll()).isNull();
      }
      stage.endOfInput();
      assertThat(stage.poll()).isEqualTo(TEXT.substring(1));
      assertThat(stage.poll()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongerOneFailsAsSoonAsItIs(BufferKind kind) {
    for (List<byte[]> pieces : Cuts.hostile(utf8(TEXT))) {
      ByteStage<String> stage = Stages.wholeText(UTF_8, 6);
      TooLongTextException e =
          catchThrowableOfType(
              TooLongTextException.class,
              () -> {
                for (byte[] piece : pieces) {
                  stage.offer(kind.of(piece));
                  assertThat(stage.poll()).isNull();
                }
              });
      assertThat(e.maxLength()).isEqualTo(6);
      assertThat(e).hasMessageContaining("6 chars");
      assertThat(stage.poll()).isNull();
      assertThatThrownBy(() -> stage.offer(ByteBuffer.allocate(1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF"})
  void anEmptyTextIsNone(String text) {
    ByteStage<String> stage = Stages.wholeText(UTF_8, 1);
    stage.offer(ByteBuffer.wrap(utf8(text)));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  /** Long and short pieces, Latin and others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 511, 512, 600, 20_000})
  void piecesOfAllLengths(int size) {
    String text = "abcdefgh".repeat(3000) + "\u00E9\u20AC".repeat(2000) + "x".repeat(5000);
    ByteStage<String> stage = Stages.wholeText(UTF_8, text.length());
    for (byte[] piece : Cuts.every(utf8(text), size)) {
      stage.offer(ByteBuffer.wrap(piece));
      assertThat(stage.poll()).isNull();
    }
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo(text);
  }

  @Test
  void whatWasReadIsHandedOver() {
    ByteStage<String> stage = Stages.wholeText(UTF_8, 100);
    byte[] bytes = utf8("a\u20AC\uD83D\uDE00");
    stage.offer(ByteBuffer.wrap(bytes, 0, bytes.length - 1));
    assertThat(stage.poll()).isNull();
    assertThat(stage.takeUndelivered()).isEqualTo(java.util.Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(stage.poll()).isNull();
  }

  @Test
  void theBoundIsAtLeastOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> Stages.wholeText(UTF_8, 0));
  }
}
