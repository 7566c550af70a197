/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.cli.source.From;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Survey;
import io.utflow.cli.source.VariantOfUtf8;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells UTF-8, also where it is damaged, from text of the legacy encoding that a user names. */
final class Utf8Text {
  /** In GBK two or three characters in a row may be valid UTF-8. */
  private static final int FEW_CHARACTERS = 4;

  /** Valid UTF-8 for one character, and in legacy encodings one or two others. */
  private static final byte[] E_ACUTE = {(byte) 0xC3, (byte) 0xA9};

  private static final String LETTERS = "AZaz09";

  private Utf8Text() {}

  /** The variant of UTF-8 that all of a file is in; empty for other text. */
  static Optional<TextEncoding> variantOf(Path file) throws IOException {
    VariantOfUtf8 variant = new VariantOfUtf8();
    try (Reading text = Reading.open(file, From.AUTO)) {
      ByteBuffer bytes = text.next();
      while (bytes.hasRemaining() && variant.accept(bytes)) {
        bytes = text.next();
      }
    }
    return variant.found();
  }

  /** Looks at all of a file as if it were UTF-8. */
  static Survey survey(Path file) throws IOException {
    try (Reading text = Reading.open(file, From.AUTO)) {
      return Survey.of(text, From.UTF_8, 1);
    }
  }

  private static Survey toFirstIllFormed(Path file) throws IOException {
    try (Reading text = Reading.open(file, From.AUTO)) {
      // A mark of UTF-16 is ill-formed here.
      return Survey.toFirstIllFormed(text, DecoderSpec.of(TextEncoding.UTF_8));
    }
  }

  /**
   * Whether a text that is not well-formed UTF-8 is UTF-8 all the same: characters beyond ASCII
   * that are valid in it come before the first sequence that is not, or are more than those. In an
   * encoding of one byte for each character one of them tells.
   */
  static boolean isMeant(Survey asUtf8, TextEncoding legacy) {
    boolean isSingleByte = DecoderSpec.of(legacy).decode(E_ACUTE).length() == E_ACUTE.length;
    int few = isSingleByte ? 1 : FEW_CHARACTERS;
    long valid = asUtf8.scan().beyondAscii() - asUtf8.illFormed();
    return asUtf8.beyondAsciiBefore() >= few || valid >= few && valid > asUtf8.illFormed();
  }

  /**
   * The encoding of a file that is not in the declared one, as after a first run: {@code "UTF-8"},
   * a variant of it, or {@code "ASCII"}, which EBCDIC and UTF-16 read as other, valid characters;
   * empty if nothing tells it.
   */
  static String insteadOf(Path file, TextEncoding declared, TextEncoding to) throws IOException {
    boolean isWide = isWide(declared);
    boolean isLegacy =
        !UnicodeEncodings.ALL.contains(declared)
            && !DecoderSpec.of(declared).decode(E_ACUTE).equals("\u00E9");
    boolean isEbcdic = isLegacy && isEbcdic(declared);
    boolean isToUnicode = UnicodeEncodings.ALL.contains(to) || VariantOfUtf8.isOne(to);
    boolean isAsked = isWide || isEbcdic || isLegacy && isToUnicode;
    if (!isAsked) {
      return "";
    }
    Survey asUtf8 = toFirstIllFormed(file);
    if (asUtf8.illFormed() > 0 && isLegacy && isToUnicode) {
      return variantOf(file).map(TextEncoding::name).orElse("");
    }
    boolean isAscii = asUtf8.scan().isAscii();
    boolean isOther =
        asUtf8.illFormed() == 0
            && !asUtf8.scan().looksBinary()
            && (isWide || (isAscii ? isEbcdic : isToUnicode));
    return !isOther ? "" : isAscii ? "ASCII" : "UTF-8";
  }

  private static boolean isWide(TextEncoding encoding) {
    return UnicodeEncodings.ALL.contains(encoding) && !encoding.equals(TextEncoding.UTF_8);
  }

  /** There the digits of ASCII are controls, in all its code pages. */
  private static boolean isEbcdic(TextEncoding encoding) {
    return DecoderSpec.of(encoding)
        .decode(new byte[] {'0', '9'})
        .chars()
        .allMatch(c -> c >= 0x80 && c < 0xA0);
  }

  /**
   * Whether bytes of ASCII are well-formed in the target and other text there: UTF-7 and HZ write
   * all characters in ASCII, and would write their escapes again as characters.
   */
  static boolean hasEscapesOf(Path file, TextEncoding to) throws IOException {
    byte[] letters = LETTERS.getBytes(StandardCharsets.US_ASCII);
    if (!DecoderSpec.of(to).decode(letters).equals(LETTERS)) {
      return false;
    }
    try (Reading text = Reading.open(file, From.AUTO)) {
      Survey asTarget = Survey.of(text, DecoderSpec.of(to), 1);
      return asTarget.illFormed() == 0 && asTarget.scan().length() != Files.size(file);
    }
  }
}
