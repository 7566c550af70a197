package io.utflow.codec;

import static io.utflow.codec.IllFormedCause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.IllFormedCause.UNPAIRED_LOW_SURROGATE;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes one stream of UTF-16 text, cut anywhere, to bytes. Mutable, one per stream, for one
 * thread at a time. At rest it holds at most one high surrogate, which waits for its partner in the
 * next input.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}: a high surrogate that still waits is then unpaired. Afterwards another
 * empty call at the end does nothing, and any other is an {@link IllegalStateException} until
 * {@link #reset()}.
 *
 * <p>When a policy reports, or a handler or observer throws, the bytes of the text before the
 * surrogate have been written and the input stands behind it. Later calls are an {@link
 * IllegalStateException}, with the failure as its cause, until {@link #reset()}.
 *
 * <p>A handler or observer may use other encoders. If it calls the one that is calling it, other
 * than to ask for its state, that is an {@link IllegalStateException}.
 */
public final class TextEncoder {
  private enum Phase {
    BODY,
    /** An observer or a handler is being called, and may not call back. */
    CALLING,
    ENDED,
    FAILED
  }

  /** After an unpaired surrogate this many steps are taken before the kernel is called again. */
  private static final int STEPS_BEFORE_KERNEL = 8;

  private static final char NONE = 0;

  private final EncoderSpec spec;
  private final CharacterWriter writer;
  private Phase phase = Phase.BODY;
  private @Nullable Throwable failure;
  private @Nullable String held;
  private int heldFrom;
  private char pendingHigh;
  private long position;
  private long illFormedCount;

  TextEncoder(EncoderSpec spec) {
    this.spec = spec;
    this.writer = new CharacterWriter(spec);
  }

  /**
   * Encodes from {@code in} to {@code out}, heap or direct, and moves their positions.
   *
   * <p>{@link CoderStatus#UNDERFLOW}: {@code in} is used up. {@link CoderStatus#OVERFLOW}: {@code
   * out} lacks room for the next character; call again with the same {@code in} and flag. Progress
   * is certain once {@code out} has room for 4 bytes. No character is ever split over two outputs.
   *
   * @param in the next text of the stream, read from its position to its limit
   * @param out where the bytes go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  public CoderStatus encode(CharBuffer in, ByteBuffer out, boolean endOfInput) {
    long taken = taken();
    try {
      return encode(in, 0, out, endOfInput);
    } finally {
      in.position(in.position() + (int) (taken() - taken));
    }
  }

  /**
   * As {@link #encode(CharBuffer, ByteBuffer, boolean)}, from the UTF-16 code units of {@code in}
   * that begin at {@code from}. How many were taken is told by {@link #position()} and {@link
   * #pendingChars()}: their sum has grown by it. A {@code String} is read fastest this way.
   *
   * @param in the next text of the stream, read from {@code from} to its end
   * @param from the first UTF-16 code unit to read, 0 to the length of {@code in}
   * @param out where the bytes go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   * @throws IndexOutOfBoundsException if {@code from} is outside {@code in}
   */
  public CoderStatus encode(CharSequence in, int from, ByteBuffer out, boolean endOfInput) {
    Objects.checkIndex(from, in.length() + 1);
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    CodingListener listener = spec.listenerOrNull();
    return listener == null
        ? encodeRest(in, from, out, endOfInput)
        : encodeTold(listener, in, from, out, endOfInput);
  }

  private CoderStatus encodeTold(
      CodingListener listener, CharSequence in, int from, ByteBuffer out, boolean endOfInput) {
    long read = position;
    long before = illFormedCount;
    int start = out.position();
    CoderStatus status;
    try {
      status = encodeRest(in, from, out, endOfInput);
    } catch (Throwable e) {
      tell(listener, position - read, out.position() - start, illFormedCount - before);
      throw e;
    }
    tell(listener, position - read, out.position() - start, illFormedCount - before);
    return status;
  }

  private void tell(CodingListener listener, long read, long written, long illFormed) {
    if ((read | written | illFormed) == 0) {
      return;
    }
    Phase before = phase;
    phase = Phase.CALLING;
    try {
      listener.coded(spec.encoding(), read, written, illFormed);
      phase = before;
    } catch (Throwable e) {
      phase = Phase.FAILED;
      if (before == Phase.FAILED) {
        Objects.requireNonNull(failure).addSuppressed(e);
      } else {
        failure = e;
        held = null;
        throw e;
      }
    }
  }

  private CoderStatus encodeRest(CharSequence in, int from, ByteBuffer out, boolean endOfInput) {
    if (!isOpenFor(from < in.length(), endOfInput)) {
      return CoderStatus.UNDERFLOW;
    }
    Workspace w = Workspace.borrow();
    try {
      CoderStatus status = encodeTo(in, from, out, endOfInput, w);
      if (endOfInput && status == CoderStatus.UNDERFLOW) {
        phase = Phase.ENDED;
      }
      return status;
    } catch (Throwable e) {
      // The carry stays: chars taken are position and pending chars, also after a failure.
      phase = Phase.FAILED;
      failure = e;
      held = null;
      throw e;
    } finally {
      w.giveBack();
    }
  }

  private boolean isOpenFor(boolean input, boolean endOfInput) {
    refuseFromWithin();
    if (phase == Phase.FAILED) {
      throw new IllegalStateException("the stream has failed; reset() begins a new one", failure);
    }
    if (phase == Phase.ENDED && (input || !endOfInput)) {
      throw new IllegalStateException("the stream has ended; reset() begins a new one");
    }
    return phase == Phase.BODY;
  }

  private void refuseFromWithin() {
    if (phase == Phase.CALLING) {
      throw new IllegalStateException("called from within its own observer or handler");
    }
  }

  private long taken() {
    return position + pendingChars();
  }

  /**
   * {@return how many UTF-16 code units were decided since the start of the stream} A pending one
   * is not counted.
   */
  public long position() {
    return position;
  }

  /**
   * {@return how many UTF-16 code units are pending} It is 1 while a high surrogate waits for its
   * partner, else 0.
   */
  public int pendingChars() {
    return pendingHigh == NONE ? 0 : 1;
  }

  /**
   * Takes out the high surrogate that waits for its partner, if one does, and what replaced an
   * unpaired one and had no room in the output, for whoever writes the stream from here on.
   *
   * @return that text, which ends with the high surrogate
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  public String takePending() {
    refuseFromWithin();
    String text = held == null ? "" : held.substring(heldFrom);
    String pending = pendingHigh == NONE ? text : text + pendingHigh;
    held = null;
    position += pendingChars();
    pendingHigh = NONE;
    return pending;
  }

  /** {@return how many unpaired surrogates the stream has had so far} */
  public long illFormedCount() {
    return illFormedCount;
  }

  /** Forgets everything, unreported: the next character is the first of a new stream. */
  public void reset() {
    refuseFromWithin();
    phase = Phase.BODY;
    failure = null;
    held = null;
    pendingHigh = NONE;
    position = 0;
    illFormedCount = 0;
    writer.reset();
  }

  // Where the bytes go.

  private CoderStatus encodeTo(
      CharSequence in, int from, ByteBuffer out, boolean endOfInput, Workspace w) {
    if (out.hasArray()) {
      int start = out.arrayOffset() + out.position();
      w.writeBytesTo(out.array(), start, out.remaining());
      try {
        return drain(in, from, endOfInput, w);
      } finally {
        out.position(out.position() + w.bpos - start);
      }
    }
    long base = taken() - from;
    return w.throughWindow(out, () -> drain(in, (int) (taken() - base), endOfInput, w));
  }

  // The loop.

  private CoderStatus drain(CharSequence in, int from, boolean endOfInput, Workspace w) {
    if (held != null && !emitHeld(w)) {
      return CoderStatus.OVERFLOW;
    }
    int next = from;
    if (pendingHigh != NONE && next < in.length()) {
      long before = position;
      if (!pair(in.charAt(next), w)) {
        return CoderStatus.OVERFLOW;
      }
      next += (int) (position - before) - 1;
    }
    while (next < in.length()) {
      int start = w.readChars(in, next);
      if (!drainArray(w)) {
        return CoderStatus.OVERFLOW;
      }
      next += w.pos - start;
      if (w.pos < w.end) {
        next = carryOrGoOn(in, next);
      }
    }
    boolean open = endOfInput && pendingHigh != NONE;
    return open && !endWithOpenPair(w) ? CoderStatus.OVERFLOW : CoderStatus.UNDERFLOW;
  }

  /**
   * A high surrogate ends the window: carried if it ends the input, else read again with its
   * partner.
   */
  private int carryOrGoOn(CharSequence in, int next) {
    if (next + 1 < in.length()) {
      return next;
    }
    pendingHigh = in.charAt(next);
    return next + 1;
  }

  /** Decides the carried high surrogate by the first char of the input. False: no room. */
  private boolean pair(char first, Workspace w) {
    char high = pendingHigh;
    if (Character.isLowSurrogate(first)) {
      if (!writer.write(w, Character.toCodePoint(high, first))) {
        return false;
      }
      pendingHigh = NONE;
      position += 2;
      return true;
    }
    pendingHigh = NONE;
    return replace(w, high, UNPAIRED_HIGH_SURROGATE, false);
  }

  private boolean endWithOpenPair(Workspace w) {
    char high = pendingHigh;
    pendingHigh = NONE;
    return replace(w, high, UNPAIRED_HIGH_SURROGATE, true);
  }

  /** False: no room. True: the window is used up but for a high surrogate in the last place. */
  private boolean drainArray(Workspace w) {
    while (true) {
      if (!writer.isMarkDue()) {
        int written = writer.writePrefix(w, w.chars, w.pos, w.end);
        w.pos += written;
        position += written;
      }
      int steps = STEPS_BEFORE_KERNEL;
      do {
        if (w.pos == w.end || isOpenPair(w)) {
          return true;
        }
        if (!step(w)) {
          return false;
        }
      } while (--steps > 0);
    }
  }

  private static boolean isOpenPair(Workspace w) {
    return w.pos + 1 == w.end && Character.isHighSurrogate(w.chars[w.pos]);
  }

  private boolean step(Workspace w) {
    int scalar = Character.codePointAt(w.chars, w.pos, w.end);
    boolean unpaired = scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE;
    if (unpaired) {
      w.pos++;
      boolean high = Character.isHighSurrogate((char) scalar);
      IllFormedCause cause = high ? UNPAIRED_HIGH_SURROGATE : UNPAIRED_LOW_SURROGATE;
      return replace(w, (char) scalar, cause, false);
    }
    if (!writer.write(w, scalar)) {
      return false;
    }
    w.pos += Character.charCount(scalar);
    position += Character.charCount(scalar);
    return true;
  }

  private boolean replace(Workspace w, char unit, IllFormedCause cause, boolean endOfInput) {
    long offset = position++;
    illFormedCount++;
    String text = spec.rule().textForUnseen(illFormedCount, spec.observerOrNull());
    if (text == null) {
      text = textFor(IllFormedSequence.ofUnit(unit, cause, offset, endOfInput));
    }
    return emit(w, text, 0);
  }

  private String textFor(IllFormedSequence sequence) {
    phase = Phase.CALLING;
    String text = spec.rule().textFor(sequence, illFormedCount, spec.observerOrNull());
    phase = Phase.BODY;
    if (text == null) {
      throw sequence.toException();
    }
    return text;
  }

  /** False: no room for all of it; the rest is held. */
  private boolean emit(Workspace w, String text, int from) {
    int next = from;
    while (next < text.length()) {
      int scalar = text.codePointAt(next);
      if (!writer.write(w, scalar)) {
        held = text;
        heldFrom = next;
        return false;
      }
      next += Character.charCount(scalar);
    }
    return true;
  }

  private boolean emitHeld(Workspace w) {
    String text = Objects.requireNonNull(held);
    held = null;
    return emit(w, text, heldFrom);
  }
}
