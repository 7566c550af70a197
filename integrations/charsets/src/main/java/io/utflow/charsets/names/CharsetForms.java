/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.coder.CoderForm;
import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.form.SingleByteCharsets;
import io.utflow.charsets.shift.ShiftedCharsetForm;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.form.EncodingForm;
import java.nio.charset.Charset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the form of a charset of the JDK. */
public final class CharsetForms {
  /** Charsets of which no form is made: what they decode is not decided sequence by sequence. */
  private static final Set<String> COMPOSING = Set.of("x-ISCII91");

  /**
   * Charsets of ICU: the first does not report half a character at the end, the second fails in
   * long text.
   */
  private static final Set<String> UNTRUSTED = Set.of("HZ-GB-2312", "x-LMBCS-1");

  private static final String COMPOSES = "the characters before decide what a sequence is";

  private CharsetForms() {}

  /**
   * The form, or null if it is found otherwise or cannot be had.
   *
   * @see #reasonForNone
   */
  public static @Nullable EncodingForm of(Charset charset) {
    if (reasonForNone(charset) != null) {
      return null;
    }
    if (SingleByteCharsets.fits(new CharsetProbe(charset))) {
      return SingleByteCharsets.of(charset);
    }
    if (!isOfTheJdk(charset)) {
      return new CoderForm(charset);
    }
    if (!hasState(charset)) {
      return new MultiByteForm(charset);
    }
    EncodingForm shifted = ShiftedCharsetForm.of(charset);
    return shifted == null ? new CoderForm(charset) : shifted;
  }

  /** Why a charset that the JDK knows can have no form; null if it can. */
  public static @Nullable String reasonForNone(Charset charset) {
    String name = charset.name();
    if (charset.newDecoder().isAutoDetecting()) {
      return "it guesses the encoding from the bytes, which a stream has not seen yet; name the"
          + " encoding that is meant";
    }
    if (COMPOSING.contains(name)) {
      return COMPOSES;
    }
    if (name.equals("ISO-2022-CN") || name.equals("x-ISO-2022-CN-CNS")) {
      return "its decoder takes the character behind a single shift from the wrong plane; Utflow has"
          + " an ISO-2022-CN of its own where the JVM has GB2312 and x-EUC-TW";
    }
    if (hidesAscii(name)) {
      return "filters of ASCII do not see what it hides; UTF-8 is what is written today";
    }
    if (isUnicode(name)) {
      return "it is one of the Unicode encodings by another name; name the encoding, and the policy"
          + " for byte order marks";
    }
    return isKnownByCoders(charset) ? reasonAgainstCoders(charset) : null;
  }

  /** Whether nothing but its coders is known of a charset. */
  private static boolean isKnownByCoders(Charset charset) {
    return !SingleByteCharsets.fits(new CharsetProbe(charset))
        && (!isOfTheJdk(charset) || hasState(charset) && ShiftedCharsetForm.of(charset) == null);
  }

  private static @Nullable String reasonAgainstCoders(Charset charset) {
    if (new CharsetProbe(charset).holdsBack()) {
      return COMPOSES;
    }
    return !UNTRUSTED.contains(charset.name()) && new CoderForm(charset).isTrusted()
        ? null
        : "its coders do not read back, piece by piece, all that they write";
  }

  /**
   * Whether a byte is not a character but changes the meaning of later bytes: SO, in all of these.
   */
  private static boolean hasState(Charset charset) {
    return "".equals(new CharsetProbe(charset).decode((byte) 0x0E));
  }

  private static boolean hidesAscii(String name) {
    return name.startsWith("UTF-7") || name.contains("IMAP-mailbox-name");
  }

  /**
   * Whether the JDK has the charset: the structure of its sequences is then known, unlike with
   * other providers.
   */
  static boolean isOfTheJdk(Charset charset) {
    String module = charset.getClass().getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  private static boolean isUnicode(String name) {
    return name.startsWith("x-Unicode")
        || name.regionMatches(true, 0, "UTF", 0, 3)
        || name.regionMatches(true, 0, "x-UTF", 0, 5)
        || name.equals("CESU-8");
  }
}
