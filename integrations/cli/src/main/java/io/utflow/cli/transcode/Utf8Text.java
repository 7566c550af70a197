/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.cli.source.From;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Survey;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.file.Path;

/** Tells UTF-8, also where it is damaged, from text of the legacy encoding that a user names. */
final class Utf8Text {
  /** In GBK two or three characters in a row may be valid UTF-8. */
  private static final int FEW_CHARACTERS = 4;

  /** Valid UTF-8 for one character, and in legacy encodings one or two others. */
  private static final byte[] E_ACUTE = {(byte) 0xC3, (byte) 0xA9};

  private Utf8Text() {}

  /** Looks at a file as if it were UTF-8, up to the first sequence that is not. */
  static Survey toFirstIllFormed(Path file) throws IOException {
    try (Reading text = Reading.open(file, From.AUTO)) {
      return Survey.toFirstIllFormed(text, From.UTF_8);
    }
  }

  /**
   * Whether a text that is not well-formed UTF-8 is UTF-8 all the same: characters beyond ASCII
   * that are valid in it come before the first sequence that is not. In an encoding of one byte for
   * each character one of them tells.
   */
  static boolean isMeant(Survey asUtf8, TextEncoding legacy) {
    boolean isSingleByte = DecoderSpec.of(legacy).decode(E_ACUTE).length() == E_ACUTE.length;
    return asUtf8.beyondAsciiBefore() >= (isSingleByte ? 1 : FEW_CHARACTERS);
  }

  /**
   * Whether a file that is declared to be in a legacy encoding has characters beyond ASCII and is
   * well-formed UTF-8, and so would be encoded twice.
   */
  static boolean isAlready(Path file, TextEncoding declared, TextEncoding to) throws IOException {
    boolean isLegacy =
        !UnicodeEncodings.ALL.contains(declared)
            && !DecoderSpec.of(declared).decode(E_ACUTE).equals("\u00E9");
    if (!isLegacy || !UnicodeEncodings.ALL.contains(to)) {
      return false;
    }
    Survey asUtf8 = toFirstIllFormed(file);
    return asUtf8.illFormed() == 0 && !asUtf8.scan().isAscii();
  }
}
