/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known of byte order marks without their class is what it says. */
@OverEncodings
class FirstByteOrderMarksTest {
  private static final List<TextEncoding> OTHERS = Encodings.present("US-ASCII", "SCSU", "BOCU-1");

  static List<TextEncoding> encodings() {
    return Stream.of(Encodings.SCHEMES, Encodings.VARIANTS, OTHERS).flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void whetherThereAreMarks(TextEncoding encoding) {
    for (BomPolicy policy : BomPolicy.values()) {
      assertThat(Encoding.of(encoding).mayBeMarked(policy))
          .as(policy.toString())
          .isEqualTo(!ByteOrderMarks.of(encoding, policy).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void whatBeginsNone(TextEncoding encoding) {
    for (BomPolicy policy : BomPolicy.values()) {
      List<ByteOrderMarks.Mark> marks = ByteOrderMarks.of(encoding, policy);
      for (int first = 0; first < 256; first++) {
        if (ByteOrderMarks.anyBeginsWith(marks, (byte) first)) {
          assertThat(StreamStart.beginsNoMark((byte) first)).as("%02X", first).isFalse();
        }
      }
    }
  }
}
