/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms that take and answer arrays and texts: whole ones, and pieces that are pushed. */
class WholeTextTest {
  private static final IllegalStateException THROWN = new IllegalStateException("thrown");

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aWholeTextAtOnceAndInPiecesOfEveryLength(TextEncoding encoding) {
    String text = new TextSamples(17).text(300);
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    DecoderSpec from = DecoderSpec.of(encoding);
    EncoderSpec to = EncoderSpec.of(encoding).bom(BomOutput.NEVER);
    assertThat(from.decode(bytes)).isEqualTo(text);
    assertThat(to.encode(text)).isEqualTo(bytes);
    for (int length = 1; length < 9; length++) {
      assertThat(pushed(from.newDecoder(), bytes, length)).isEqualTo(text);
      assertThat(pushed(to.newEncoder(), text, length)).isEqualTo(bytes);
    }
  }

  private static String pushed(TextDecoder decoder, byte[] bytes, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += length) {
      text.append(decoder.decode(Arrays.copyOfRange(bytes, i, Math.min(i + length, bytes.length))));
    }
    return text.append(decoder.finish()).toString();
  }

  private static byte[] pushed(TextEncoder encoder, String text, int length) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i += length) {
      bytes.writeBytes(encoder.encode(text.substring(i, Math.min(i + length, text.length()))));
    }
    bytes.writeBytes(encoder.finish());
    return bytes.toByteArray();
  }

  @Test
  void aTextThatIsLongerThanTheFirstGuessOfItsBytes() {
    String text = "\uFFFD".repeat(100_000) + "\uD83D\uDE00".repeat(70_000);
    for (TextEncoding encoding : Encodings.ALL) {
      assertThat(EncoderSpec.of(encoding).bom(BomOutput.NEVER).encode(text))
          .isEqualTo(ReferenceEncoder.encode(encoding, text));
    }
  }

  @Test
  void theEndDecidesWhatIsPending() {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    assertThat(decoder.decode(new byte[] {'a', (byte) 0xE2, (byte) 0x82})).isEqualTo("a");
    assertThat(decoder.finish()).isEqualTo("\uFFFD");
    assertThat(decoder.finish()).isEmpty();
    TextEncoder encoder = EncoderSpec.of(TextEncoding.UTF_16BE).newEncoder();
    assertThat(encoder.encode("a\uD83D")).containsExactly(0, 'a');
    assertThat(encoder.finish()).containsExactly(0xFF, 0xFD);
    assertThat(EncoderSpec.of(TextEncoding.UTF_16BE).encode("\uD83D")).containsExactly(0xFF, 0xFD);
  }

  @Test
  void whatWasEncodedBeforeAFailureIsThere() {
    EncoderSpec report = EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    TextEncoder encoder = report.newEncoder();
    assertThat(encoder.takeEncodedPrefix()).isEmpty();
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> encoder.encode("ab\uDC00c"));
    assertThatThrownBy(() -> encoder.encode("refused")).isInstanceOf(IllegalStateException.class);
    assertThat(encoder.takeEncodedPrefix()).containsExactly('a', 'b');
    assertThat(encoder.takeEncodedPrefix()).isEmpty();
    encoder.reset();
    assertThat(encoder.encode("d")).containsExactly('d');
    TextEncoder observed =
        EncoderSpec.of(TextEncoding.UTF_8)
            .observer(
                sequence -> {
                  throw THROWN;
                })
            .newEncoder();
    assertThatThrownBy(() -> observed.encode("x\uDC00")).isSameAs(THROWN);
    assertThat(observed.takeEncodedPrefix()).containsExactly('x');
    assertThatThrownBy(() -> observed.encode("y")).isInstanceOf(IllegalStateException.class);
  }
}
