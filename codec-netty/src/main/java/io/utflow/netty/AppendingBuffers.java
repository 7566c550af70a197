/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;

/**
 * Lets a stage write after what one buffer, the target, already holds: each output is the target,
 * including its earlier content. {@link OutputBuffers} requires that outputs stay unchanged, for
 * callers that keep them; these outputs are not kept.
 */
final class AppendingBuffers implements OutputBuffers<ByteBuf> {
  private ByteBuf target = Unpooled.EMPTY_BUFFER;

  /** Where the part begins that a stage is writing, of which it has one at a time. */
  private int begin;

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

  /** Appends an output that a stage has made itself, and releases it. */
  @SuppressWarnings("ReferenceEquality") // Whether it is that very buffer.
  void add(ByteBuf output) {
    if (output != target) {
      try {
        target.writeBytes(output);
      } finally {
        output.release();
      }
    }
  }

  @Override
  public ByteBuf allocate(int bytes) {
    begin = target.writerIndex();
    return target.ensureWritable(bytes);
  }

  @Override
  public ByteBuffer writableView(ByteBuf buffer) {
    return AllocatedBuffers.writableViewOf(buffer);
  }

  @Override
  public ByteBuf finish(ByteBuf buffer, int bytes) {
    return buffer.writerIndex(begin + bytes);
  }

  @Override
  public void release(ByteBuf buffer) {
    // Its memory is the target's.
  }
}
