/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.ShiftedForm;
import io.utflow.codec.form.TwoByteForm;
import io.utflow.codec.form.WesternForm;
import io.utflow.codec.source.EncodingDefinition;
import java.util.List;

/** Encodings of forms that only tests have: what the seven Unicode encodings do not show. */
public final class FormEncodings {
  /** Not self-synchronizing; a sequence may be two characters. */
  public static final TextEncoding TWO_BYTE =
      Encoding.of(EncodingDefinition.of("x-two-byte", () -> TwoByteForm.INSTANCE));

  /** With state; a sequence may be no character. */
  public static final TextEncoding SHIFTED =
      Encoding.of(EncodingDefinition.of("x-shifted", () -> ShiftedForm.SHARED));

  /** Of one byte each, as the encodings before Unicode. */
  public static final TextEncoding WESTERN =
      Encoding.of(EncodingDefinition.of("x-western", () -> WesternForm.INSTANCE));

  /** Those that are not self-synchronizing. */
  public static final List<TextEncoding> ALL = List.of(TWO_BYTE, SHIFTED);

  private FormEncodings() {}
}
