/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.pool.ShortCopy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.PooledDataBuffer;

/** Spring's buffers, whatever memory they are of. */
final class DataBuffers implements Buffers<DataBuffer> {
  static final DataBuffers INSTANCE = new DataBuffers();

  private static final String ADVICE =
      "A buffer was released before the operator had read it. The operator releases each buffer"
          + " that reaches it; if somebody else releases it too, retain it before the operator:"
          + " map(DataBufferUtils::retain)";

  private DataBuffers() {}

  @Override
  public ByteBuffer[] views(DataBuffer buffer) {
    try {
      if (buffer instanceof NettyDataBuffer netty) {
        return ByteBufs.INSTANCE.views(netty.getNativeBuffer());
      }
      // Its own views are read-only, and so hide the array.
      return buffer instanceof DefaultDataBuffer plain
          ? new ByteBuffer[] {plain.getNativeBuffer()}
          : viewsOf(buffer);
    } catch (IllegalStateException e) {
      throw isReleased(buffer) ? new IllegalStateException(ADVICE, e) : e;
    }
  }

  private static ByteBuffer[] viewsOf(DataBuffer buffer) {
    // Closing the iterator ends no view: the buffer itself holds the memory.
    try (DataBuffer.ByteBufferIterator views = buffer.readableByteBuffers()) {
      List<ByteBuffer> all = new ArrayList<>(1);
      views.forEachRemaining(all::add);
      return all.toArray(ByteBuffer[]::new);
    }
  }

  @Override
  public @Nullable ShortCopy copy(DataBuffer buffer) {
    if (!(buffer instanceof NettyDataBuffer netty)) {
      return null;
    }
    try {
      return ByteBufs.INSTANCE.copy(netty.getNativeBuffer());
    } catch (IllegalStateException e) {
      throw isReleased(buffer) ? new IllegalStateException(ADVICE, e) : e;
    }
  }

  private static boolean isReleased(DataBuffer buffer) {
    return buffer instanceof PooledDataBuffer pooled && !pooled.isAllocated();
  }

  @Override
  public void release(DataBuffer buffer) {
    DataBufferUtils.release(buffer);
  }

  @Override
  public int references(DataBuffer buffer) {
    if (buffer instanceof NettyDataBuffer netty) {
      return netty.getNativeBuffer().refCnt();
    }
    return buffer instanceof PooledDataBuffer pooled && pooled.isAllocated() ? 1 : 0;
  }

  @Override
  public DataBuffer prefix(DataBuffer buffer, int length) {
    DataBuffer prefix = buffer.split(buffer.readPosition() + length);
    release(buffer);
    return prefix;
  }
}
