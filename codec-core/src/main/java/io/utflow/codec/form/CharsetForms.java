/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharsetProbe;
import java.nio.charset.Charset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the form of a charset of the JDK. */
public final class CharsetForms {
  /** Charsets of which no form is made: what they decode is not decided sequence by sequence. */
  private static final Set<String> COMPOSING = Set.of("x-ISCII91");

  private CharsetForms() {}

  /**
   * The form, or null if it is found otherwise or cannot be had.
   *
   * @see #reasonForNone
   */
  public static @Nullable CharsetForm of(Charset charset) {
    if (reasonForNone(charset) != null) {
      return null;
    }
    if (SingleByteForm.fits(new CharsetProbe(charset))) {
      return SingleByteForm.of(charset);
    }
    if (hasState(charset)) {
      Shifts shifts = Shifts.of(charset);
      return shifts == null ? null : new ShiftedCharsetForm(shifts);
    }
    return new MultiByteForm(charset);
  }

  /** Why a charset that the JDK knows can have no form; null if it can. */
  public static @Nullable String reasonForNone(Charset charset) {
    String name = charset.name();
    if (charset.newDecoder().isAutoDetecting()) {
      return "it guesses the encoding from the bytes, which a stream has not seen yet; name the"
          + " encoding that is meant";
    }
    if (COMPOSING.contains(name)) {
      return "the characters before decide what a sequence is";
    }
    if (name.contains("ISO-2022-CN")) {
      return "its designations are not read; GB18030 is what is written today";
    }
    return isUnicode(name)
        ? "it is one of the Unicode encodings by another name; name the encoding, and the policy"
            + " for byte order marks"
        : null;
  }

  /** Whether some byte is no character but changes what follows: SO, in all of these. */
  private static boolean hasState(Charset charset) {
    return "".equals(new CharsetProbe(charset).decode((byte) 0x0E));
  }

  private static boolean isUnicode(String name) {
    return name.regionMatches(true, 0, "UTF", 0, 3)
        || name.regionMatches(true, 0, "x-UTF", 0, 5)
        || name.equals("CESU-8");
  }
}
