/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.SequenceKinds;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a call needs and a decoder at rest does not: where it reads, where it writes, and scratch
 * arrays. Borrowed for one call from a small pool of the process, so a million idle decoders own
 * none (law L4) and a decoder that an observer runs inside another's call gets its own.
 */
final class Workspace extends Pooled {
  /**
   * Bytes staged from a buffer without an accessible array. 4 to 8 KiB stay in the first-level
   * cache.
   */
  static final int WINDOW_BYTES = 8192;

  /** Chars of a piece that need no array of their own. */
  static final int WINDOW_CHARS = 8192;

  /**
   * Chars staged from a text without an accessible array; in any encoding they fit the byte window.
   */
  static final int STAGED_CHARS = WINDOW_BYTES / (EncodingForm.MOST_WRITTEN / 2);

  /** The longest sequence behind the longest pending one, with a byte to spare. */
  static final int BOUNDARY_BYTES = 2 * EncodingForm.MOST_BYTES;

  private static final Pool<Workspace> POOL = new Pool<>(Workspace::new);

  /** The bytes being read: {@code [pos, end)}. */
  byte[] src = NO_BYTES;

  /** Where {@link #pos} began. */
  int begin;

  int pos;
  int end;

  /** The chars being written: next at {@code cpos}, none at or beyond {@code cend}. */
  char[] chars = NO_CHARS;

  int cpos;
  int cend;

  private int illFormedBefore = Integer.MAX_VALUE;
  private int reportedBefore = Integer.MAX_VALUE;

  /**
   * The bytes being written, by a transcoder: next at {@code bpos}, none at or beyond {@code bend}.
   */
  byte[] bytes = NO_BYTES;

  int bpos;
  int bend;

  private static final byte[] NO_BYTES = new byte[0];
  private static final char[] NO_CHARS = new char[0];

  final byte[] boundary = new byte[BOUNDARY_BYTES];
  private byte @Nullable [] byteWindow;
  private byte @Nullable [] outputWindow;
  private char @Nullable [] charWindow;
  private @Nullable SequenceKinds kinds;

  private Workspace() {}

  static Workspace borrow() {
    return POOL.borrow();
  }

  /**
   * Gives it back, without the arrays of others. What need not change is not written, here and
   * below: to write a reference costs some collectors a memory fence.
   */
  void giveBack() {
    if (src != byteWindow) {
      src = NO_BYTES;
    }
    if (chars != charWindow) {
      chars = NO_CHARS;
    }
    if (bytes != NO_BYTES) {
      bytes = NO_BYTES;
    }
    illFormedBefore = Integer.MAX_VALUE;
    reportedBefore = Integer.MAX_VALUE;
    POOL.giveBack(this);
  }

  byte[] byteWindow() {
    byte[] window = byteWindow;
    if (window == null) {
      window = new byte[WINDOW_BYTES];
      byteWindow = window;
    }
    return window;
  }

  /** For bytes going out, while {@link #byteWindow} holds those coming in. */
  byte[] outputWindow() {
    byte[] window = outputWindow;
    if (window == null) {
      window = new byte[WINDOW_BYTES];
      outputWindow = window;
    }
    return window;
  }

  char[] charWindow() {
    char[] window = charWindow;
    if (window == null) {
      // And what pending bytes may become, so that a window of bytes always fits.
      window = new char[WINDOW_CHARS + EncodingForm.MOST_BYTES];
      charWindow = window;
    }
    return window;
  }

  /** The kinds of ill-formed sequences that whoever had this has described. */
  SequenceKinds kinds() {
    SequenceKinds known = kinds;
    if (known == null) {
      known = new SequenceKinds();
      kinds = known;
    }
    return known;
  }

  void readFrom(byte[] array, int from, int length) {
    if (src != array) {
      src = array;
    }
    begin = from;
    pos = from;
    end = from + length;
  }

  /**
   * Reads chars of a text from an index on: all the rest in place, or some staged in the window.
   * They are {@code chars[pos, end)}.
   *
   * @return {@code pos}
   */
  int readChars(CharSequence text, int from) {
    int length = text.length() - from;
    if (text instanceof CharBuffer buffer && buffer.hasArray()) {
      chars = buffer.array();
      pos = buffer.arrayOffset() + buffer.position() + from;
      end = pos + length;
      return pos;
    }
    char[] window = charWindow();
    length = Math.min(length, STAGED_CHARS);
    if (text instanceof String string) {
      string.getChars(from, from + length, window, 0);
    } else if (text instanceof CharBuffer buffer) {
      buffer.get(buffer.position() + from, window, 0, length);
    } else {
      for (int i = 0; i < length; i++) {
        window[i] = text.charAt(from + i);
      }
    }
    chars = window;
    pos = 0;
    end = length;
    return 0;
  }

  void writeBytesTo(byte[] array, int from, int length) {
    bytes = array;
    bpos = from;
    bend = from + length;
  }

  /**
   * Whether an ill-formed sequence is taken at this place.
   *
   * @param reported whether the policy reports it
   */
  boolean mayTakeIllFormed(boolean reported) {
    return cpos < illFormedBefore && !(reported && cpos >= reportedBefore);
  }

  /** Before which place in {@link #chars} any ill-formed sequence is taken that is not reported. */
  int endOfIllFormed() {
    return Math.min(cend, illFormedBefore);
  }

  /** From which place in {@link #chars} on no ill-formed sequence is taken. */
  void illFormedBefore(int place) {
    illFormedBefore = place;
  }

  /** From which place in {@link #chars} on none is taken that the policy reports. */
  void reportedBefore(int place) {
    reportedBefore = place;
  }

  void writeTo(char[] array, int from, int length) {
    if (chars != array) {
      chars = array;
    }
    cpos = from;
    cend = from + length;
  }

  /**
   * Codes to a window and puts it to {@code out}, a buffer of chars or of bytes without an
   * accessible array, until {@code coding} has no overflow or makes no progress.
   *
   * @param coding codes what is left of the input to where this says
   */
  CoderStatus throughWindow(Buffer out, Supplier<CoderStatus> coding) {
    CoderStatus status;
    int written;
    do {
      writeToWindow(out);
      try {
        status = coding.get();
      } finally {
        written = putWindow(out);
      }
    } while (status == CoderStatus.OVERFLOW && written > 0);
    return status;
  }

  private void writeToWindow(Buffer out) {
    if (out instanceof CharBuffer) {
      char[] window = charWindow();
      writeTo(window, 0, Math.min(window.length, out.remaining()));
    } else {
      byte[] window = outputWindow();
      writeBytesTo(window, 0, Math.min(window.length, out.remaining()));
    }
  }

  private int putWindow(Buffer out) {
    if (out instanceof CharBuffer chars) {
      chars.put(charWindow(), 0, cpos);
      return cpos;
    }
    ((ByteBuffer) out).put(outputWindow(), 0, bpos);
    return bpos;
  }
}
