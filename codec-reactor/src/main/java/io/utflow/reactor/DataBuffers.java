package io.utflow.reactor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/** Spring's buffers, whatever memory they are of. */
final class DataBuffers implements Buffers<DataBuffer> {
  static final DataBuffers INSTANCE = new DataBuffers();

  private DataBuffers() {}

  @Override
  public ByteBuffer[] views(DataBuffer buffer) {
    // Closing the iterator ends no view: the buffer itself holds the memory.
    try (DataBuffer.ByteBufferIterator views = buffer.readableByteBuffers()) {
      List<ByteBuffer> all = new ArrayList<>(1);
      views.forEachRemaining(all::add);
      return all.toArray(ByteBuffer[]::new);
    }
  }

  @Override
  public void release(DataBuffer buffer) {
    DataBufferUtils.release(buffer);
  }

  @Override
  public DataBuffer prefix(DataBuffer buffer, int length) {
    DataBuffer prefix = buffer.split(buffer.readPosition() + length);
    release(buffer);
    return prefix;
  }
}
