/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of all encodings that can be read: of Unicode, its variants, and the JDK's charsets.
 */
public final class KnownEncodings {
  private KnownEncodings() {}

  /** Each name once, those of Unicode first. */
  public static List<String> names() {
    Stream<TextEncoding> variants =
        Stream.of(
            UnicodeVariants.CESU_8,
            UnicodeVariants.MODIFIED_UTF_8,
            UnicodeVariants.WTF_8,
            UnicodeVariants.WTF_16BE,
            UnicodeVariants.WTF_16LE,
            UnicodeVariants.UCS_2BE,
            UnicodeVariants.UCS_2LE,
            UnicodeVariants.UTF_EBCDIC,
            UnicodeVariants.SCSU,
            UnicodeVariants.BOCU_1);
    Stream<TextEncoding> charsets =
        Charset.availableCharsets().keySet().stream()
            .flatMap(name -> TextEncoding.find(name).stream());
    return Stream.of(UnicodeEncodings.ALL.stream(), variants, charsets)
        .flatMap(encodings -> encodings)
        .map(TextEncoding::name)
        .distinct()
        .toList();
  }
}
