package io.utflow.codec.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The definitions themselves, against the reference. */
class EncodingFormTest {
  private static final Map<EncodingForm, TextEncoding> FORMS =
      Map.of(
          Utf8Form.INSTANCE, TextEncoding.UTF_8,
          Utf16Form.BIG_ENDIAN, TextEncoding.UTF_16BE,
          Utf16Form.LITTLE_ENDIAN, TextEncoding.UTF_16LE,
          Utf32Form.BIG_ENDIAN, TextEncoding.UTF_32BE,
          Utf32Form.LITTLE_ENDIAN, TextEncoding.UTF_32LE);

  static Set<EncodingForm> forms() {
    return FORMS.keySet();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void writesEveryScalarValueAndReadsItBack(EncodingForm form) {
    byte[] written = new byte[6];
    for (int scalar = 0; scalar <= 0x10FFFF; scalar++) {
      if (scalar == 0xD800) {
        scalar = 0xE000;
      }
      byte[] expected = ReferenceEncoder.encode(FORMS.get(form), scalar);
      int end = form.write(scalar, written, 1);
      boolean same =
          form.encodedLength(scalar) == expected.length
              && Arrays.equals(written, 1, end, expected, 0, expected.length)
              && form.maxBytesPerChar() * Character.charCount(scalar) >= expected.length
              && isScalar(form.step(expected, 0, expected.length, false), scalar, expected.length)
              && proveNothing(form, expected);
      if (!same) {
        throw new AssertionError("U+%04X in %s".formatted(scalar, FORMS.get(form)));
      }
    }
  }

  private static boolean isScalar(int step, int scalar, int length) {
    return Step.isScalar(step) && Step.scalar(step) == scalar && Step.length(step) == length;
  }

  /** A proper prefix needs more, and at the end is one error of its whole length. */
  private static boolean proveNothing(EncodingForm form, byte[] sequence) {
    for (int length = 1; length < sequence.length; length++) {
      int atEnd = form.step(sequence, 0, length, true);
      if (form.step(sequence, 0, length, false) != Step.NEEDS_MORE
          || Step.isScalar(atEnd)
          || Step.length(atEnd) != length) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void stepsAsTheReferenceReads(EncodingForm form) {
    TextSamples samples = new TextSamples(30);
    for (int round = 0; round < 3000; round++) {
      byte[] bytes = samples.stream(FORMS.get(form), 12);
      Reading reading = ReferenceDecoder.read(FORMS.get(form), BomPolicy.KEEP, bytes);
      for (Reading.Token token : reading.tokens()) {
        int open = form.step(bytes, token.offset(), bytes.length, false);
        assertThat(open == Step.NEEDS_MORE).isEqualTo(token.endOfInput());
        int step = form.step(bytes, token.offset(), bytes.length, true);
        assertThat(Step.length(step)).isEqualTo(token.length());
        assertThat(Step.isScalar(step)).isEqualTo(token.cause() == null);
        if (Step.isScalar(step)) {
          assertThat(Step.scalar(step)).isEqualTo(token.scalar());
        } else {
          assertThat(Step.cause(step)).isEqualTo(token.cause());
        }
      }
    }
  }
}
