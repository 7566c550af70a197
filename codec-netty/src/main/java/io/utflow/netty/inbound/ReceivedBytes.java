/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.utflow.codec.atonce.AtOnceReader;
import io.utflow.codec.atonce.ShortInput;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one received buffer that a stage has not been offered yet: views of its memory,
 * valid as long as the buffer is, or a copy where that costs less.
 */
public final class ReceivedBytes {
  /**
   * So many bytes outside the heap are copied in less time than a view of them is made and read.
   */
  private static final int SMALL = ShortInput.MOST_BYTES;

  private static final ByteBuffer[] NONE = {};

  /**
   * Where a small buffer is copied to for a call that keeps nothing of it. A thread holds it
   * weakly, and not by a FastThreadLocal: else an event loop would hold the class loader of this
   * class.
   */
  private static final ThreadLocal<WeakReference<ShortInput>> COPY = new ThreadLocal<>();

  private ByteBuffer[] views = NONE;
  private int next;

  /**
   * Takes all that is readable, in place of what was there.
   *
   * @return the first view
   */
  public ByteBuffer take(ByteBuf in) {
    clear();
    ByteBuffer first = firstOf(in);
    in.skipBytes(in.readableBytes());
    return first;
  }

  /**
   * What {@code stage} makes at once of all that is readable, which is taken; null if it makes
   * nothing, and then nothing is taken.
   */
  static <O> @Nullable O readAtOnce(ByteBuf in, AtOnceReader<O> stage) {
    int length = in.readableBytes();
    if (length > SMALL) {
      return null;
    }
    int begin = in.readerIndex();
    if (in.hasArray()) {
      O output = stage.readAtOnce(in.array(), in.arrayOffset() + begin, length, null);
      if (output != null) {
        in.readerIndex(begin + length);
      }
      return output;
    }
    ShortInput copy = copyOfThread();
    // Not getBytes, for which some buffers make a view.
    in.readBytes(copy.bytes(), 0, length);
    O output = stage.readAtOnce(copy.bytes(), 0, length, copy.chars());
    if (output == null) {
      in.readerIndex(begin);
    }
    return output;
  }

  private static ShortInput copyOfThread() {
    WeakReference<ShortInput> held = COPY.get();
    ShortInput copy = held == null ? null : held.get();
    if (copy == null) {
      copy = new ShortInput();
      COPY.set(new WeakReference<>(copy));
    }
    return copy;
  }

  private ByteBuffer firstOf(ByteBuf in) {
    int length = in.readableBytes();
    if (in.hasArray()) {
      return ByteBuffer.wrap(in.array(), in.arrayOffset() + in.readerIndex(), length);
    }
    if (length <= SMALL) {
      return ByteBuffer.wrap(ByteBufUtil.getBytes(in));
    }
    if (in.nioBufferCount() == 1) {
      return in.nioBuffer();
    }
    // Not nioBuffer(), which copies a composite.
    views = in.nioBuffers();
    next = 1;
    return views[0];
  }

  /** The next view, or null if there is none. */
  public @Nullable ByteBuffer poll() {
    if (next < views.length) {
      return views[next++];
    }
    clear();
    return null;
  }

  /** How many bytes are left. */
  public long remaining() {
    long bytes = 0;
    for (int i = next; i < views.length; i++) {
      bytes += views[i].remaining();
    }
    return bytes;
  }

  /** A new buffer with {@code head} and, behind it, all that is left. */
  ByteBuf copyBehind(byte[] head) {
    ByteBuf copy = Unpooled.buffer().writeBytes(head);
    ByteBuffer view;
    while ((view = poll()) != null) {
      copy.writeBytes(view);
    }
    return copy;
  }

  public void clear() {
    // Not for each buffer: to write a reference costs some collectors a memory fence.
    if (views != NONE) {
      views = NONE;
    }
    next = 0;
  }
}
