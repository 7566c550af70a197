/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A line or record and where it stands in the bytes of its stream. Immutable and thread-safe.
 *
 * <pre>{@code
 * ByteStage<LocatedLine> stage = Stages.locatedLines(spec, lines);
 * stage.offer(ByteBuffer.wrap("one\ntwo\n".getBytes(StandardCharsets.UTF_8)));
 * stage.poll();
 * LocatedLine two = stage.poll(); // text "two", begin 4, textEnd 7, next.byteOffset 8
 * }</pre>
 *
 * <p>All offsets are bytes from the start of the stream, a byte order mark included, or from where
 * {@link io.utflow.codec.DecoderSpec#countingFrom} begins to count.
 *
 * @param text the line, with its terminator if the spec keeps it
 * @param begin the byte offset of its first byte; 0 for the first line, its byte order mark
 *     included
 * @param textEnd the byte offset after its text, without the terminator
 * @param next where the next line begins
 */
public record LocatedLine(String text, long begin, long textEnd, LinePosition next) {
  LocatedLine(String text, long begin, long textEnd, long next, boolean behindCarriageReturn) {
    this(text, begin, textEnd, new LinePosition(next, behindCarriageReturn));
  }
}
