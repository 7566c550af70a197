package io.utflow.codec.stage;

/**
 * A stage that reads text, and can be given up in the middle of a stream.
 *
 * @param <I> the text that goes in
 * @param <O> what comes out
 */
public interface TextStage<I extends CharSequence, O> extends Stage<I, O> {
  /**
   * The text offered so far that has not become an output, in order; the stage is closed.
   *
   * @throws IllegalStateException if an observer or a handler that the stage calls calls this
   */
  String takeRest();
}
