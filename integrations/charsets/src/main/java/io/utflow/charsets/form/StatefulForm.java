/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.EncodingForm;

/**
 * A form in which bytes mean what those before them make of them, read and written: no byte stands
 * for itself, and a search cannot begin in the middle, so lines are found in UTF-16.
 */
public interface StatefulForm extends EncodingForm {
  @Override
  default boolean isAsciiTransparent() {
    return false;
  }

  @Override
  default boolean isSelfSynchronizing() {
    return false;
  }

  @Override
  default boolean hasStateOfWriting() {
    return true;
  }
}
