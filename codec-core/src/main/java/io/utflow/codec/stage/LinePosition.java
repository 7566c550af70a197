package io.utflow.codec.stage;

/**
 * Where the lines or records of a stream can be gone on with, by another stage, at another time.
 * Immutable.
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
   * @throws IllegalArgumentException if the offset is negative
   */
  public LinePosition {
    if (byteOffset < 0) {
      throw new IllegalArgumentException("byte offset " + byteOffset + ": give 0 or more");
    }
  }
}
