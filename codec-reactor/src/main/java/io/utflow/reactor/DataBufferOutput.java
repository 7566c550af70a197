/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;

/** Spring's buffers, from the factory the caller gave. */
record DataBufferOutput(DataBufferFactory factory) implements OutputBuffers<DataBuffer> {
  DataBufferOutput {
    Objects.requireNonNull(factory, "factory");
  }

  @Override
  public DataBuffer allocate(int bytes) {
    return factory.allocateBuffer(bytes);
  }

  @Override
  public ByteBuffer writableView(DataBuffer buffer) {
    // Closing the iterator ends no view: the buffer itself holds the memory.
    try (DataBuffer.ByteBufferIterator views = buffer.writableByteBuffers()) {
      return views.next();
    }
  }

  @Override
  public DataBuffer finish(DataBuffer buffer, int bytes) {
    return buffer.writePosition(buffer.writePosition() + bytes);
  }

  @Override
  public void release(DataBuffer buffer) {
    DataBufferUtils.release(buffer);
  }
}
