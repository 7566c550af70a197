/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decoded text and the byte offset of each of its chars. The first chars, the tail, are the last
 * ones of the piece before. Of the other chars the bytes are kept, and {@link EncodingForm#step}
 * reads them again when an offset is asked for. A char begins directly behind the one before:
 * sequences without characters, as shifts, belong to the char that follows.
 *
 * <p>It is given by {@link PieceDecoder} how many chars were decoded of which bytes. It guarantees
 * that offsets are those of the stream however that was cut, and that what it keeps is bounded. It
 * leaves the text itself to the caller.
 */
public final class TextPiece {
  /** The most bytes of sequences without characters that are kept to be handed over (law L4). */
  private static final int MOST_EMPTY = 1024;

  /** Computes the byte offsets of the tail; null if the first bytes begin at {@link #begin}. */
  private @Nullable TextPiece before;

  private long begin;

  /** The index of the tail in the piece before. */
  private int tailFrom;

  /** The length of the tail in chars. */
  private int tail;

  /** The length in chars, the tail included. */
  private int length;

  /**
   * Sequences without characters, then the bytes of the chars behind the tail, then pending ones.
   */
  private byte[] bytes;

  /** The end of this piece in {@link #bytes}: pending bytes behind it belong to the next piece. */
  private int end;

  /** The byte offset in the stream of the first char behind the tail. */
  private long textBegin;

  /** The bytes of the chars behind the tail are {@code [from, to)} of {@link #bytes}. */
  private int from;

  private int to;

  /** Reads those bytes again; null if {@link #places} was given. */
  private @Nullable EncodingForm form;

  /** The step of the ill-formed sequence that those bytes begin with; 0 if there is none. */
  private int illFormed;

  /**
   * The indexes, counted from {@link #from}, of the chars that are not of that sequence, and of the
   * end.
   */
  private int @Nullable [] places;

  /** Whether sequences without characters were dropped and no char has come since. */
  private boolean drops;

  /**
   * A piece without text.
   *
   * @param begin where the bytes begin in the stream, if none were dropped
   * @param bytes sequences without characters, and pending ones
   */
  TextPiece(long begin, byte[] bytes) {
    this.begin = begin;
    this.bytes = bytes;
    this.end = bytes.length;
  }

  /** How many chars it has. */
  int length() {
    return length;
  }

  /**
   * What is left of this behind {@code at} chars, to be followed by other text. From here on only
   * places in what is left, or behind the tail, are asked for.
   *
   * @param position where the pending bytes begin, in bytes of the stream
   * @param hasState whether there may be sequences without characters behind the last char
   */
  TextPiece rest(int at, long position, int pending, boolean hasState) {
    TextPiece rest = this;
    if (length == tail) {
      tailFrom += at;
      tail -= at;
    } else {
      end -= pending;
      rest = new TextPiece(position, Arrays.copyOfRange(bytes, end, bytes.length));
      if (at < length || hasState) {
        rest.before = this;
        rest.tailFrom = at;
        rest.tail = length - at;
      }
      before = at > tail ? null : before;
    }
    rest.length = rest.tail;
    rest.textBegin = position;
    rest.from = rest.end - pending;
    return rest;
  }

  /**
   * Adds text, perhaps none, and the bytes taken for it: those before the position of {@code in}.
   *
   * @param pending how many of all bytes are not decoded
   * @param illFormedStep of the sequence at which the text begins, if it is ill-formed, else 0
   * @param copy the form in the state before the text; null if {@code noted} is not
   */
  void add(
      int chars,
      ByteBuffer in,
      int taken,
      int pending,
      int illFormedStep,
      @Nullable EncodingForm copy,
      int @Nullable [] noted) {
    bytes = Arrays.copyOf(bytes, end + taken);
    in.get(in.position() - taken, bytes, end, taken);
    end += taken;
    length += chars;
    to = end - pending;
    illFormed = illFormedStep;
    form = copy;
    places = noted;
    drops = chars == 0 && (drops || to > MOST_EMPTY);
    if (drops) {
      drop(pending);
    }
  }

  /** Drops the sequences without characters, and remembers where they begin. */
  private void drop(int pending) {
    bytes = Arrays.copyOfRange(bytes, to, end);
    end = pending;
    if (tail == 0 && before != null) {
      begin = before.byteOffset(tailFrom);
      before = null;
    }
  }

  /** Where a char begins, or what is behind the last, in bytes of the stream. */
  public long byteOffset(int at) {
    return place(at).getAsLong();
  }

  /** The same, to be asked for later. */
  public LongSupplier place(int at) {
    TextPiece piece = this;
    int index = at;
    while (index <= piece.tail && piece.before != null) {
      index += piece.tailFrom;
      piece = piece.before;
    }
    return index > piece.tail ? piece.ownPlace(index) : known(piece.begin);
  }

  private LongSupplier ownPlace(int at) {
    return () -> textBegin + index(at);
  }

  private static LongSupplier known(long offset) {
    return () -> offset;
  }

  /** The bytes from a char on, as they were received. */
  public byte[] bytesFrom(int at) {
    Deque<TextPiece> behind = new ArrayDeque<>();
    TextPiece piece = this;
    int index = at;
    while (index <= piece.tail && piece.before != null) {
      behind.push(piece);
      index += piece.tailFrom;
      piece = piece.before;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int first = index > piece.tail ? piece.from + piece.index(index) : 0;
    all.write(piece.bytes, first, piece.end - first);
    behind.forEach(next -> all.write(next.bytes, 0, next.end));
    return all.toByteArray();
  }

  /** The index of a char behind the tail, but not of the first, counted from {@link #from}. */
  private int index(int at) {
    if (places == null) {
      places = places(Objects.requireNonNull(form));
    }
    return places[Math.max(0, at - length + places.length - 1)];
  }

  private int[] places(EncodingForm reading) {
    int[] found = new int[length - tail + 1];
    int count = 0;
    int step = illFormed;
    int pos = from;
    int next = pos + Step.length(step);
    while (pos < to) {
      int chars = 0;
      if (step == 0) {
        step = reading.step(bytes, pos, bytes.length, false);
        // The decoder has seen that the last sequence ends here.
        step = step == Step.NEEDS_MORE ? reading.step(bytes, pos, to, true) : step;
        chars = chars(reading, pos, step);
      }
      if (Step.isTold(step)) {
        reading.taken(bytes, pos, step);
      }
      pos += Step.length(step);
      for (; chars > 0; chars--) {
        found[count++] = next - from;
        next = pos;
      }
      step = 0;
    }
    found[count] = next - from;
    return Arrays.copyOf(found, count + 1);
  }

  private int chars(EncodingForm reading, int pos, int step) {
    if (Step.isText(step)) {
      return reading.text(bytes, pos, step).length();
    }
    return Step.isScalar(step) ? Character.charCount(Step.scalar(step)) : 1;
  }
}
