/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;

/** Lets a stage write behind what one buffer, the target, already holds: an output is a part. */
final class AppendingBuffers implements OutputBuffers<AppendingBuffers.Part> {
  private ByteBuf target = Unpooled.EMPTY_BUFFER;

  /** What one output adds to the target, which belongs to the handler: nothing is to release. */
  static final class Part {
    private final ByteBuf target;
    private final int begin;
    private int length;

    private Part(ByteBuf target) {
      this.target = target;
      this.begin = target.writerIndex();
    }

    /** A view of the bytes, valid as long as the target is. */
    ByteBuf content() {
      return target.slice(begin, length);
    }
  }

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
  public Part allocate(int bytes) {
    return new Part(target.ensureWritable(bytes));
  }

  @Override
  public ByteBuffer writableView(Part part) {
    return AllocatedBuffers.writableViewOf(part.target);
  }

  @Override
  public Part finish(Part part, int bytes) {
    part.target.writerIndex(part.begin + bytes);
    part.length = bytes;
    return part;
  }

  @Override
  public void release(Part part) {
    // Its memory is part of the target.
  }
}
