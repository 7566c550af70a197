/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.form.EbcdicLineFeed;
import io.utflow.charsets.shift.ShiftedCharsetForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.source.EncodingDefinition;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * EBCDIC names that tell which byte is LF: {@code IBM1047,lf=25}. The other of the two bytes is
 * NEL, U+0085. ICU's {@code ,swaplfnl} means {@code ,lf=15}, because ICU's own tables have LF at
 * 25.
 */
final class LineFeedNames {
  private static final String AT_15 = ",lf=15";
  private static final String AT_25 = ",lf=25";

  /** The endings of the names, and the byte that is LF. */
  private static final Map<String, Integer> OPTIONS =
      Map.of(
          AT_15,
          EbcdicLineFeed.FIRST,
          AT_25,
          EbcdicLineFeed.SECOND,
          ",swaplfnl",
          EbcdicLineFeed.FIRST);

  /** By the name of the encoding: at most two for each charset. Empty where it is not EBCDIC. */
  private static final Map<String, Optional<EncodingDefinition>> KNOWN = new ConcurrentHashMap<>();

  private LineFeedNames() {}

  /**
   * The encoding of a name with such an option; null if there is no option, or the rest does not
   * name a charset of EBCDIC.
   *
   * @param charsets finds what the rest names
   */
  static @Nullable EncodingDefinition find(
      String name, Function<String, @Nullable JvmCharset> charsets) {
    int comma = name.lastIndexOf(',');
    Integer lineFeed = comma < 0 ? null : OPTIONS.get(option(name, comma));
    JvmCharset charset = lineFeed == null ? null : charsets.apply(name.substring(0, comma));
    if (lineFeed == null || charset == null) {
      return null;
    }
    String chosen = charset.name() + (lineFeed == EbcdicLineFeed.FIRST ? AT_15 : AT_25);
    Optional<EncodingDefinition> known = KNOWN.get(chosen);
    if (known == null) {
      known = Optional.ofNullable(define(chosen, charset, lineFeed));
      KNOWN.put(chosen, known);
    }
    return known.orElse(null);
  }

  private static @Nullable EncodingDefinition define(
      String chosen, JvmCharset charset, int lineFeed) {
    EncodingDefinition plain = EbcdicLineFeed.fits(charset.probe()) ? charset.definition() : null;
    if (plain == null) {
      return null;
    }
    EncodingForm form = plain.form().get();
    if (!(form instanceof SingleByteForm || form instanceof ShiftedCharsetForm)) {
      return null;
    }
    return new EncodingDefinition(
        chosen, plain.nameForPeers(), () -> formOf(form, lineFeed), Kernels::of);
  }

  private static String option(String name, int comma) {
    return name.substring(comma).toLowerCase(Locale.ROOT);
  }

  private static EncodingForm formOf(EncodingForm plain, int lineFeed) {
    return plain instanceof ShiftedCharsetForm shifted
        ? shifted.withLineFeedAt(lineFeed)
        : EbcdicLineFeed.of((SingleByteForm) plain, lineFeed);
  }

  /** Why a name that ends with such an option names nothing; null if it does not end so. */
  static @Nullable String whyNot(String name) {
    int comma = name.lastIndexOf(',');
    return comma < 0 || !OPTIONS.containsKey(option(name, comma))
        ? null
        : option(name, comma)
            + " says where LF stands in EBCDIC, as in IBM1047"
            + AT_25
            + ", and what is before it names no charset of EBCDIC that this JVM has; name the"
            + " encoding alone";
  }
}
