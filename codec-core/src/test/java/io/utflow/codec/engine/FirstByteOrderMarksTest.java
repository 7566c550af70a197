/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known of byte order marks without their class is what it says. */
class FirstByteOrderMarksTest {
  static List<TextEncoding> encodings() {
    return List.of(
        TextEncoding.UTF_8,
        TextEncoding.UTF_16,
        TextEncoding.UTF_16BE,
        TextEncoding.UTF_16LE,
        TextEncoding.UTF_32,
        TextEncoding.UTF_32BE,
        TextEncoding.UTF_32LE,
        TextEncoding.forName("US-ASCII"),
        OtherEncodings.SCSU,
        OtherEncodings.BOCU_1,
        OtherEncodings.CESU_8,
        OtherEncodings.MODIFIED_UTF_8,
        OtherEncodings.WTF_8,
        OtherEncodings.WTF_16BE,
        OtherEncodings.WTF_16LE,
        OtherEncodings.UCS_2BE,
        OtherEncodings.UCS_2LE,
        OtherEncodings.UTF_EBCDIC);
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
