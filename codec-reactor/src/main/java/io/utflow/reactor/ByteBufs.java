package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;

/** Netty's buffers, of any memory, whole or in parts. */
final class ByteBufs implements Buffers<ByteBuf> {
  static final ByteBufs INSTANCE = new ByteBufs();

  /** Of several parts that are no longer together, one copy costs less than the views. */
  private static final int SMALL = 1024;

  private ByteBufs() {}

  @Override
  public ByteBuffer[] views(ByteBuf buffer) {
    int length = buffer.readableBytes();
    if (buffer.hasArray()) {
      int from = buffer.arrayOffset() + buffer.readerIndex();
      return new ByteBuffer[] {ByteBuffer.wrap(buffer.array(), from, length)};
    }
    if (buffer.nioBufferCount() == 1) {
      return new ByteBuffer[] {buffer.nioBuffer()};
    }
    // Not nioBuffer(), which copies a composite of any length.
    return length <= SMALL
        ? new ByteBuffer[] {ByteBuffer.wrap(ByteBufUtil.getBytes(buffer))}
        : buffer.nioBuffers();
  }

  @Override
  public void release(ByteBuf buffer) {
    buffer.release();
  }

  /** The slice shares the reference count, and so takes the reference along. */
  @Override
  public ByteBuf prefix(ByteBuf buffer, int length) {
    return buffer.slice(buffer.readerIndex(), length);
  }
}
