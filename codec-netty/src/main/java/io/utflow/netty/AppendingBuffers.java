/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;

/** Lets a stage write behind what one buffer, the target, already holds: an output is a part. */
final class AppendingBuffers implements OutputBuffers<EncodedBytes> {
  private ByteBuf target = Unpooled.EMPTY_BUFFER;

  /**
   * Makes {@code buffer} the target; the empty buffer stands for none.
   *
   * @return the target before
   */
  ByteBuf appendTo(ByteBuf buffer) {
    ByteBuf before = target;
    target = buffer;
    return before;
  }

  /** Whether a stage is writing. */
  @SuppressWarnings("ReferenceEquality") // That very buffer, not an empty one.
  boolean isInUse() {
    return target != Unpooled.EMPTY_BUFFER;
  }

  @Override
  public EncodedBytes allocate(int bytes) {
    return new EncodedBytes(target.ensureWritable(bytes));
  }

  @Override
  public ByteBuffer writableView(EncodedBytes part) {
    return AllocatedBuffers.writableViewOf(part.target);
  }

  @Override
  public EncodedBytes finish(EncodedBytes part, int bytes) {
    part.target.writerIndex(part.begin + bytes);
    part.length = bytes;
    return part;
  }

  @Override
  public void release(EncodedBytes part) {
    // Its memory is part of the target.
  }
}
