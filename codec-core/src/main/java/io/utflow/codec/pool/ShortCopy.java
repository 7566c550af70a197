/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An array for a copy of one short input: to copy so few bytes costs less than a view of memory
 * outside the heap, and than an object for each input. A thread keeps one and lends it to one
 * reader at a time, who gives it back, on any thread, when the copy is used up.
 *
 * <p>After the bytes there is room for the padding of a kernel, and there is an array for their
 * chars. Therefore a decoder on the same thread does not copy the bytes again: {@link #lentAs}.
 */
public final class ShortCopy {
  /** The size of the copy in bytes: copying more gains nothing. */
  public static final int MOST_BYTES = 1024;

  /** Each array has this room after an input, in bytes and in chars. */
  public static final int PADDING = 64;

  /** A thread's array is recognized by its length first, so other arrays cost one comparison. */
  private static final int THREADS_ARRAY_BYTES = MOST_BYTES + PADDING;

  private static final char[] NO_CHARS = {};

  /**
   * Held weakly, and not by Netty's FastThreadLocal: else an event loop would hold the class loader
   * of this class.
   */
  private static final ThreadLocal<@Nullable WeakReference<ShortCopy>> OF_THREAD =
      new ThreadLocal<>();

  private final ByteBuffer bytes;
  private final ByteBuffer[] views;
  private final char[] chars;

  /** Set by the thread alone that keeps this. */
  private final AtomicBoolean lent = new AtomicBoolean();

  private ShortCopy(int bytes, char[] chars) {
    this.bytes = ByteBuffer.allocate(bytes);
    this.views = new ByteBuffer[] {this.bytes};
    this.chars = chars;
  }

  /**
   * {@return that of the thread; or a new one if it is lent, as to a reader that has called
   * another}
   *
   * @param length the bytes of the input, at most {@link #MOST_BYTES}
   */
  public static ShortCopy borrow(int length) {
    ShortCopy copy = ofThread();
    if (copy == null) {
      copy = new ShortCopy(THREADS_ARRAY_BYTES, new char[MOST_BYTES + PADDING]);
      OF_THREAD.set(new WeakReference<>(copy));
    }
    if (copy.lent.getAcquire()) {
      return new ShortCopy(length, NO_CHARS);
    }
    copy.lent.setPlain(true);
    copy.bytes.clear().limit(length);
    return copy;
  }

  /**
   * {@return the copy that was lent as {@code input} by this thread, or null} The caller may write
   * to its array after the bytes, and to {@link #chars}.
   *
   * @param input has an array
   */
  @SuppressWarnings("ReferenceEquality") // The very buffer: a view of other bytes may be equal.
  public static @Nullable ShortCopy lentAs(ByteBuffer input) {
    if (input.array().length != THREADS_ARRAY_BYTES) {
      return null;
    }
    ShortCopy copy = ofThread();
    return copy != null && copy.bytes == input ? copy : null;
  }

  private static @Nullable ShortCopy ofThread() {
    WeakReference<ShortCopy> held = OF_THREAD.get();
    return held == null ? null : held.get();
  }

  /** {@return where the input goes, from index 0 on} */
  public byte[] array() {
    return bytes.array();
  }

  /** {@return the bytes of the input that were not read yet} */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** {@return the same alone, in an array that is not to be changed} */
  public ByteBuffer[] views() {
    return views;
  }

  /** {@return room for the chars of a {@linkplain #lentAs lent} input, and for those of padding} */
  public char[] chars() {
    return chars;
  }

  /** Gives it back: what it holds is read no more. */
  public void giveBack() {
    lent.setRelease(false);
  }
}
