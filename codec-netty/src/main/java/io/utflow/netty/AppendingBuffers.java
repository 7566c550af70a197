package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;

/** Lets a stage write behind what one buffer already holds: each output is that buffer, grown. */
final class AppendingBuffers implements OutputBuffers<ByteBuf> {
  private ByteBuf target = Unpooled.EMPTY_BUFFER;

  /** Turns to another buffer, or to none, the empty one, and answers which it was. */
  ByteBuf appendTo(ByteBuf buffer) {
    ByteBuf before = target;
    target = buffer;
    return before;
  }

  /** Whether a stage is writing. */
  boolean isInUse() {
    return target != Unpooled.EMPTY_BUFFER;
  }

  @Override
  public ByteBuf allocate(int bytes) {
    return target.ensureWritable(bytes);
  }

  @Override
  public ByteBuffer room(ByteBuf buffer) {
    return buffer.nioBuffer(buffer.writerIndex(), buffer.writableBytes());
  }

  @Override
  public ByteBuf filled(ByteBuf buffer, int bytes) {
    return buffer.writerIndex(buffer.writerIndex() + bytes);
  }

  @Override
  public void release(ByteBuf buffer) {
    // It holds what was written before, and belongs to the handler.
  }
}
