package io.utflow.codec.stage;

/**
 * A stage that reads text, and can be given up in the middle of a stream.
 *
 * @param <I> the text that goes in
 * @param <O> what comes out
 */
public interface TextStage<I extends CharSequence, O> extends Stage<I, O> {
  /**
   * Hands over the text offered so far that has not become an output; the stage is closed.
   *
   * @return that text, in order
   * @throws IllegalStateException if an observer or a handler that the stage calls calls this
   */
  String takeRest();
}
