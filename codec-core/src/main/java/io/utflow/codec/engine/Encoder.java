/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.CodingListener;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.FoundSequence;
import io.utflow.codec.illformed.MalformedRule;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes chars to bytes.
 *
 * <p>It is given text, cut anywhere, and room for bytes. It guarantees that a surrogate pair that
 * is cut is written as one character, that an unpaired surrogate is found as soon as the next char
 * proves it, and that bytes before a failure are delivered. It leaves what becomes of unpaired
 * surrogates to {@link io.utflow.codec.illformed.IllFormedPolicy}, and to {@link CharacterWriter}
 * how characters are written, also those that the encoding cannot encode.
 */
public final class Encoder extends CodingState implements TextEncoder {
  /** After an unpaired surrogate this many steps are taken before the kernel is called again. */
  private static final int STEPS_BEFORE_KERNEL = 8;

  /** The longest array that virtual machines allocate. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final char NONE = 0;
  private static final int NOTHING_REPLACED = -1;
  private static final byte[] NO_BYTES = {};

  private final EncoderSpec spec;
  private final CharacterWriter writer;
  private byte[] encodedPrefix = NO_BYTES;
  private char pendingHigh;
  private long position;

  /** The character, also a lone surrogate, for which a replacement is looked for. */
  private int replaced = NOTHING_REPLACED;

  public Encoder(EncoderSpec spec) {
    super(MalformedRule.of(spec.onMalformed()));
    this.spec = spec;
    this.writer = CharacterWriter.of(spec);
    begin(false);
  }

  @Override
  public CoderStatus encode(CharBuffer in, ByteBuffer out, boolean endOfInput) {
    long taken = taken();
    try {
      return encode(in, 0, out, endOfInput);
    } finally {
      in.position(in.position() + (int) (taken() - taken));
    }
  }

  @Override
  public CoderStatus encode(CharSequence in, int from, ByteBuffer out, boolean endOfInput) {
    Objects.checkIndex(from, in.length() + 1);
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (listener() == null) {
      return encodeRest(in, from, out, endOfInput);
    }
    int start = out.position();
    return callAndTell(
        () -> encodeRest(in, from, out, endOfInput), status -> out.position() - start);
  }

  private CoderStatus encodeRest(CharSequence in, int from, ByteBuffer out, boolean endOfInput) {
    if (!isOpenFor(from < in.length() || !endOfInput)) {
      return CoderStatus.UNDERFLOW;
    }
    if (from == 0 && pendingHigh == NONE && !isReplacing() && writer.writeLatin1(in, out)) {
      position += in.length();
      if (endOfInput) {
        ended();
      }
      return CoderStatus.UNDERFLOW;
    }
    Workspace w = Workspace.borrow();
    try {
      long base = taken() - from;
      CoderStatus status = w.codeTo(out, () -> drain(in, (int) (taken() - base), endOfInput, w));
      if (endOfInput && status == CoderStatus.UNDERFLOW) {
        ended();
      }
      return status;
    } catch (Throwable e) {
      fail(e);
      throw e;
    } finally {
      w.giveBack();
    }
  }

  @Override
  public byte[] encode(CharSequence text) {
    return encodeAll(text, false);
  }

  @Override
  public byte[] finish() {
    return encodeAll("", true);
  }

  private byte[] encodeAll(CharSequence text, boolean endOfInput) {
    boolean failedBefore = hasFailed();
    encodedPrefix = failedBefore ? encodedPrefix : NO_BYTES;
    if (listener() == null) {
      return encodeToArray(text, endOfInput);
    }
    byte[][] encoded = {NO_BYTES};
    try {
      return callAndTell(
          () -> encoded[0] = encodeToArray(text, endOfInput),
          bytes -> bytes != null ? bytes.length : failedBefore ? 0 : encodedPrefix.length);
    } catch (Throwable e) {
      // Encoded, and then the listener threw.
      encodedPrefix = encoded[0].length == 0 ? encodedPrefix : encoded[0];
      throw e;
    }
  }

  private byte[] encodeToArray(CharSequence text, boolean endOfInput) {
    ByteBuffer out = ByteBuffer.allocate(likelyLength(text.length()));
    long start = taken();
    try {
      while (encodeRest(text, (int) (taken() - start), out, endOfInput) == CoderStatus.OVERFLOW) {
        out = longer(out);
      }
      return Arrays.copyOf(out.array(), out.position());
    } catch (Throwable e) {
      if (out.position() > 0) {
        encodedPrefix = Arrays.copyOf(out.array(), out.position());
      }
      throw e;
    }
  }

  private ByteBuffer longer(ByteBuffer out) {
    long wished = (long) out.capacity() + Math.max(out.capacity() >> 1, Workspace.WINDOW_BYTES);
    try {
      if (out.capacity() == LONGEST_ARRAY) {
        throw new OutOfMemoryError("the text takes more bytes than an array holds");
      }
      return ByteBuffer.allocate((int) Math.min(wished, LONGEST_ARRAY)).put(out.flip());
    } catch (OutOfMemoryError e) {
      fail(e);
      throw e;
    }
  }

  private int likelyLength(int chars) {
    long most = (long) writer.form().maxBytesPerChar() * chars + EncodingForm.MOST_WRITTEN;
    long likely = Math.max(Workspace.WINDOW_BYTES, chars + (long) (chars >> 1));
    return (int) Math.min(LONGEST_ARRAY, Math.min(most, likely));
  }

  @Override
  public byte[] takeEncodedPrefix() {
    byte[] prefix = encodedPrefix;
    encodedPrefix = NO_BYTES;
    return prefix;
  }

  private long taken() {
    return position + pendingChars();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public int pendingChars() {
    return pendingHigh == NONE ? 0 : 1;
  }

  @Override
  public String takePending() {
    String text = takeReplacement();
    String pending = pendingHigh == NONE ? text : text + pendingHigh;
    position += pendingChars();
    pendingHigh = NONE;
    return pending;
  }

  /** Takes the character that has failed the stream, if one has: it counts as read. */
  public String takeFailedText() {
    String failed = replaced == NOTHING_REPLACED ? "" : Character.toString(replaced);
    replaced = NOTHING_REPLACED;
    return failed;
  }

  /**
   * An encoder that goes on by another spec: it takes over offsets and a high surrogate that waits
   * for its partner. This encoder ends: {@code encode("", 0, out, true)} writes waiting bytes and
   * those that end the text.
   */
  public Encoder next(EncoderSpec other) {
    Encoder next = new Encoder(other);
    next.position = position;
    next.pendingHigh = pendingHigh;
    pendingHigh = NONE;
    return next;
  }

  /**
   * Takes back a failure that was not thrown, if there is one: the character at which it was counts
   * as not read, {@link #next} reads it anew, and this can be ended.
   *
   * @return that character, or nothing
   */
  public String takeBackFailed() {
    String failed = takeFailedText();
    if (!failed.isEmpty()) {
      position -= failed.length();
      forgetFailure();
    }
    return failed;
  }

  @Override
  public void reset() {
    refuseFromWithin();
    begin(false);
    encodedPrefix = NO_BYTES;
    pendingHigh = NONE;
    replaced = NOTHING_REPLACED;
    position = 0;
    writer.reset();
  }

  // The loop.

  private CoderStatus drain(CharSequence in, int from, boolean endOfInput, Workspace w) {
    if (isReplacing() && !emitReplacement(w)) {
      return CoderStatus.OVERFLOW;
    }
    int next = from;
    if (pendingHigh != NONE && next < in.length()) {
      if (!decidePending(in, next, w)) {
        return CoderStatus.OVERFLOW;
      }
      next += w.pos - 1;
    }
    while (next < in.length()) {
      int start = w.readChars(in, next);
      if (!drainArray(w)) {
        return CoderStatus.OVERFLOW;
      }
      next += w.pos - start;
      if (w.pos < w.end && next + 1 == in.length()) {
        // A high surrogate; one that ends only the window is read again with its partner.
        pendingHigh = in.charAt(next++);
      }
    }
    boolean open = endOfInput && pendingHigh != NONE;
    if (open && !decidePending(in, next, w) || endOfInput && !writer.end(w)) {
      return CoderStatus.OVERFLOW;
    }
    return CoderStatus.UNDERFLOW;
  }

  /**
   * Decides the pending high surrogate, together with the next char if there is one. False: no
   * room.
   */
  private boolean decidePending(CharSequence in, int next, Workspace w) {
    char high = pendingHigh;
    boolean follows = next < in.length();
    w.chars = w.charWindow;
    w.chars[0] = high;
    w.chars[1] = follows ? in.charAt(next) : NONE;
    w.pos = 0;
    w.end = follows ? 2 : 1;
    pendingHigh = NONE;
    boolean room = step(w, !follows);
    pendingHigh = w.pos == 0 ? high : NONE;
    return room;
  }

  /** False: no room. True: the window is used up, except for a high surrogate at its end. */
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
        if (!step(w, false)) {
          return false;
        }
      } while (--steps > 0);
    }
  }

  private static boolean isOpenPair(Workspace w) {
    return w.pos + 1 == w.end && Character.isHighSurrogate(w.chars[w.pos]);
  }

  private boolean step(Workspace w, boolean endOfInput) {
    int scalar = Character.codePointAt(w.chars, w.pos, w.end);
    boolean unpaired = scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE;
    if (unpaired && !writer.form().hasSurrogates()) {
      w.pos++;
      return replace(w, (char) scalar, endOfInput);
    }
    int length = Character.charCount(scalar);
    if (!writer.canEncode(scalar)) {
      long offset = position;
      w.pos += length;
      position += length;
      replaced = scalar;
      String text =
          writer.replacementOf(this, scalar, () -> FoundSequence.unmappable(scalar, offset));
      replaced = NOTHING_REPLACED;
      return emit(w, text);
    }
    if (!writer.write(w, scalar)) {
      return false;
    }
    w.pos += length;
    position += length;
    return true;
  }

  private boolean replace(Workspace w, char unit, boolean endOfInput) {
    long offset = position++;
    String text = unseenNext();
    takeNext();
    if (text == null) {
      replaced = unit;
      text = replacementOf(FoundSequence.ofUnit(unit, offset, endOfInput));
      replaced = NOTHING_REPLACED;
    }
    return emit(w, text);
  }

  @Override
  protected String writable(String text, @Nullable IllFormedSequence replaced) {
    return writer.writable(text);
  }

  @Override
  public long illFormedCount() {
    return super.illFormedCount() + writer.unmappableCount();
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return writer.write(w, scalar);
  }

  @Override
  TextEncoding codedEncoding() {
    return spec.encoding();
  }

  @Override
  protected @Nullable Consumer<? super IllFormedSequence> observer() {
    return spec.observer().orElse(null);
  }

  @Override
  Optional<CodingListener> specListener() {
    return spec.listener();
  }
}
