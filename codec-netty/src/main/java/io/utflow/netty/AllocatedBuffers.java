/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;

/** Buffers of the channel's allocator, which is known when the handler is added. */
final class AllocatedBuffers implements OutputBuffers<ByteBuf> {
  private ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

  void allocateFrom(ByteBufAllocator other) {
    allocator = other;
  }

  @Override
  public ByteBuf allocate(int bytes) {
    return allocator.buffer(bytes);
  }

  @Override
  public ByteBuffer writableView(ByteBuf buffer) {
    return writableViewOf(buffer);
  }

  static ByteBuffer writableViewOf(ByteBuf buffer) {
    return buffer.nioBuffer(buffer.writerIndex(), buffer.writableBytes());
  }

  @Override
  public ByteBuf finish(ByteBuf buffer, int bytes) {
    return buffer.writerIndex(buffer.writerIndex() + bytes);
  }

  @Override
  public void release(ByteBuf buffer) {
    buffer.release();
  }
}
