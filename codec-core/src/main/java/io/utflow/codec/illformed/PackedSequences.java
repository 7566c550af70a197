/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;

/** What becomes of the ill-formed sequences that the escapes of one packed text stand for. */
public final class PackedSequences {
  private final MalformedRule rule;
  private long count;

  public PackedSequences(MalformedPolicy policy) {
    this.rule = MalformedRule.of(policy);
  }

  /**
   * The text in the place of a sequence.
   *
   * @param found describes it, but for its offset
   * @param offset where its first escape begins, in UTF-16 code units of the packed text
   * @throws io.utflow.codec.IllFormedTextException if it is to be reported
   */
  public String replacementOf(IllFormedSequence found, long offset) {
    IllFormedSequence placed = FoundSequence.inPackedText(found, offset);
    count++;
    String text = rule.textFor(placed, count, null);
    if (text == null) {
      throw placed.toException();
    }
    return text;
  }

  /** The text in the place of an unpaired surrogate. */
  public String replacementOf(char surrogate, long offset, boolean endOfInput) {
    byte[] bytes = {(byte) (surrogate >> 8), (byte) surrogate};
    IllFormedCause cause =
        Character.isHighSurrogate(surrogate)
            ? IllFormedCause.UNPAIRED_HIGH_SURROGATE
            : IllFormedCause.UNPAIRED_LOW_SURROGATE;
    return replacementOf(found(TextEncoding.UTF_16BE, bytes, cause, endOfInput), offset);
  }

  /** The text in the place of a number, of at most 32 bits, that is no character. */
  public String replacementOf(long number, long offset) {
    byte[] bytes = {
      (byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number
    };
    boolean surrogate = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
    IllFormedCause cause = surrogate ? IllFormedCause.SURROGATE : IllFormedCause.OUT_OF_RANGE;
    return replacementOf(found(TextEncoding.UTF_32BE, bytes, cause, false), offset);
  }

  private static IllFormedSequence found(
      TextEncoding encoding, byte[] bytes, IllFormedCause cause, boolean endOfInput) {
    return FoundSequence.ofBytes(
        Encoding.of(encoding), bytes, 0, bytes.length, cause, 0, endOfInput);
  }
}
