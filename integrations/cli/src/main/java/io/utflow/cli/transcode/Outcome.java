/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

/**
 * The outcome of a file.
 *
 * @param kind the kind of the outcome
 * @param detail for people: the old and the new encoding, or why it was left
 * @param bytes the number of bytes that were read
 */
record Outcome(Kind kind, String detail, long bytes) {
  enum Kind {
    CONVERTED,
    AS_IT_IS,
    BINARY,
    LEFT
  }

  static Outcome left(String why) {
    return new Outcome(Kind.LEFT, why, 0);
  }
}
