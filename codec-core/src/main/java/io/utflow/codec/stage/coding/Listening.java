/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CodingListener;
import io.utflow.codec.TextEncoding;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Calls the listener of a stage, once for each input, with the differences of counters.
 *
 * <p>It is given the counters of the stage and each output. It guarantees that the sums that the
 * listener is told are those of the stage, and that it is not told where nothing has happened. It
 * leaves to the stage when it is called, and how exceptions of the listener are handled.
 *
 * @param <O> what the stage yields
 */
final class Listening<O> {
  private final CodingListener listener;
  private final TextEncoding named;
  private final ToIntFunction<? super O> length;

  /** An input was offered, and the listener was not called since. */
  private boolean hasInput;

  /** The sum that the listener was told so far. */
  private long read;

  private long illFormed;

  /** The output since the listener was last called. */
  private long written;

  /**
   * @param named the encoding of the spec
   * @param read where the stream begins
   * @param length of an output, in the units that the listener is told
   */
  Listening(
      CodingListener listener, TextEncoding named, long read, ToIntFunction<? super O> length) {
    this.listener = listener;
    this.named = named;
    this.read = read;
    this.length = length;
  }

  void offered() {
    hasInput = true;
  }

  boolean hasInput() {
    return hasInput;
  }

  void yielded(O output) {
    written += length.applyAsInt(output);
  }

  /** Tells the results of the input or of the end, unless nothing has happened. */
  void tell(Optional<TextEncoding> resolved, long nowRead, long nowIllFormed) {
    if (!hasInput && nowRead == read && nowIllFormed == illFormed && written == 0) {
      return;
    }
    long more = nowRead - read;
    long moreIllFormed = nowIllFormed - illFormed;
    long out = written;
    hasInput = false;
    read = nowRead;
    illFormed = nowIllFormed;
    written = 0;
    listener.coded(resolved.orElse(named), more, out, moreIllFormed);
  }

  /** Tells the results of a part of the input, before the rest is read in another encoding. */
  void tellBeforeSwitch(Optional<TextEncoding> resolved, long nowRead, long nowIllFormed) {
    boolean goesOn = hasInput;
    hasInput = false;
    try {
      tell(resolved, nowRead, nowIllFormed);
    } finally {
      hasInput = goesOn;
    }
  }
}
