package io.utflow.codec.stage;

import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Optional;

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
   * <p>Behind a line, they are the bytes received, ill-formed ones included, and nobody was told of
   * an offence among them. With one exception: where only what follows tells whether a terminator
   * or delimiter goes on, as with {@link LineSpec#keepTerminator}, the offence that followed was
   * read to tell; its bytes are handed over nevertheless.
   *
   * <p>Ill-formed sequences that were read in an open line, when no other had ended before the
   * input was used up, are gone: its text is encoded again, with what has replaced them.
   *
   * @throws IllegalStateException if an observer or a handler that {@link #poll} calls calls this
   */
  byte[] takeRest();

  /** The encoding the bytes are read in, as soon as it is known. */
  Optional<TextEncoding> resolvedEncoding();
}
