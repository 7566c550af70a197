/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.io.Serializable;

/**
 * A line or record that passed a bound: what an observer of a {@link LineSpec} or {@link
 * RecordSpec} is told, and a {@link TooLongLineException} tells. It passed one of the two bounds,
 * and the other number is 0; where one character passes both, that in chars counts. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * LineSpec lines =
 *     LineSpec.of(LineBreaks.LF_OR_CRLF)
 *         .onTooLong(TooLongPolicy.DISCARD)
 *         .observer(line -> System.err.println("left out at byte " + line.byteOffset()));
 * }</pre>
 *
 * @param charOffset where it begins, in UTF-16 code units of the decoded text
 * @param byteOffset where it begins, in bytes of the stream; 0 for the first, its byte order mark
 *     included
 * @param maxChars the bound that it passed, in UTF-16 code units without the terminator; 0 if it
 *     passed that in bytes
 * @param maxBytes the bound that it passed, in bytes without the terminator; 0 if it passed that in
 *     chars
 * @serial exclude
 */
public record TooLongLine(long charOffset, long byteOffset, int maxChars, int maxBytes)
    implements Serializable {
  /**
   * One that passed the bound in chars.
   *
   * @param charOffset where it begins, in UTF-16 code units of the decoded text
   * @param byteOffset where it begins, in bytes of the stream
   * @param maxChars the bound, in UTF-16 code units without the terminator
   */
  public TooLongLine(long charOffset, long byteOffset, int maxChars) {
    this(charOffset, byteOffset, maxChars, 0);
  }

  /** {@return the name of the setting that is the bound, {@code maxChars} or {@code maxBytes}} */
  public String setting() {
    return maxBytes > 0 ? "maxBytes" : "maxChars";
  }

  @Override
  public String toString() {
    return "the line that begins at byte "
        + byteOffset
        + ", char "
        + charOffset
        + ", is longer than "
        + (maxBytes > 0 ? maxBytes + " bytes" : maxChars + " chars");
  }
}
