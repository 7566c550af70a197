/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.detect;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.cli.source.VariantOfUtf8;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Guess;
import io.utflow.icu.IcuDetector;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The guess for bytes that are not UTF-8, UTF-16 or UTF-32: a variant of UTF-8 in which they are
 * well-formed, or what a detector that counts letters takes them for: ICU's detector, if it is
 * present.
 *
 * @param guess the encoding that the bytes may be in
 */
record Guesses(Optional<Guess> guess) {
  static final Guesses NONE = new Guesses(Optional.empty());

  /** ICU gives ten percent for no reason at all. */
  private static final int LEAST_PERCENT = 11;

  /** Six bytes of a surrogate pair are hardly text in another encoding. */
  private static final int PERCENT_OF_VARIANT = 99;

  static Guesses of(ByteBuffer head) {
    VariantOfUtf8 first = new VariantOfUtf8();
    first.accept(head);
    Optional<Guess> variant = first.found().map(each -> new Guess(each, PERCENT_OF_VARIANT));
    return variant.isPresent() ? new Guesses(variant) : byLetters(head);
  }

  private static Guesses byLetters(ByteBuffer head) {
    byte[] bytes = new byte[head.remaining()];
    head.get(head.position(), bytes);
    try {
      // Damaged UTF-8 is UTF-8 all the same, but UTF-16 and UTF-32 were looked for in another way.
      return new Guesses(
          new IcuDetector(LEAST_PERCENT)
              .guess(bytes)
              .filter(
                  each ->
                      each.encoding().equals(TextEncoding.UTF_8)
                          || !UnicodeEncodings.ALL.contains(each.encoding())));
    } catch (NoClassDefFoundError e) {
      return NONE; // The library is optional.
    }
  }

  String sentence() {
    return guess.map(Guesses::sentence).orElse("");
  }

  private static String sentence(Guess guess) {
    boolean isDamaged = guess.encoding().equals(TextEncoding.UTF_8);
    boolean isVariant = VariantOfUtf8.isOne(guess.encoding());
    return ", perhaps %s%s (%d %% by its %s)"
        .formatted(
            isDamaged ? "damaged " : "",
            guess.encoding(),
            guess.percent(),
            isVariant ? "sequences" : "letters");
  }
}
