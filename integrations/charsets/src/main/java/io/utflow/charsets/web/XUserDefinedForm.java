/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Step;
import java.util.Arrays;

/**
 * x-user-defined (WHATWG Encoding, §14.5): ASCII, and 80..FF as U+F780..U+F7FF, so that any bytes
 * come through text unharmed. Other characters cannot be encoded.
 */
public final class XUserDefinedForm {
  private static final int FIRST = 0xF780;
  private static final int LAST = 0xF7FF;

  private XUserDefinedForm() {}

  /** Makes the form. */
  public static SingleByteForm make() {
    int[] steps = new int[0x100];
    Arrays.setAll(steps, b -> Step.scalar(b < 0x80 ? b : FIRST + b - 0x80, 1));
    return new SingleByteForm(steps, XUserDefinedForm::byteOf, '?');
  }

  private static int byteOf(int scalar) {
    if (scalar < 0x80) {
      return scalar;
    }
    return scalar >= FIRST && scalar <= LAST ? scalar - FIRST + 0x80 : SingleByteForm.NONE;
  }
}
