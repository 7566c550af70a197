/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.atonce;

import org.jspecify.annotations.Nullable;

/**
 * A stage that can read a few bytes in one call, where they are used up by one output: what {@code
 * offer}, {@code poll} and {@code isSpent} do, which together cost more than a short message.
 *
 * @param <O> what comes out
 */
public interface AtOnceReader<O> {
  /**
   * {@return the same stage, if it can read at once; else null}
   *
   * @param stage any stage
   * @param <O> what comes out of it
   */
  @SuppressWarnings("unchecked") // Whoever implements this reads what the stage yields.
  static <O> @Nullable AtOnceReader<O> of(AutoCloseable stage) {
    return stage instanceof AtOnceReader<?> reader ? (AtOnceReader<O>) reader : null;
  }

  /**
   * {@return whether {@link #readAtOnce} is worth a call: the stage is ready for an input, and
   * stands where a short one often becomes one output}
   */
  boolean readsAtOnce();

  /**
   * Reads a few bytes, if they are used up by one output. No observer, handler or listener is
   * called. Else it reads none of them and answers null: then offer them.
   *
   * @param bytes read during this call only
   * @param from where the bytes begin
   * @param length how many they are
   * @param room the chars of the {@link ShortInput} that {@code bytes} are of, so that they need
   *     not be copied once more; null if they are of none
   * @return the output, which belongs to the caller; the stage is ready for the next input. Or
   *     null: nothing was done
   */
  @Nullable O readAtOnce(byte[] bytes, int from, int length, char @Nullable [] room);
}
