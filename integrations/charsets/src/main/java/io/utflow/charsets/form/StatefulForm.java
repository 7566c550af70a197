/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.EncodingForm;

/**
 * A form in which the meaning of a byte depends on the bytes before it. No byte is always ASCII,
 * and a search cannot begin in the middle, so lines are found in UTF-16.
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
