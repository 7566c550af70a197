/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.io.Serializable;

/**
 * A line or record that passed its bound: what an observer of a {@link LineSpec} or {@link
 * RecordSpec} is told, and a {@link TooLongLineException} tells. Immutable and thread-safe.
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
 * @param maxChars the bound, in UTF-16 code units without the terminator
 * @serial exclude
 */
public record TooLongLine(long charOffset, long byteOffset, int maxChars) implements Serializable {
  @Override
  public String toString() {
    return "the line that begins at byte "
        + byteOffset
        + ", char "
        + charOffset
        + ", is longer than "
        + maxChars
        + " chars";
  }
}
