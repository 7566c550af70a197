/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import com.ibm.icu.text.Transliterator;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.UnmappablePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the nearest characters in the place of characters that an encoding lacks: {@code é “x” –}
 * to US-ASCII is {@code e "x" -}. Letters, quotation marks and dashes by ICU's transliterator
 * {@code Latin-ASCII}; {@code 〜～−－―—‖∥¢￠£￡¬￢¦￤¥￥‾￣} by each other, because the tables of Shift_JIS,
 * EUC-JP and Windows have one of each pair; € and other currencies, as glibc's iconv does, by
 * {@code EUR}, {@code GBP} and {@code JPY}.
 *
 * <pre>{@code
 * EncoderSpec ascii =
 *     EncoderSpec.of(TextEncoding.forName("US-ASCII")).onUnmappable(NearestCharacters.policy());
 * }</pre>
 *
 * <p>Each character is replaced alone, so the result does not depend on how text is cut, and at
 * most 8 chars are written for it. A character without a near one is replaced as by {@link
 * UnmappablePolicy#REPLACE}; so are the strokes U+0334 to U+0338, because {@code =} with a stroke
 * is "not equal". Other combining marks are left out: text should be in NFC, or {@code e} and
 * U+0301 are {@code e} in ISO-8859-1 too, which has {@code é}. CR, LF and other controls are never
 * written.
 *
 * <p><b>Beware.</b> A text that was checked before it was encoded is another text afterwards:
 * {@code ＜script＞} in fullwidth letters passes a filter that looks for {@code <}, and is {@code
 * <script>} in US-ASCII; {@code ＇} and {@code ʹ} become the apostrophe that ends a literal of SQL,
 * {@code ／} the slash of a path (UTR #36, §3.6). Use this policy for text that people read, and
 * check the result, not the original.
 *
 * <p>Thread-safe. Each character that an encoding lacks goes through ICU's rules, so this is for
 * text that can mostly be encoded.
 */
public final class NearestCharacters {
  /** A longer replacement is a word and not a character: that of U+FDFA has eighteen letters. */
  private static final int MOST_CHARS = 8;

  /** The block Combining Diacritical Marks. */
  private static final int FIRST_ACCENT = 0x300;

  private static final int LAST_ACCENT = 0x36F;

  /** Strokes through a character, which make another of it: those of U+2260. */
  private static final int FIRST_OVERLAY = 0x334;

  private static final int LAST_OVERLAY = 0x338;

  /** Characters that one Japanese table has and the other does not, and the nearest in ASCII. */
  private static final Map<Integer, List<String>> OF_TABLES =
      Map.ofEntries(
          Map.entry(0x301C, List.of("\uFF5E", "~")),
          Map.entry(0xFF5E, List.of("\u301C", "~")),
          Map.entry(0x2212, List.of("\uFF0D", "-")),
          Map.entry(0xFF0D, List.of("\u2212", "-")),
          Map.entry(0x2014, List.of("\u2015", "-")),
          Map.entry(0x2015, List.of("\u2014", "-")),
          Map.entry(0x2016, List.of("\u2225", "||")),
          Map.entry(0x2225, List.of("\u2016", "||")),
          Map.entry(0xA2, List.of("\uFFE0", "c")),
          Map.entry(0xFFE0, List.of("\u00A2", "c")),
          Map.entry(0xA3, List.of("\uFFE1", "GBP")),
          Map.entry(0xFFE1, List.of("\u00A3", "GBP")),
          Map.entry(0xAC, List.of("\uFFE2")),
          Map.entry(0xFFE2, List.of("\u00AC")),
          Map.entry(0xA6, List.of("\uFFE4", "|")),
          Map.entry(0xFFE4, List.of("\u00A6", "|")),
          Map.entry(0xA5, List.of("\uFFE5", "JPY")),
          Map.entry(0xFFE5, List.of("\u00A5", "JPY")),
          Map.entry(0x203E, List.of("\uFFE3")),
          Map.entry(0xFFE3, List.of("\u203E")),
          Map.entry(0x20AC, List.of("EUR")));

  private static final UnmappablePolicy POLICY =
      UnmappablePolicy.firstOf(NearestCharacters::nearest);

  private NearestCharacters() {}

  /** {@return the policy, for {@link io.utflow.codec.EncoderSpec#onUnmappable}} */
  public static UnmappablePolicy policy() {
    return POLICY;
  }

  private static List<String> nearest(IllFormedSequence unmappable) {
    int character = (int) unmappable.diagnosticValue();
    if (character >= FIRST_OVERLAY && character <= LAST_OVERLAY) {
      return List.of(Character.toString(character));
    }
    if (character >= FIRST_ACCENT && character <= LAST_ACCENT) {
      return List.of(""); // The letter stands before it.
    }
    String own = Character.toString(character);
    List<String> texts = new ArrayList<>(OF_TABLES.getOrDefault(character, List.of()));
    if (texts.isEmpty()) {
      String near = LatinToAscii.INSTANCE.transliterate(own);
      if (near.length() <= MOST_CHARS && near.codePoints().noneMatch(Character::isISOControl)) {
        texts.add(near);
      }
    }
    texts.add(own);
    return texts;
  }

  /** Its rules are read when the first character is met. */
  private static final class LatinToAscii {
    static final Transliterator INSTANCE = Transliterator.getInstance("Latin-ASCII");
  }
}
