/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestCharactersTest {
  private static EncoderSpec to(String name) {
    return EncoderSpec.of(TextEncoding.forName(name)).onUnmappable(NearestCharacters.policy());
  }

  /** The text as it is read again. */
  private static String written(String name, String text) {
    return DecoderSpec.of(TextEncoding.forName(name)).decode(to(name).encode(text));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "US-ASCII, \u00E9 \u201Cx\u201D \u2013, `e \"x\" -`",
        "US-ASCII, e\u0301\u00DF\u0152, essOE",
        "ISO-8859-1, \u00E9 \u201Cx\u201D \u2013, `\u00E9 \"x\" -`",
        "windows-31j, \u301C\uFF5E\u2212\uFF0D, \uFF5E\uFF5E\uFF0D\uFF0D",
        "windows-31j, \u2014\u2015\u2016\u2225, \u2015\u2015\u2225\u2225",
        "Shift_JIS, \u301C\uFF5E\u2212\uFF0D, \u301C\u301C\u2212\u2212",
        "US-ASCII, \u301C\u2212\u2225, ~-||",
        "windows-31j, \u00A2\u00A3\u00AC\u00A6, \uFFE0\uFFE1\uFFE2\uFFE4",
        "Shift_JIS, \uFFE0\uFFE1\uFFE2, \u00A2\u00A3\u00AC",
        "ISO-8859-15, \uFFE0\uFFE1\uFFE2\uFFE5\uFFE4\uFFE3, \u00A2\u00A3\u00AC\u00A5|?",
        "US-ASCII, 1 \u20AC \u00A3 \u00A5 \u00A2, 1 EUR GBP JPY c",
        // Without its stroke, "not equal" would be "equal".
        "US-ASCII, a =\u0338 b \u2260 c, a =? b ? c",
        // Only in NFC is the letter with its accent one that the encoding has.
        "ISO-8859-1, e\u0301\u00E9, e\u00E9",
        // None is near: what the charset itself writes.
        "US-ASCII, \u4E2D\uD83D\uDE00, ??",
      })
  void theNearestCharactersAreWritten(String name, String text, String expected) {
    assertThat(written(name, text)).isEqualTo(expected);
  }

  @Test
  void noCharacterBecomesAControlAndNoneIsLong() {
    EncoderSpec ascii = to("US-ASCII");
    for (int character = 0x80; character < 0x30000; character++) {
      if (!Character.isSurrogate((char) character) || character > 0xFFFF) {
        byte[] bytes = ascii.encode(Character.toString(character));
        assertThat(bytes.length).isLessThanOrEqualTo(8);
        for (byte b : bytes) {
          assertThat(b >= ' ' && b < 0x7F).as("U+%04X writes %d", character, b).isTrue();
        }
      }
    }
  }

  @Test
  void theCutMakesNoDifference() {
    String text = "\u00E9 \u201Cx\u201D e\u0301 \uD83D\uDE00 \uFF21\u301C\u1E9E";
    byte[] whole = to("US-ASCII").encode(text);
    for (int length = 1; length < text.length(); length++) {
      TextEncoder encoder = to("US-ASCII").newEncoder();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      for (int from = 0; from < text.length(); from += length) {
        out.writeBytes(
            encoder.encode(text.substring(from, Math.min(text.length(), from + length))));
      }
      out.writeBytes(encoder.finish());
      assertThat(out.toByteArray()).isEqualTo(whole);
    }
  }
}
