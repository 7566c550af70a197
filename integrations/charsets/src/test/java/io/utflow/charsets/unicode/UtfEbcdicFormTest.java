/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.Cause;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a byte begins no sequence, by the table of leads in UTR #16. */
class UtfEbcdicFormTest {
  /** The least scalar value that a lead of two and of three bytes must have: A0 and 400. */
  @ParameterizedTest
  @CsvSource({
    "A0, UNEXPECTED_CONTINUATION",
    "BF, UNEXPECTED_CONTINUATION",
    "C0, OVERLONG",
    "C4, OVERLONG",
    "E0, OVERLONG",
    "FA, OUT_OF_RANGE",
    "FD, OUT_OF_RANGE",
    "FE, INVALID_BYTE",
    "FF, INVALID_BYTE"
  })
  void aByteThatLeadsNothingSaysWhy(String i8, Cause cause) {
    EncodingForm form = Encoding.of(TextEncoding.forName("UTF-EBCDIC")).form();
    byte[] bytes = {ebcdic(Integer.parseInt(i8, 16))};
    assertThat(form.step(bytes, 0, 1, true)).isEqualTo(Step.illFormed(cause, 1));
  }

  private static byte ebcdic(int i8) {
    for (int b = 0; b < 0x100; b++) {
      if (UtfEbcdicForm.i8(new byte[] {(byte) b}, 0) == i8) {
        return (byte) b;
      }
    }
    throw new AssertionError(i8);
  }
}
