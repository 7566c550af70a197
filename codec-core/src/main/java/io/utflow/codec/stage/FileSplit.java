/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A stage that reads one split of a file: the lines, records or characters whose first byte lies in
 * {@code [begin, end)}. Adjacent splits of a file together yield the same outputs as one stage for
 * the whole file: each output once, with its offset in the file. Any thread may read any split, in
 * any order.
 *
 * <pre>{@code
 * FileSplit<LocatedLine> split = Stages.splitLines(spec, lines, begin, end);
 * ByteBuffer input = ByteBuffer.allocate(8192);
 * file.position(split.readFrom());
 * boolean ended = false;
 * while (!split.isComplete() && !ended) {
 *   ended = file.read(input.clear()) < 0;
 *   if (ended) {
 *     split.endOfInput();
 *   } else {
 *     split.offer(input.flip());
 *   }
 *   for (LocatedLine line = split.poll(); line != null; line = split.poll()) {
 *     System.out.println(line.begin() + ": " + line.text());
 *   }
 * }
 * }</pre>
 *
 * <p>Offer the bytes of the file from {@link #readFrom} on, which is a few bytes before the split,
 * up to the end of the last line, which may lie after the end of the split. Bytes of the adjacent
 * splits are not decoded: no observer and no handler is called for them. The stage cannot be
 * {@linkplain #switchTo switched}.
 *
 * @param <O> the outputs
 */
public interface FileSplit<O> extends ByteStage<O> {

  /** {@return the byte offset in the file of the first byte to be offered} */
  long readFrom();

  /**
   * {@return whether no more input is needed: the last line that begins in the split has ended, or
   * no line begins in it} Call it after {@link #poll()} has returned null.
   */
  boolean isComplete();
}
