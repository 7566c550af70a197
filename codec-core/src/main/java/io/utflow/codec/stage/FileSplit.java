/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A stage that reads one split of a file: the lines, records or characters of which the first byte
 * lies in {@code [begin, end)}. Splits that cover a file yield together what one stage yields for
 * all of it, each output once and with its offset in the file, in any order, by any threads.
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
 * <p>The bytes of the file are offered from {@link #readFrom} on, a few bytes before the split, and
 * as far after its end as its last line reaches. Bytes that belong to the neighbours are not
 * decoded: no observer and no handler hears of them. The stage cannot be {@linkplain #switchTo
 * switched}.
 *
 * @param <O> what comes out
 */
public interface FileSplit<O> extends ByteStage<O> {

  /** {@return the byte offset in the file of the first byte to be offered} */
  long readFrom();

  /**
   * {@return whether no more input is needed: the last line that begins in the split has ended, or
   * none begins in it} Asked after a {@link #poll()} that answered null.
   */
  boolean isComplete();
}
