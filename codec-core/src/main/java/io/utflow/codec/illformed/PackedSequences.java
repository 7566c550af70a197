/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.Step;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds ill-formed sequences in the unpacked escapes of one packed text. It is given bytes or
 * numbers, and leaves the treatment of ill-formed ones to its superclass {@link IllFormedPolicy}.
 */
public final class PackedSequences extends IllFormedPolicy {
  public PackedSequences(MalformedPolicy policy) {
    super(MalformedRule.of(policy));
  }

  @Override
  protected @Nullable Consumer<? super IllFormedSequence> observer() {
    return null;
  }

  // All offsets are those of the first escape of a sequence, in UTF-16 code units of the packed
  // text. An IllFormedTextException is thrown where a sequence is to be reported.

  /**
   * Writes the character that bytes of UTF-8 begin with, or what replaces an ill-formed sequence.
   *
   * @param isAll whether no byte follows them
   * @param endOfInput whether that is because the input ends
   * @return how many bytes it has; 0 if more of them decide
   */
  public int readUtf8(
      byte[] bytes, int length, boolean isAll, boolean endOfInput, long offset, StringBuilder out) {
    int step = Encoding.UTF_8.form().step(bytes, 0, length, isAll);
    if (Step.isScalar(step)) {
      out.appendCodePoint(Step.scalar(step));
    } else if (step != Step.NEEDS_MORE) {
      byte[] sequence = Arrays.copyOf(bytes, Step.length(step));
      IllFormedCause cause = FoundSequence.cause(Step.cause(step));
      out.append(replacementOf(Encoding.UTF_8, sequence, cause, endOfInput, offset));
    }
    return Step.length(step);
  }

  private String replacementOf(
      Encoding encoding, byte[] bytes, IllFormedCause cause, boolean endOfInput, long offset) {
    String text = unseenNext();
    takeNext();
    if (text != null) {
      return text;
    }
    SequenceKind kind =
        SequenceKind.ofBytes(encoding, bytes, cause, endOfInput, SequenceKind.Place.PACKED_TEXT);
    return replacementOf(new FoundSequence(kind, offset));
  }

  /** The text in the place of an unpaired surrogate. */
  public String replacementOf(char surrogate, long offset, boolean endOfInput) {
    byte[] bytes = {(byte) (surrogate >> 8), (byte) surrogate};
    IllFormedCause cause = FoundSequence.causeOf(surrogate);
    return replacementOf(Encoding.UTF_16BE, bytes, cause, endOfInput, offset);
  }

  /** The text in the place of a number, of at most 32 bits, that is no character. */
  public String replacementOf(long number, long offset) {
    byte[] bytes = {
      (byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number
    };
    boolean surrogate = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
    IllFormedCause cause = surrogate ? IllFormedCause.SURROGATE : IllFormedCause.OUT_OF_RANGE;
    return replacementOf(Encoding.UTF_32BE, bytes, cause, false, offset);
  }
}
