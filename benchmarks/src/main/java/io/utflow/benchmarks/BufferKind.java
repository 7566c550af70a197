/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Where the bytes of a Netty buffer lie. */
public enum BufferKind {
  /** In an array. */
  HEAP {
    @Override
    public ByteBuf of(byte[] piece) {
      return Unpooled.wrappedBuffer(piece);
    }
  },
  /** Outside the heap, where a socket leaves them. */
  DIRECT {
    @Override
    public ByteBuf of(byte[] piece) {
      return UNTRACKED.directBuffer(piece.length).writeBytes(piece);
    }
  },
  /** In three direct buffers, cut anywhere, as a cumulation leaves them. */
  COMPOSITE {
    @Override
    public ByteBuf of(byte[] piece) {
      ByteBuf whole = DIRECT.of(piece);
      int third = piece.length / 3;
      return Unpooled.wrappedBuffer(
          3,
          whole.retainedSlice(0, third),
          whole.retainedSlice(third, third),
          whole.slice(2 * third, piece.length - 2 * third));
    }
  };

  /** Without a leak detector, which would wrap some of the buffers and not others. */
  private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(true, true);

  /** A buffer of {@code piece}, which the caller releases. */
  public abstract ByteBuf of(byte[] piece);
}
