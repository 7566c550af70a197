/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.pool.ShortCopy;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one received buffer that a stage has not been offered yet: views of its memory,
 * valid as long as the buffer is, or a copy where that costs less, valid until the next is taken or
 * {@link #poll} has answered null.
 */
public final class ReceivedBytes {
  private static final ByteBuffer[] NONE = {};

  private final boolean copies;
  private ByteBuffer[] views = NONE;
  private int next;

  /** The last copy of a short buffer; given back, unless {@link #holdsCopy}. */
  private @Nullable ShortCopy copy;

  private boolean holdsCopy;

  /**
   * @param copies whether the reader is a {@link io.utflow.codec.pool.ForgetsInput}, so that it may
   *     be shown a copy
   */
  public ReceivedBytes(boolean copies) {
    this.copies = copies;
  }

  /**
   * Takes all readable bytes, in place of the earlier ones.
   *
   * @return the first view
   */
  public ByteBuffer take(ByteBuf in) {
    clear();
    int length = in.readableBytes();
    if (copies && length <= ShortCopy.MOST_BYTES) {
      return copyOf(in, length);
    }
    ByteBuffer first = firstOf(in, length);
    in.skipBytes(length);
    return first;
  }

  private ByteBuffer firstOf(ByteBuf in, int length) {
    if (in.hasArray()) {
      return ByteBuffer.wrap(in.array(), in.arrayOffset() + in.readerIndex(), length);
    }
    if (in.nioBufferCount() == 1) {
      return in.nioBuffer();
    }
    // Not nioBuffer(), which copies a composite.
    views = in.nioBuffers();
    next = 1;
    return views[0];
  }

  private ByteBuffer copyOf(ByteBuf in, int length) {
    ShortCopy borrowed = ShortCopy.borrow(length);
    holdsCopy = true;
    // Most often it is the same: to write a reference costs some collectors a memory fence.
    if (copy != borrowed) {
      copy = borrowed;
    }
    // Not getBytes, for which some buffers make a view.
    in.readBytes(borrowed.array(), 0, length);
    return borrowed.bytes();
  }

  /** The next view, or null if no bytes are left. */
  public @Nullable ByteBuffer poll() {
    if (next < views.length) {
      return views[next++];
    }
    clear();
    return null;
  }

  /** The number of bytes that are left. */
  public long remaining() {
    long bytes = 0;
    for (int i = next; i < views.length; i++) {
      bytes += views[i].remaining();
    }
    return bytes;
  }

  /** A new buffer with {@code head} followed by all bytes that are left. */
  ByteBuf copyBehind(byte[] head) {
    ByteBuf copy = Unpooled.buffer().writeBytes(head);
    ByteBuffer view;
    while ((view = poll()) != null) {
      copy.writeBytes(view);
    }
    return copy;
  }

  /** Forgets the bytes that are left, and gives back a borrowed copy. */
  public void clear() {
    ShortCopy borrowed = copy;
    if (holdsCopy && borrowed != null) {
      holdsCopy = false;
      borrowed.giveBack();
    }
    // Not for each buffer: to write a reference costs some collectors a memory fence.
    if (views != NONE) {
      views = NONE;
    }
    next = 0;
  }
}
