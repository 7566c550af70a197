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
 * per stream, for one thread at a time, as every {@link Stage}.
 *
 * @param <O> what comes out
 */
public interface ByteStage<O> extends Stage<ByteBuffer, O> {

  /**
   * {@return the bytes offered so far that have not become an output, in order} The stage is
   * closed. They are the caller's, and no array of an input. A byte order mark that was dropped is
   * not among them, nor what {@link TooLongPolicy} left out. Where the observer was told of an
   * ill-formed sequence, but its replacement did not fit into the last output, the replacement is
   * handed over. Where a sequence is to fail the stream, and that has not been thrown yet, its
   * bytes are.
   *
   * <p>Behind a line, they are the bytes received, ill-formed ones included, and no observer was
   * told of those. With one exception: where only what follows tells whether a terminator or
   * delimiter goes on, as with {@link LineSpec#keepTerminator}, an ill-formed sequence that follows
   * is read to tell, and observed; its bytes are handed over nevertheless.
   *
   * <p>Of a line that has begun in an earlier input and has not ended, only the text is known: it
   * is encoded again, with the replacements of its ill-formed sequences.
   *
   * @throws IllegalStateException if an observer or a handler that {@link #poll} calls calls this
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
   * offsets go on. Text of a line that an earlier input has begun stays its beginning. To be called
   * between two polls, as behind a line that names an encoding; no byte is lost or decoded twice.
   *
   * <p>The {@link io.utflow.codec.CodingListener} stays that of the first spec. It is told what was
   * read in the old encoding before the switch; what it throws then, the next poll throws that has
   * something to read.
   *
   * @param next how the bytes are read from here on
   * @throws UnsupportedOperationException if the stage cannot
   * @throws IllegalStateException if the stage is closed, has failed or ended, or if an observer or
   *     a handler that it calls calls this
   */
  default void switchTo(DecoderSpec next) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " has one way to read");
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
   * {@inheritDoc} {@link #takeUndelivered()} of the two answers with the bytes that this stage
   * hands over, behind the text that {@code next} hands over if that is a {@link TextStage},
   * encoded.
   */
  @Override
  default <P> ByteStage<P> then(Stage<? super O, P> next) {
    return new ChainedByteStage<>(this, next);
  }
}
