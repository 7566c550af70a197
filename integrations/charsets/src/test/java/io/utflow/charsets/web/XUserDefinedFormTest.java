/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import org.junit.jupiter.api.Test;

/** Each byte is one character, and each character that byte (WHATWG Encoding, §14.5). */
class XUserDefinedFormTest {
  @Test
  void eachByteComesThroughText() {
    EncodingForm form = XUserDefinedForm.make();
    for (int b = 0; b < 0x100; b++) {
      byte[] bytes = {(byte) b};
      int scalar = b < 0x80 ? b : 0xF700 + b;
      assertThat(form.step(bytes, 0, 1, true)).isEqualTo(Step.scalar(scalar, 1));
      byte[] written = new byte[1];
      assertThat(form.write(scalar, written, 0)).isEqualTo(1);
      assertThat(written).isEqualTo(bytes);
    }
    assertThat(form.canEncode(0xF77F)).isFalse();
    assertThat(form.canEncode(0xF800)).isFalse();
    assertThat(form.canEncode(0x80)).isFalse();
  }
}
