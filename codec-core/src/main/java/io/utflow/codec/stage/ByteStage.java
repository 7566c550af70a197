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
 * @param <O> what comes out
 */
public interface ByteStage<O> extends Stage<ByteBuffer, O> {

  /**
   * The bytes offered so far that have not become an output, in order; the stage is closed. A byte
   * order mark that was dropped is not among them, nor what {@link Overlong} left out. Where an
   * ill-formed sequence was told of and what replaced it had no room, that text is handed over.
   * Where one is to fail the stream, but that was not thrown yet, its bytes are.
   *
   * <p>Behind a line, they are the bytes received, ill-formed ones included, and no observer was
   * told of those. With one exception: where only what follows tells whether a terminator or
   * delimiter goes on, as with {@link LineSpec#keepTerminator}, an ill-formed sequence that follows
   * is read to tell, and observed; its bytes are handed over nevertheless.
   *
   * <p>Ill-formed sequences that were read in an open line, when no other had ended before the
   * input was used up, are gone: its text is encoded again, with what has replaced them.
   *
   * @return the bytes, perhaps none
   * @throws IllegalStateException if an observer or a handler that {@link #poll} calls calls this
   */
  byte[] takeRest();

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
   * @param next how the bytes are read from here on
   * @throws UnsupportedOperationException if the stage cannot
   * @throws IllegalStateException if the stage is closed, has failed or ended, or if an observer or
   *     a handler that it calls calls this
   */
  default void switchTo(DecoderSpec next) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " has one way to read");
  }

  /**
   * This stage, {@linkplain #switchTo switched} where {@code next} names another way to read: it is
   * asked with each output, before more is decoded.
   *
   * @param next answers with a spec to switch to, or empty
   * @return the two as one stage
   */
  default ByteStage<O> switchingAfter(Function<? super O, Optional<DecoderSpec>> next) {
    return new SwitchingStage<>(this, next);
  }

  /**
   * {@inheritDoc} What it hands over is the rest of this stage, behind the text that {@code next}
   * still holds if that is a {@link TextStage}.
   */
  @Override
  default <P> ByteStage<P> then(Stage<? super O, P> next) {
    return new ChainedByteStage<>(this, next);
  }
}
