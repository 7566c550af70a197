/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import java.util.List;

/** An ill-formed sequence as the reference and the vectors name it, in bytes from the start. */
public record ExpectedSequence(long offset, int length, IllFormedCause cause, boolean endOfInput) {

  /** What the library said, in these terms. */
  public static ExpectedSequence of(IllFormedSequence sequence) {
    return new ExpectedSequence(
        Math.max(sequence.byteOffset(), sequence.charOffset()),
        sequence.length(),
        sequence.cause(),
        sequence.endOfInput());
  }

  /** What the library said, in these terms. */
  public static List<ExpectedSequence> of(List<IllFormedSequence> sequences) {
    return sequences.stream().map(ExpectedSequence::of).toList();
  }
}
