package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one received buffer that a stage has not been offered yet, as views of its memory.
 * They are valid as long as the buffer is.
 */
final class ReceivedBytes {
  /** Of several parts that are no longer together, one copy costs less than the views. */
  private static final int SMALL = 1024;

  private static final ByteBuffer[] NONE = {};

  private @Nullable ByteBuffer first;
  private ByteBuffer[] others = NONE;
  private int next;

  /** Takes all that is readable, in place of what was there. */
  void take(ByteBuf in) {
    int length = in.readableBytes();
    clear();
    if (in.hasArray()) {
      first = ByteBuffer.wrap(in.array(), in.arrayOffset() + in.readerIndex(), length);
    } else if (in.nioBufferCount() == 1) {
      first = in.nioBuffer();
    } else if (length <= SMALL) {
      first = ByteBuffer.wrap(ByteBufUtil.getBytes(in));
    } else {
      // Not nioBuffer(), which copies a composite.
      others = in.nioBuffers();
    }
    in.skipBytes(length);
  }

  /** The next view, or null if there is none. */
  @Nullable ByteBuffer poll() {
    ByteBuffer view = first;
    if (view != null) {
      first = null;
    } else if (next < others.length) {
      view = others[next++];
    } else {
      clear();
    }
    return view;
  }

  /** A buffer of its own with {@code head} and, behind it, all that is left. */
  ByteBuf copyBehind(byte[] head) {
    ByteBuf copy = Unpooled.buffer().writeBytes(head);
    ByteBuffer view;
    while ((view = poll()) != null) {
      copy.writeBytes(view);
    }
    return copy;
  }

  void clear() {
    first = null;
    others = NONE;
    next = 0;
  }
}
