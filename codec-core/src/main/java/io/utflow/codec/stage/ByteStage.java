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
   * The bytes offered so far that have not become an output, in order; the stage is closed. Where
   * the stage has read ahead, and decoded text that no output holds yet, these are that text
   * encoded again: the same bytes, unless some were ill-formed and replaced.
   */
  byte[] takeRest();

  /** The encoding the bytes are read in, as soon as it is known. */
  Optional<TextEncoding> resolvedEncoding();
}
