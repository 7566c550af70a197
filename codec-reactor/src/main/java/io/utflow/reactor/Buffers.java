/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.atonce.AtOnceReader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How one kind of buffer is read and let go. Stateless. */
interface Buffers<B> extends Ownership<B> {

  /** The readable bytes in order, without moving the buffer's own position. */
  ByteBuffer[] views(B buffer);

  /**
   * What {@code stage} makes at once of the readable bytes, without moving the buffer's own
   * position; null if it makes nothing.
   */
  default <O> @Nullable O readAtOnce(B buffer, AtOnceReader<O> stage) {
    return null;
  }

  /** Nothing, for buffers that are not counted. */
  @Override
  default void release(B buffer) {}

  /** The first {@code length} readable bytes, in exchange for {@code buffer}. */
  B prefix(B buffer, int length);
}
