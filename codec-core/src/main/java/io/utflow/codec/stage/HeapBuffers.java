package io.utflow.codec.stage;

import java.nio.ByteBuffer;

/** Plain heap buffers, which the garbage collector releases. */
enum HeapBuffers implements OutputBuffers<ByteBuffer> {
  INSTANCE;

  @Override
  public ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes);
  }

  @Override
  public ByteBuffer room(ByteBuffer buffer) {
    return buffer.duplicate();
  }

  @Override
  public ByteBuffer filled(ByteBuffer buffer, int bytes) {
    return buffer.limit(buffer.position() + bytes);
  }

  @Override
  public void release(ByteBuffer buffer) {}
}
