/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An array for a copy of one short input: to copy so few bytes costs less than a view of memory
 * outside the heap, and than an object for each input. It is lent to one reader at a time, who
 * gives it back, on any thread, when the copy is used up.
 *
 * <p>After the bytes there is room for the padding of a kernel, and there is an array for their
 * chars. Therefore a decoder on the same thread does not copy the bytes again: {@link #lentAs}.
 */
public final class ShortCopy extends Pooled {
  /** The size of the copy in bytes: copying more gains nothing. */
  public static final int MOST_BYTES = 1024;

  /** Each array has this room after an input, in bytes and in chars. */
  public static final int PADDING = 64;

  /** An array is recognized by its length first, so other arrays cost one comparison. */
  private static final int ARRAY_BYTES = MOST_BYTES + PADDING;

  private static final char[] NO_CHARS = {};

  private static final Pool<ShortCopy> POOL =
      new Pool<>(() -> new ShortCopy(ARRAY_BYTES, new char[ARRAY_BYTES]));

  private final ByteBuffer bytes;
  private final ByteBuffer[] views;
  private final char[] chars;

  private ShortCopy(int bytes, char[] chars) {
    this.bytes = ByteBuffer.allocate(bytes);
    this.views = new ByteBuffer[] {this.bytes};
    this.chars = chars;
  }

  /**
   * {@return one of a few; or a new one, as long as the input, if those that this thread would get
   * are lent, as to a reader that has called another}
   *
   * @param length the bytes of the input, at most {@link #MOST_BYTES}
   */
  public static ShortCopy borrow(int length) {
    ShortCopy copy = POOL.borrowFree();
    if (copy == null) {
      return new ShortCopy(length, NO_CHARS);
    }
    copy.bytes.clear().limit(length);
    return copy;
  }

  /**
   * {@return the copy that was lent as {@code input}, if this thread finds it; else null} The
   * caller, who was given that buffer by its reader, may write to its array after the bytes, and to
   * {@link #chars}.
   *
   * @param input has an array
   */
  public static @Nullable ShortCopy lentAs(ByteBuffer input) {
    if (input.array().length != ARRAY_BYTES) {
      return null;
    }
    ShortCopy first = POOL.near(false);
    if (isOf(first, input)) {
      return first;
    }
    ShortCopy second = POOL.near(true);
    return isOf(second, input) ? second : null;
  }

  @SuppressWarnings("ReferenceEquality") // The very buffer: a view of other bytes may be equal.
  private static boolean isOf(@Nullable ShortCopy copy, ByteBuffer input) {
    return copy != null && copy.bytes == input;
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
    POOL.giveBack(this);
  }
}
