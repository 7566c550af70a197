/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;

/** The encodings that laws run over. */
public final class Encodings {
  /** Those with one byte order. */
  public static final List<TextEncoding> FIXED =
      List.of(
          TextEncoding.UTF_8,
          TextEncoding.UTF_16BE,
          TextEncoding.UTF_16LE,
          TextEncoding.UTF_32BE,
          TextEncoding.UTF_32LE);

  /** The seven encoding schemes. */
  public static final List<TextEncoding> SCHEMES =
      Stream.concat(FIXED.stream(), Stream.of(TextEncoding.UTF_16, TextEncoding.UTF_32)).toList();

  /** The seven, and the two that are little-endian where no byte order mark says otherwise. */
  public static final List<TextEncoding> ALL =
      Stream.concat(
              SCHEMES.stream(),
              Stream.of(
                  TextEncoding.UTF_16.withDefaultOrder(ByteOrder.LITTLE_ENDIAN),
                  TextEncoding.UTF_32.withDefaultOrder(ByteOrder.LITTLE_ENDIAN)))
          .toList();

  /** Those for a purpose of their own in which every scalar value, and no surrogate, is text. */
  public static final List<TextEncoding> FULL_VARIANTS =
      List.of(UnicodeVariants.CESU_8, UnicodeVariants.MODIFIED_UTF_8, UnicodeVariants.UTF_EBCDIC);

  /** Those in which an unpaired surrogate is text. */
  public static final List<TextEncoding> WITH_SURROGATES =
      List.of(UnicodeVariants.WTF_8, UnicodeVariants.WTF_16BE, UnicodeVariants.WTF_16LE);

  /** One with state. */
  public static final TextEncoding REPLACEMENT = TextEncoding.forName("replacement");

  /** Those of which none has a byte order mark, unless it is asked for. */
  public static final List<TextEncoding> VARIANTS =
      Stream.of(
              FULL_VARIANTS,
              WITH_SURROGATES,
              List.of(
                  UnicodeVariants.UCS_2BE,
                  UnicodeVariants.UCS_2LE,
                  TextEncoding.forName("x-user-defined"),
                  REPLACEMENT))
          .flatMap(List::stream)
          .toList();

  private Encodings() {}

  private static final TextEncoding UTF_16_OR_LITTLE =
      TextEncoding.UTF_16.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);
  private static final TextEncoding UTF_32_OR_LITTLE =
      TextEncoding.UTF_32.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);

  /** The encoding of one byte order that an encoding is without a byte order mark. */
  static TextEncoding withoutMark(TextEncoding encoding) {
    if (encoding == TextEncoding.UTF_16) {
      return TextEncoding.UTF_16BE;
    }
    if (encoding == UTF_16_OR_LITTLE) {
      return TextEncoding.UTF_16LE;
    }
    if (encoding == TextEncoding.UTF_32) {
      return TextEncoding.UTF_32BE;
    }
    return encoding == UTF_32_OR_LITTLE ? TextEncoding.UTF_32LE : encoding;
  }
}
