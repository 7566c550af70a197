/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.nio.ByteBuffer;

/** How one kind of buffer is read and let go. Stateless. */
interface Buffers<B> extends Ownership<B> {

  /** The readable bytes in order, without moving the buffer's own position. */
  ByteBuffer[] views(B buffer);

  /** Nothing, for buffers that are not counted. */
  @Override
  default void release(B buffer) {}

  /** The first {@code length} readable bytes, in exchange for {@code buffer}. */
  B prefix(B buffer, int length);
}
