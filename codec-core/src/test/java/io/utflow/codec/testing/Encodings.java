/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
      present("CESU-8", "UTF-8-or-CESU-8", "Modified-UTF-8", "UTF-EBCDIC");

  /** Those in which an unpaired surrogate is text. */
  public static final List<TextEncoding> WITH_SURROGATES =
      List.of(UnicodeVariants.WTF_8, UnicodeVariants.WTF_16BE, UnicodeVariants.WTF_16LE);

  /** Those of which none has a byte order mark, unless it is asked for. */
  public static final List<TextEncoding> VARIANTS =
      Stream.of(
              FULL_VARIANTS,
              WITH_SURROGATES,
              present("UCS-2BE", "UCS-2LE", "x-user-defined", "replacement"))
          .flatMap(List::stream)
          .toList();

  private Encodings() {}

  /** Those of some names that can be had: not all are the core's. */
  public static List<TextEncoding> present(String... names) {
    return Arrays.stream(names).map(TextEncoding::find).flatMap(Optional::stream).toList();
  }

  /** Leaves out the case of an encoding that is not the core's, where only the core is there. */
  public static void assumePresent(String name) {
    assumeTrue(TextEncoding.find(name).isPresent(), name + " is tested in integrations/charsets");
  }

  /** Whether the encodings of {@code utflow-charsets} are there. */
  public static boolean areCharsetsThere() {
    return TextEncoding.find("SCSU").isPresent();
  }

  /** Whether it is the one of which a stream is a single ill-formed sequence. */
  public static boolean isReplacement(TextEncoding encoding) {
    return encoding.name().equals("replacement");
  }

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
