/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.SequenceKinds;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.function.Supplier;

/**
 * The state that a coder needs only during a call: the indexes at which it reads and writes, and
 * scratch arrays. It is told the places of input and output, and moves nothing by itself. It is
 * borrowed for one call from a small pool of the process, so that a million idle decoders own no
 * workspace (law L4), and a decoder that an observer runs inside another's call gets its own.
 */
final class Workspace extends Pooled {
  /**
   * Bytes staged from a buffer without an accessible array. 4 to 8 KiB stay in the first-level
   * cache.
   */
  static final int WINDOW_BYTES = 8192;

  /**
   * Up to this number of bytes are staged even from an array, followed by {@link Kernel#PADDING},
   * because short input is decoded faster with padding.
   */
  static final int MOST_PADDED = 256;

  /** The number of zero bytes after them that {@link Kernel#decodePadded} requires. */
  private static final int ZEROS = 16;

  /** Chars between the encodings of a transcoder, few enough to stay in that cache. */
  static final int MOST_BETWEEN = 4096;

  /** Chars of a piece that need no array of their own. */
  static final int WINDOW_CHARS = 8192;

  /**
   * Chars staged from a text without an accessible array; in any encoding they fit the byte window.
   */
  static final int STAGED_CHARS = WINDOW_BYTES / (EncodingForm.MOST_WRITTEN / 2);

  private static final Pool<Workspace> POOL = new Pool<>(Workspace::new);

  /** The bytes being read: {@code [pos, end)}. */
  byte[] src = NO_BYTES;

  /** Where {@link #pos} began. */
  int begin;

  int pos;
  int end;

  /** The end of the bytes that are followed by padding; -1 without padding. */
  private int paddedEnd;

  /** The chars being written: next at {@code cpos}, none at or beyond {@code cend}. */
  char[] chars = NO_CHARS;

  int cpos;
  int cend;

  /** From this index in {@link #chars} on no ill-formed sequence is taken. */
  int illFormedBefore = Integer.MAX_VALUE;

  /**
   * Once {@link #chars} are filled up to this index, no sequence is taken that the policy reports.
   */
  int reportedBefore = Integer.MAX_VALUE;

  /**
   * The bytes being written, by a transcoder: next at {@code bpos}, none at or beyond {@code bend}.
   */
  byte[] bytes = NO_BYTES;

  int bpos;
  int bend;

  private static final byte[] NO_BYTES = new byte[0];
  private static final char[] NO_CHARS = new char[0];

  /** Room for the longest pending sequence and the longest one after it, with a byte to spare. */
  final byte[] boundary = new byte[2 * EncodingForm.MOST_BYTES];

  /** Bytes coming in, and room for their padding. */
  final byte[] byteWindow = new byte[WINDOW_BYTES + Kernel.PADDING];

  /** Bytes going out. */
  private final byte[] outputWindow = new byte[WINDOW_BYTES];

  /** Also holds what pending bytes may become, so that a window of bytes always fits. */
  final char[] charWindow = new char[WINDOW_CHARS + EncodingForm.MOST_BYTES];

  /** The kinds of ill-formed sequences that were described lately. */
  final SequenceKinds kinds = new SequenceKinds();

  private Workspace() {}

  static Workspace borrow() {
    return POOL.borrow();
  }

  /**
   * Gives this back, without the arrays of others. A field is compared before it is set, here and
   * below: writing a reference costs some collectors a memory fence.
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

  void readFrom(byte[] array, int from, int length) {
    if (src != array) {
      src = array;
    }
    begin = from;
    pos = from;
    end = from + length;
    paddedEnd = -1;
  }

  /** Copies the next bytes of an input to the window, and reads them there. */
  void stage(ByteBuffer in) {
    int length = Math.min(in.remaining(), WINDOW_BYTES);
    if (in.hasArray()) {
      // Half of the time that the buffer takes, of short input.
      System.arraycopy(in.array(), in.arrayOffset() + in.position(), byteWindow, 0, length);
    } else {
      in.get(in.position(), byteWindow, 0, length);
    }
    readFrom(byteWindow, 0, length);
    if (length <= MOST_PADDED) {
      pad(byteWindow, length);
      paddedEnd = length;
    }
  }

  /** Writes zeros after the bytes that end at {@code end}. */
  static void pad(byte[] bytes, int end) {
    Words.put(bytes, end, 0);
    Words.put(bytes, end + ZEROS / 2, 0);
  }

  /**
   * Whether {@link Kernel#decodePadded} can decode the bytes being read: padding follows their end,
   * and there is room for the chars of that padding.
   */
  boolean isPadded() {
    return end == paddedEnd && cend - cpos >= end - pos + ZEROS;
  }

  /**
   * Makes the chars from an index of {@code text} on available as {@code chars[pos, end)}: all the
   * rest in place, or some staged in the window.
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
    char[] window = charWindow;
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

  void writeTo(char[] array, int from, int length) {
    if (chars != array) {
      chars = array;
    }
    cpos = from;
    cend = from + length;
  }

  /**
   * Codes to {@code out}, and moves its position: in place, or through a window where it has no
   * accessible array.
   *
   * @param coding codes the rest of the input to the place that this object tells
   */
  CoderStatus codeTo(ByteBuffer out, Supplier<CoderStatus> coding) {
    if (out.hasArray()) {
      int from = out.arrayOffset() + out.position();
      writeBytesTo(out.array(), from, out.remaining());
      try {
        return coding.get();
      } finally {
        out.position(out.position() + bpos - from);
      }
    }
    CoderStatus status;
    do {
      writeBytesTo(outputWindow, 0, Math.min(outputWindow.length, out.remaining()));
      try {
        status = coding.get();
      } finally {
        out.put(outputWindow, 0, bpos);
      }
    } while (status == CoderStatus.OVERFLOW && bpos > 0);
    return status;
  }

  /** Writes to {@code out}: in place, or to a window where it has no accessible array. */
  void writeTo(CharBuffer out) {
    if (out.hasArray()) {
      writeTo(out.array(), out.arrayOffset() + out.position(), out.remaining());
    } else {
      writeTo(charWindow, 0, Math.min(charWindow.length, out.remaining()));
    }
  }

  /**
   * Moves {@code out} past the written chars; true if they were in a window, and there may be more
   * room.
   */
  boolean deliverTo(CharBuffer out) {
    if (out.hasArray()) {
      out.position(cpos - out.arrayOffset());
      return false;
    }
    out.put(charWindow, 0, cpos);
    return cpos > 0;
  }
}
