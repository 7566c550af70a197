/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.pool.ShortCopy;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads and releases one kind of buffer. Stateless. */
interface Buffers<B> extends Ownership<B> {

  /** The readable bytes in order, without moving the buffer's own position. */
  ByteBuffer[] views(B buffer);

  /**
   * A copy of the readable bytes, where that costs less than views of them, without moving the
   * buffer's own position; the caller gives it back. Null where it does not.
   */
  default @Nullable ShortCopy copy(B buffer) {
    return null;
  }

  /** Does nothing: buffers without a reference count need no release. */
  @Override
  default void release(B buffer) {}

  /** The first {@code length} readable bytes, in exchange for {@code buffer}. */
  B prefix(B buffer, int length);
}
