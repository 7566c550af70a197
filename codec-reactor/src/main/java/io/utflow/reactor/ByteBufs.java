/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.atonce.AtOnceReader;
import io.utflow.codec.atonce.ShortInput;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Netty's buffers, of any memory, whole or in parts. */
final class ByteBufs implements Buffers<ByteBuf> {
  static final ByteBufs INSTANCE = new ByteBufs();

  /**
   * Up to so many bytes outside the heap, or in parts, are copied if they would need several views.
   */
  private static final int SMALL = ShortInput.MOST_BYTES;

  /**
   * Up to so many bytes outside the heap are copied to a new array, which takes less time than to
   * make a view and read it: half the time for 256 bytes of UTF-16. A body of 1024 bytes of ASCII
   * takes 1.35 times as long.
   */
  private static final int SMALL_VIEW = 512;

  /**
   * Where a small buffer is copied to for a call that keeps nothing of it. A thread holds it
   * weakly, and not by a FastThreadLocal: else an event loop would hold the class loader of this
   * class.
   */
  private static final ThreadLocal<WeakReference<ShortInput>> COPY = new ThreadLocal<>();

  private ByteBufs() {}

  @Override
  public ByteBuffer[] views(ByteBuf buffer) {
    try {
      return viewsOf(buffer);
    } catch (IllegalReferenceCountException e) {
      throw advised(e);
    }
  }

  @Override
  public <O> @Nullable O readAtOnce(ByteBuf buffer, AtOnceReader<O> stage) {
    int length = buffer.readableBytes();
    if (length > SMALL) {
      return null;
    }
    try {
      int from = buffer.readerIndex();
      if (buffer.hasArray()) {
        return stage.readAtOnce(buffer.array(), buffer.arrayOffset() + from, length, null);
      }
      ShortInput copy = copyOfThread();
      buffer.getBytes(from, copy.bytes(), 0, length);
      return stage.readAtOnce(copy.bytes(), 0, length, copy.chars());
    } catch (IllegalReferenceCountException e) {
      throw advised(e);
    }
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

  private static ByteBuffer[] viewsOf(ByteBuf buffer) {
    int length = buffer.readableBytes();
    if (buffer.hasArray()) {
      int from = buffer.arrayOffset() + buffer.readerIndex();
      return new ByteBuffer[] {ByteBuffer.wrap(buffer.array(), from, length)};
    }
    boolean isWhole = buffer.nioBufferCount() == 1;
    if (length <= (isWhole ? SMALL_VIEW : SMALL)) {
      return new ByteBuffer[] {ByteBuffer.wrap(ByteBufUtil.getBytes(buffer))};
    }
    // Not nioBuffer() alone, which copies a composite of any length.
    return isWhole ? new ByteBuffer[] {buffer.nioBuffer()} : buffer.nioBuffers();
  }

  @Override
  public void release(ByteBuf buffer) {
    try {
      buffer.release();
    } catch (IllegalReferenceCountException e) {
      throw advised(e);
    }
  }

  @Override
  public int references(ByteBuf buffer) {
    return buffer.refCnt();
  }

  /** A source that releases what it emits, as reactor-netty does, fails at its second release. */
  @Override
  public Throwable explained(Throwable failure) {
    return failure instanceof IllegalReferenceCountException e ? advised(e) : failure;
  }

  private static IllegalReferenceCountException advised(IllegalReferenceCountException cause) {
    return new IllegalReferenceCountException(
        "A buffer was released once too often. The operator releases each buffer that reaches it;"
            + " if the source releases it too, as reactor-netty's receive() does, retain it before"
            + " the operator: receive().retain()",
        cause);
  }

  /** The slice shares the reference count, and so takes the reference along. */
  @Override
  public ByteBuf prefix(ByteBuf buffer, int length) {
    return buffer.slice(buffer.readerIndex(), length);
  }
}
