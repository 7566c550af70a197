/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The first and last of what one form alone tells apart. */
class FormEdgesTest {
  /** Modified UTF-8 writes NUL as C0 80; CESU-8 has bytes of its own for ASCII only. */
  @Test
  void whichCharactersStandAlone() {
    assertThat(ModifiedUtf8Form.INSTANCE.standsAlone(0)).isFalse();
    for (EncodingForm form :
        new EncodingForm[] {ModifiedUtf8Form.INSTANCE, Utf8OrCesu8Form.INSTANCE}) {
      assertThat(form.standsAlone(1)).isTrue();
      assertThat(form.standsAlone(0x7F)).isTrue();
      assertThat(form.standsAlone(0x80)).isFalse();
    }
  }

  /** Half a code unit behind others: its second byte is not in the array. */
  @Test
  void halfAUnitOfWtf16EndsAnArray() {
    byte[] bytes = {0, 'A', (byte) 0xD8};
    int step = Wtf16Form.BIG_ENDIAN.step(bytes, 2, 3, true);
    assertThat(Step.isIllFormed(step)).isTrue();
    assertThat(Step.length(step)).isEqualTo(1);
  }
}
