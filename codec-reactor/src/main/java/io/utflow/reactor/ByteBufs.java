/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.pool.ShortCopy;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Netty's buffers, of any memory, whole or in parts. */
final class ByteBufs implements Buffers<ByteBuf> {
  static final ByteBufs INSTANCE = new ByteBufs();

  private ByteBufs() {}

  @Override
  public ByteBuffer[] views(ByteBuf buffer) {
    try {
      return viewsOf(buffer);
    } catch (IllegalReferenceCountException e) {
      throw advised(e);
    }
  }

  @Override
  public @Nullable ShortCopy copy(ByteBuf buffer) {
    int length = buffer.readableBytes();
    if (length > ShortCopy.MOST_BYTES) {
      return null;
    }
    ShortCopy copy = ShortCopy.borrow(length);
    try {
      buffer.getBytes(buffer.readerIndex(), copy.array(), 0, length);
      return copy;
    } catch (IllegalReferenceCountException e) {
      copy.giveBack();
      throw advised(e);
    }
  }

  private static ByteBuffer[] viewsOf(ByteBuf buffer) {
    if (buffer.hasArray()) {
      int from = buffer.arrayOffset() + buffer.readerIndex();
      return new ByteBuffer[] {ByteBuffer.wrap(buffer.array(), from, buffer.readableBytes())};
    }
    // Not nioBuffer() alone, which copies a composite of any length.
    return buffer.nioBufferCount() == 1
        ? new ByteBuffer[] {buffer.nioBuffer()}
        : buffer.nioBuffers();
  }

  @Override
  public void release(ByteBuf buffer) {
    try {
      buffer.release();
    } catch (IllegalReferenceCountException e) {
      throw advised(e);
    }
  }

  @Override
  public int references(ByteBuf buffer) {
    return buffer.refCnt();
  }

  /** A source that releases what it emits, as reactor-netty does, fails at its second release. */
  @Override
  public Throwable explained(Throwable failure) {
    return failure instanceof IllegalReferenceCountException e ? advised(e) : failure;
  }

  private static IllegalReferenceCountException advised(IllegalReferenceCountException cause) {
    return new IllegalReferenceCountException(
        "A buffer was released once too often. The operator releases each buffer that reaches it;"
            + " if the source releases it too, as reactor-netty's receive() does, retain it before"
            + " the operator: receive().retain()",
        cause);
  }

  /** The slice shares the reference count, and so takes the reference along. */
  @Override
  public ByteBuf prefix(ByteBuf buffer, int length) {
    return buffer.slice(buffer.readerIndex(), length);
  }
}
