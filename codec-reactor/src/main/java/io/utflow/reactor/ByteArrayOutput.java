/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Arrays, each as long as its content. */
enum ByteArrayOutput implements OutputBuffers<byte[]> {
  INSTANCE;

  @Override
  public byte[] allocate(int bytes) {
    return new byte[bytes];
  }

  @Override
  public ByteBuffer writableView(byte[] buffer) {
    return ByteBuffer.wrap(buffer);
  }

  @Override
  public byte[] finish(byte[] buffer, int bytes) {
    return bytes == buffer.length ? buffer : Arrays.copyOf(buffer, bytes);
  }

  @Override
  public void release(byte[] buffer) {}
}
