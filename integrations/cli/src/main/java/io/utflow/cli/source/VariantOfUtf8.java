/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.UnicodeVariants;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variant of UTF-8 that bytes are in which are not well-formed UTF-8: CESU-8, it and UTF-8
 * mixed, or Modified UTF-8.
 */
public final class VariantOfUtf8 {
  private static final List<TextEncoding> ALL =
      List.of(
          UnicodeVariants.CESU_8, UnicodeVariants.UTF_8_OR_CESU_8, UnicodeVariants.MODIFIED_UTF_8);

  /** Those in which the bytes so far are well-formed. */
  private final Map<TextEncoding, TextValidator> open = new LinkedHashMap<>();

  /** The last byte. */
  private int last;

  /** Whether a sequence has come that UTF-8 does not have. */
  private boolean hasOwn;

  /** Before the first byte. */
  public VariantOfUtf8() {
    ALL.forEach(each -> open.put(each, DecoderSpec.of(each).newValidator()));
  }

  /** Whether it is one of these variants. */
  public static boolean isOne(TextEncoding encoding) {
    return ALL.contains(encoding);
  }

  /**
   * Takes the next bytes, and returns whether they may still be in a variant.
   *
   * @param bytes their position does not change
   */
  public boolean accept(ByteBuffer bytes) {
    open.values().removeIf(validator -> validator.validate(bytes.slice(), false).isPresent());
    for (int i = bytes.position(); i < bytes.limit() && !hasOwn && !open.isEmpty(); i++) {
      int pair = last << 8 | bytes.get(i) & 0xFF;
      last = pair & 0xFF;
      hasOwn = pair == 0xC080 || pair >= 0xEDA0 && pair < 0xEDB0; // NUL, a high surrogate
    }
    return !open.isEmpty();
  }

  /** The variant of the bytes so far; empty if they are in none, or have no sequence of one. */
  public Optional<TextEncoding> found() {
    return hasOwn ? open.keySet().stream().findFirst() : Optional.empty();
  }
}
