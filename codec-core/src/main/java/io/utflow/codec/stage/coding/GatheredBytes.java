/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of several inputs, joined. The arrays come from small pools of the process, because a
 * new array costs more than copying into it. If no small array is free, as with many slow streams,
 * the caller gets its own array, which grows with its content; if no large one is free, it gets
 * none. An array that is never given back is left to the garbage collector.
 *
 * <p>It is given inputs, which are copied. It guarantees their order, and that an array in use is
 * in no pool. It leaves to the caller to bound the bytes, and to give the array back.
 */
final class GatheredBytes extends Pooled {
  private static final int SMALL = 8192;
  private static final int LARGE = 1 << 18;
  private static final int HUGE = 1 << 22;

  /** All that are kept hold 2 MiB at most. */
  private static final int MOST_LARGE = 8;

  /** All that are kept hold 8 MiB at most. */
  private static final int MOST_HUGE = 2;

  private static final Pool<GatheredBytes> SMALL_ONES = new Pool<>(() -> new GatheredBytes(SMALL));
  private static final Pool<GatheredBytes> LARGE_ONES =
      new Pool<>(() -> new GatheredBytes(LARGE), MOST_LARGE);
  private static final Pool<GatheredBytes> HUGE_ONES =
      new Pool<>(() -> new GatheredBytes(HUGE), MOST_HUGE);

  private final byte[] bytes;
  private int count;

  private GatheredBytes(int size) {
    bytes = new byte[size];
  }

  /**
   * Borrows one for an input of {@code length} bytes and the next ones; it may have too little
   * room.
   */
  static GatheredBytes borrow(int length) {
    @Nullable GatheredBytes free = SMALL_ONES.borrowFree();
    return free == null ? new GatheredBytes((int) Math.min(SMALL, 4L * length)) : free;
  }

  /**
   * Exchanges this for one with more room and the same bytes; returns this if no larger one is
   * free. One from a pool has room for {@code length} more bytes.
   */
  GatheredBytes enlarged(int length) {
    long all = (long) count + length;
    @Nullable GatheredBytes larger = null;
    if (bytes.length <= LARGE && all > LARGE && all <= HUGE) {
      larger = HUGE_ONES.borrowFree();
    } else if (bytes.length <= SMALL && all > SMALL && all <= LARGE) {
      larger = LARGE_ONES.borrowFree();
    }
    if (larger == null && bytes.length < SMALL) {
      long least = Math.max(2L * bytes.length, all);
      larger = new GatheredBytes((int) Math.min(SMALL, least));
    }
    return larger == null ? this : exchangedFor(larger);
  }

  private GatheredBytes exchangedFor(GatheredBytes larger) {
    System.arraycopy(bytes, 0, larger.bytes, 0, count);
    larger.count = count;
    giveBack();
    return larger;
  }

  /** Frees this for the pool that has it, whichever pool is called. One in no pool is dropped. */
  void giveBack() {
    count = 0;
    SMALL_ONES.giveBack(this);
  }

  /** Whether there is room for the rest of {@code input}. */
  boolean hasRoomFor(ByteBuffer input) {
    return input.remaining() <= bytes.length - count;
  }

  /** Takes all of {@code input}; false, and nothing is taken, if there is no room for it. */
  boolean take(ByteBuffer input) {
    boolean fits = hasRoomFor(input);
    if (fits) {
      int length = input.remaining();
      input.get(bytes, count, length);
      count += length;
    }
    return fits;
  }

  int count() {
    return count;
  }

  /** Hands them out to be read, and forgets them. */
  ByteBuffer takeAll() {
    ByteBuffer all = ByteBuffer.wrap(bytes, 0, count);
    count = 0;
    return all;
  }
}
