/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import java.io.Serializable;

/**
 * An event that passed its bound: what an observer of an {@link EventSpec} is told, and a {@link
 * TooLongEventException} tells. Immutable and thread-safe.
 *
 * @param byteOffset where it begins, in bytes of the stream: 0, or after the terminator of the
 *     empty line before it
 * @param maxChars the bound, in UTF-16 code units
 * @serial exclude
 */
public record TooLongEvent(long byteOffset, int maxChars) implements Serializable {
  @Override
  public String toString() {
    return "the event that begins at byte "
        + byteOffset
        + " is longer than "
        + maxChars
        + " chars, or one of its lines is";
  }
}
