/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import org.junit.jupiter.api.Test;

/** A copy of a form reads on as the form itself does. */
class ScsuFormTest {
  /** Windows placed by SD1 and SDX, and chosen again. */
  private static final byte[] BYTES = {
    'a',
    0x19,
    0x08,
    (byte) 0x90,
    0x0B,
    0x61,
    (byte) 0xEC,
    (byte) 0x80,
    0x11,
    (byte) 0xB0,
    0x13,
    (byte) 0x81,
    'b'
  };

  @Test
  void aCopyHasTheWindowsOfItsOriginal() {
    String whole = read(ScsuForm.SHARED.forStream(), 0);
    assertThat(whole).startsWith("a\u0410").endsWith("b");
    EncodingForm form = ScsuForm.SHARED.forStream();
    StringBuilder before = new StringBuilder();
    int pos = 0;
    while (pos < BYTES.length) {
      assertThat(before + read(form.copy(), pos)).isEqualTo(whole);
      pos = take(form, pos, before);
    }
  }

  private static String read(EncodingForm form, int from) {
    StringBuilder text = new StringBuilder();
    int pos = from;
    while (pos < BYTES.length) {
      pos = take(form, pos, text);
    }
    return text.toString();
  }

  private static int take(EncodingForm form, int pos, StringBuilder text) {
    int step = form.step(BYTES, pos, BYTES.length, true);
    if (Step.isScalar(step)) {
      text.appendCodePoint(Step.scalar(step));
    } else {
      text.append(Step.isText(step) ? form.text(BYTES, pos, step) : "?");
    }
    form.taken(BYTES, pos, step);
    return pos + Step.length(step);
  }
}
