package io.utflow.codec.stage;

/**
 * A line or record and where it stands in the bytes of its stream. Immutable.
 *
 * @param text the line, with its terminator if the spec keeps it
 * @param begin the byte offset of its first byte; 0 for the first line, its byte order mark
 *     included
 * @param textEnd the byte offset behind its text, without the terminator
 * @param next where the next line begins
 */
public record LocatedLine(String text, long begin, long textEnd, LinePosition next) {
  LocatedLine(String text, long begin, long textEnd, long next, boolean behindCarriageReturn) {
    this(text, begin, textEnd, new LinePosition(next, behindCarriageReturn));
  }
}
