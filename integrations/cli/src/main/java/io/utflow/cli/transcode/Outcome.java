/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

/**
 * What has become of a file.
 *
 * @param kind in which way it went
 * @param detail for people: what it was and is, or why it was left
 * @param bytes how many were read of it
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
