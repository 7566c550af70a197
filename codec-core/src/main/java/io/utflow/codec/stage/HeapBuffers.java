/* SPDX-License-Identifier: Apache-2.0 */
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
  public ByteBuffer writableView(ByteBuffer buffer) {
    return buffer.duplicate();
  }

  @Override
  public ByteBuffer finish(ByteBuffer buffer, int bytes) {
    return buffer.limit(buffer.position() + bytes);
  }

  @Override
  public void release(ByteBuffer buffer) {}
}
