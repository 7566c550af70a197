/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that are being read: those kept from earlier inputs, then the next bytes of an input,
 * side by side in one array.
 *
 * <p>Given: an input, which is drained before the next, and which bytes are to be kept. Guarantees:
 * bytes are copied only if the input has no accessible array, or if earlier bytes were kept. Leaves
 * the meaning of the bytes to its subclass {@link DecodedText}. It is a superclass and not a field
 * so that an idle stage has one object less.
 */
abstract class LaidBytes {
  private static final byte[] NO_BYTES = {};

  /** In bytes: a stage that waits in an input up to this length holds little, nothing borrowed. */
  private static final int SHORT = 1024;

  /** Room after the chars for kernels, and for the chars of pending bytes. */
  static final int ROOM = 32;

  /**
   * The bytes: from {@link #first} on of the tail, from {@link #from} to {@link #end} of the piece,
   * up to {@link #taken} pending.
   */
  byte[] bytes = NO_BYTES;

  int first;
  int from;
  int end;
  int taken;

  /** The end of the input's bytes that were laid after the kept ones; less if they were not. */
  int laid;

  /** Whether the array belongs to this object alone and contains only kept bytes. */
  boolean isOwn = true;

  /** The window that was borrowed for the input that is being drained. */
  private @Nullable TextWindow window;

  /**
   * Lays the bytes that are kept and the next {@code count} of {@code in} side by side.
   *
   * @return what reads them
   */
  final ByteBuffer lay(ByteBuffer in, int count) {
    int kept = taken - first;
    int at = first;
    ByteBuffer next = in;
    byte[] all;
    if (isLaid(in)) {
      all = bytes;
      next = ByteBuffer.wrap(bytes, taken, count);
    } else if (kept == 0 && in.hasArray()) {
      all = in.array();
      at = in.arrayOffset() + in.position();
      laid = 0;
    } else {
      boolean isBorrowed = kept + count <= TextWindow.SIZE;
      all = isBorrowed ? window().bytes : new byte[kept + count];
      next = isBorrowed ? window().reading : ByteBuffer.wrap(all);
      next.limit(kept + count).position(end - first);
      System.arraycopy(bytes, first, all, 0, kept);
      in.get(in.position(), all, kept, count);
      at = 0;
      laid = kept + count;
    }
    int by = at - first;
    bytes = all;
    isOwn = false;
    first += by;
    from += by;
    end += by;
    taken += by;
    return next;
  }

  /** Whether the next bytes of the input are laid already, and are all or some sequences. */
  final boolean isLaid(ByteBuffer in) {
    int behind = laid - taken;
    return behind > 0 && (behind == in.remaining() || behind > ROOM);
  }

  final TextWindow window() {
    TextWindow borrowed = window == null ? TextWindow.borrow() : window;
    window = borrowed;
    return borrowed;
  }

  /** Keeps the bytes in {@code [place, keptEnd)} and the pending ones. */
  final void keep(int place, int keptEnd) {
    if (place == taken && laid > taken) {
      // Nothing is kept, and the next bytes of the input stand here.
      first = taken;
    } else {
      byte[] kept = NO_BYTES;
      if (place < keptEnd || end < taken) {
        kept = Arrays.copyOfRange(bytes, place, keptEnd + taken - end);
        System.arraycopy(bytes, end, kept, keptEnd - place, taken - end);
      }
      bytes = kept;
      isOwn = true;
      laid = 0;
      first = 0;
      end = keptEnd - place;
      taken = kept.length;
    }
    from = end;
  }

  /** Whether a window is borrowed for few bytes: those read, and the rest of the input. */
  final boolean isShort(ByteBuffer in) {
    return window != null && Math.max(laid, taken - first) + in.remaining() <= SHORT;
  }

  /** Gives back the borrowed window, which must not be in use. */
  final void release() {
    TextWindow borrowed = window;
    if (borrowed != null) {
      window = null;
      borrowed.release();
    }
  }
}
