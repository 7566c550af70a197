/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * A stage that reads bytes, and can be given up in the middle of a stream: at the removal of a
 * handler, at a switch of the protocol or of the encoding.
 *
 * <pre>{@code
 * ByteStage<String> lines = Stages.lines(DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.CRLF));
 * lines.offer(ByteBuffer.wrap("UPGRADE\r\n\1\2\3".getBytes(StandardCharsets.UTF_8)));
 * if ("UPGRADE".equals(lines.poll())) {
 *   byte[] binary = lines.takeUndelivered(); // 01 02 03, as they were received
 * }
 * }</pre>
 *
 * <p>An input is read from its position to its limit; the stage moves the position. Mutable, one
 * per stream, for one thread at a time, like every {@link Stage}.
 *
 * @param <O> the type of the outputs
 */
public interface ByteStage<O> extends Stage<ByteBuffer, O> {

  /**
   * {@return the bytes offered so far that have not become an output, in order} The stage is
   * closed. The caller owns the array; it is never an array of an input. Neither a byte order mark
   * that was dropped nor text that {@link TooLongPolicy} left out is in it. Where the observer was
   * told of an ill-formed sequence, but its replacement did not fit into the last output, the
   * replacement is handed over. If a sequence is about to fail the stream but the exception has not
   * been thrown yet, its bytes are included.
   *
   * <p>After a line, the array holds the bytes as received, ill-formed ones included, which no
   * observer has seen. There is one exception. Sometimes only the next bytes tell whether a
   * terminator or delimiter goes on, as with {@link LineSpec#keepTerminator}. If these bytes are
   * ill-formed, the observer has been told of them, and they are handed over all the same.
   *
   * <p>A line that has begun in an earlier input and has not ended is known only as text: it is
   * encoded again, with the replacements of its ill-formed sequences.
   *
   * @throws IllegalStateException if it is called from an observer or a handler of the stage
   */
  byte[] takeUndelivered();

  /**
   * {@return the encoding the bytes are read in, as soon as it is known} It is known at once unless
   * a byte order mark decides.
   */
  Optional<TextEncoding> resolvedEncoding();

  /**
   * Reads the bytes that have not become an output in another way from here on: another encoding,
   * policy, observer. The policy for byte order marks and the budget of {@code next} begin here,
   * offsets go on. If an earlier input has begun a line, its text stays the beginning of that line.
   * Call it between two polls, for example after a line that names an encoding; no byte is lost or
   * decoded twice. Poll after it too: bytes that were offered before may be complete lines in the
   * new encoding.
   *
   * <p>Any encoding may follow any other, those with shifts included. The shifts of the encoding
   * before end with it: the next one begins unshifted, whatever it is.
   *
   * <p>The {@link io.utflow.codec.CodingListener} stays that of the first spec. It is told what was
   * read in the old encoding before the switch. If it throws then, the next poll that has something
   * to read throws that exception.
   *
   * @param next how the bytes are read from here on
   * @throws UnsupportedOperationException if the stage cannot, whatever the encoding: one that
   *     validates or transcodes, or reads whole frames or the split of a file. The message says
   *     what to do
   * @throws IllegalArgumentException if {@code next} replaces ill-formed sequences by a text that
   *     could be part of a delimiter of the stage; nothing is changed then
   * @throws IllegalStateException if the stage is closed, has failed or ended, or if it is called
   *     from an observer or a handler of the stage
   */
  default void switchTo(DecoderSpec next) {
    throw new UnsupportedOperationException(
        getClass().getSimpleName()
            + " has one way to read: take its bytes by takeUndelivered() and offer them to a stage"
            + " made for the other; or begin with Stages.decode, lines or text, which can switch,"
            + " and put other stages behind it by then(..)");
  }

  /**
   * {@return this stage, {@linkplain #switchTo switched} where {@code next} names another way to
   * read} It is asked with each output, before more is decoded.
   *
   * <pre>{@code
   * ByteStage<String> lines =
   *     Stages.lines(DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.CRLF))
   *         .switchingAfter(
   *             line ->
   *                 line.startsWith("CHARSET ")
   *                     ? TextEncoding.find(line.substring(8)).map(DecoderSpec::of)
   *                     : Optional.empty());
   * }</pre>
   *
   * @param next answers with a spec to switch to, or empty; what it throws is thrown by {@link
   *     #poll} and ends the stream, as a failure of the stage
   */
  default ByteStage<O> switchingAfter(Function<? super O, Optional<DecoderSpec>> next) {
    return new ChainedByteStage<>(
        this, new PassingStage<>(output -> next.apply(output).ifPresent(this::switchTo)));
  }

  /**
   * {@inheritDoc} {@link #takeUndelivered()} of the chain returns the bytes that this stage hands
   * over. If {@code next} is a {@link TextStage}, the text that it hands over comes first, encoded.
   */
  @Override
  default <P> ByteStage<P> then(Stage<? super O, P> next) {
    return new ChainedByteStage<>(this, next);
  }
}
