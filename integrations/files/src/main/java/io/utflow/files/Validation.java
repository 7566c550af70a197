/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.IllFormedSequence;
import java.util.List;

/**
 * The ill-formed sequences of a file. Immutable.
 *
 * @param illFormed the number of ill-formed sequences
 * @param first the first of them, in the order of the file, as many as were asked for
 */
public record Validation(long illFormed, List<IllFormedSequence> first) {
  /**
   * Keeps a copy of the list.
   *
   * @param illFormed how many sequences are
   * @param first the first of them
   */
  public Validation {
    first = List.copyOf(first);
  }

  /** {@return whether all of the file is well-formed} */
  public boolean isWellFormed() {
    return illFormed == 0;
  }
}
