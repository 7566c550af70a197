/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Where another stage can go on with the lines or records of a stream, at another time. Immutable
 * and thread-safe.
 *
 * <pre>{@code
 * stage = Stages.locatedLines(spec, lines, last.next());
 * stage.offer(bytesOfTheFileFrom(last.next().byteOffset()));
 * }</pre>
 *
 * @param byteOffset bytes from the start of the stream
 * @param behindCarriageReturn whether the last line ended at a CR, so that an LF at this position
 *     belongs to it; only where a bare CR ends a line
 */
public record LinePosition(long byteOffset, boolean behindCarriageReturn) {
  /**
   * A position.
   *
   * @param byteOffset bytes from the start of the stream
   * @param behindCarriageReturn whether an LF there belongs to the line before
   * @throws IllegalArgumentException if the offset is negative
   */
  public LinePosition {
    if (byteOffset < 0) {
      throw new IllegalArgumentException("byte offset " + byteOffset + ": give 0 or more");
    }
  }
}
