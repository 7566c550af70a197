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
 * Where the chars of decoded text stand in the bytes. The first chars, the tail, are the last of
 * the piece before; of the others the bytes are kept, so that {@link EncodingForm#step} can find
 * them if somebody asks. A char begins directly behind the one before: sequences without
 * characters, as shifts, belong to the char that follows.
 */
public final class TextPiece {
  /** The most bytes of sequences without characters that are kept to be handed over (law L4). */
  private static final int MOST_EMPTY = 1024;

  /** Knows where the tail and what is behind it begin; null if that is {@link #begin}. */
  private @Nullable TextPiece before;

  private long begin;

  /** Where the tail stands in the piece before, and its length; the length of the whole. */
  private int tailFrom;

  private int tail;
  private int length;

  /** Sequences without characters, those of the chars behind the tail, and pending bytes. */
  private byte[] bytes;

  /** How many of these are not those of the piece behind. */
  private int end;

  /** Where those of the chars begin in the stream, where in {@link #bytes}, and where they end. */
  private long textBegin;

  private int from;
  private int to;

  /** Reads those once more; null if {@link #places} are given. */
  private @Nullable EncodingForm form;

  /** The step of the ill-formed sequence that they begin with; 0 if there is none. */
  private int illFormed;

  /** Where the chars that are not of that sequence begin, from {@link #from} on, and the end. */
  private int @Nullable [] places;

  /** Whether sequences without characters were dropped, and others follow closely. */
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

  /** Where a char behind the first of those behind the tail begins, from {@link #from} on. */
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
