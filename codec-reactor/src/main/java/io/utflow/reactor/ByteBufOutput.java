/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Netty's buffers, from the allocator the caller gave. */
record ByteBufOutput(ByteBufAllocator allocator) implements OutputBuffers<ByteBuf> {
  ByteBufOutput {
    Objects.requireNonNull(allocator, "allocator");
  }

  @Override
  public ByteBuf allocate(int bytes) {
    return allocator.buffer(bytes);
  }

  @Override
  public ByteBuffer writableView(ByteBuf buffer) {
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
