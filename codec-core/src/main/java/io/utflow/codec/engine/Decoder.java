/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes to chars and {@code String}s. */
public final class Decoder extends CharsLoop implements TextDecoder {
  /** Bytes that are decoded at once; of a longer text, pieces that stay in the cache are joined. */
  private static final int MOST_AT_ONCE = 1 << 14;

  /**
   * A wrong guess costs about so many times what a right one gains, so one is made about a piece
   * when so many times its length has been ASCII.
   */
  private static final int ASCII_BEFORE_GUESS = 8;

  private boolean failureDue;

  /** Behind what was last found to be other than ASCII, or to begin inside a character. */
  private long asciiSince;

  /** A decoder that tells the listener of its spec. */
  public Decoder(DecoderSpec spec) {
    this(spec, false);
  }

  private Decoder(DecoderSpec spec, boolean quiet) {
    super(spec, MalformedRule.of(spec.onMalformed()), quiet);
  }

  /** A decoder for a stage, which tells the listener itself. */
  public static Decoder quiet(DecoderSpec spec) {
    return new Decoder(spec, true);
  }

  /**
   * A form that reads the bytes from {@link #position} on once more, whatever this decoder reads;
   * null if that cannot be had.
   */
  @Nullable EncodingForm formFromHere() {
    return streamForm().copy();
  }

  /**
   * How many of some bytes become the first chars of a text, where each ill-formed sequence is one.
   *
   * @param form is in the state in which the bytes begin, and is changed
   */
  static int bytesOf(int chars, EncodingForm form, byte[] bytes) {
    int pos = 0;
    int count = 0;
    while (count < chars) {
      int step = form.step(bytes, pos, bytes.length, false);
      step = step == Step.NEEDS_MORE ? form.step(bytes, pos, bytes.length, true) : step;
      if (Step.isText(step)) {
        count += form.text(bytes, pos, step).length();
      } else {
        count += Step.isScalar(step) ? Character.charCount(Step.scalar(step)) : 1;
      }
      if (Step.isTold(step)) {
        form.taken(bytes, pos, step);
      }
      pos += Step.length(step);
    }
    return pos;
  }

  @Override
  public CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (out.isReadOnly()) {
      throw Failures.readOnly();
    }
    CodingListener listener = listener();
    if (listener == null) {
      return decodeTo(in, out, endOfInput);
    }
    int from = out.position();
    return told(listener, () -> decodeTo(in, out, endOfInput), status -> out.position() - from);
  }

  private CoderStatus decodeTo(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    return out.hasArray()
        ? decodeToArray(in, out, endOfInput)
        : decodeThroughWindow(in, out, endOfInput);
  }

  private CoderStatus decodeToArray(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (in.hasArray() && isBetweenCharacters()) {
      decodeInPlace(in, out);
      if (!in.hasRemaining() && !endOfInput) {
        return CoderStatus.UNDERFLOW;
      }
      if (!out.hasRemaining() && isBeforeCharacter(in)) {
        return CoderStatus.OVERFLOW;
      }
    }
    Workspace w = Workspace.borrow();
    int from = out.arrayOffset() + out.position();
    w.writeTo(out.array(), from, out.remaining());
    try {
      return run(in, endOfInput, w);
    } finally {
      out.position(out.position() + w.cpos - from);
      w.giveBack();
    }
  }

  /** Whether a whole character is next in the input. */
  private boolean isBeforeCharacter(ByteBuffer in) {
    int pos = in.arrayOffset() + in.position();
    return in.hasRemaining()
        && Step.isScalar(streamForm().step(in.array(), pos, pos + in.remaining(), false));
  }

  private CoderStatus decodeThroughWindow(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      return w.throughWindow(out, () -> run(in, endOfInput, w));
    } finally {
      w.giveBack();
    }
  }

  @Override
  public String decode(ByteBuffer in, boolean endOfInput) {
    CodingListener listener = listener();
    if (listener == null) {
      return decodeAll(in, endOfInput);
    }
    String[] text = {""};
    // What an earlier call has kept, it has told of.
    int told = hasFailed() ? waitingLength() : 0;
    try {
      return told(
          listener,
          () -> text[0] = decodeAll(in, endOfInput),
          all -> all == null ? waitingLength() - told : all.length());
    } catch (Throwable e) {
      // Decoded, and then the listener threw.
      if (!text[0].isEmpty()) {
        keepDecoded(text[0]);
      }
      throw e;
    }
  }

  @Override
  public String decode(byte[] bytes, int from, int length) {
    Objects.checkFromIndexSize(from, length, bytes.length);
    boolean atOnce = isBetweenCharacters() && !failureDue && listener() == null;
    String text = atOnce ? Latin1Strings.all(knownEncoding(), bytes, from, length) : null;
    if (text != null) {
      skipDecoded(bytes, from, length, length);
    }
    return text == null ? decode(ByteBuffer.wrap(bytes, from, length), false) : text;
  }

  private String decodeAll(ByteBuffer in, boolean endOfInput) {
    String first = wellFormedText(in, endOfInput);
    if (first.isEmpty() && in.remaining() > MOST_AT_ONCE) {
      first = longAscii(in);
    }
    if (first.isEmpty()) {
      int atOnce = Math.min(in.remaining(), MOST_AT_ONCE) + EncodingForm.MOST_BYTES;
      first = nextPiece(in, Math.max(atOnce, Workspace.WINDOW_CHARS), endOfInput);
    }
    boolean done = hasEnded() || !endOfInput && isDrained();
    if (first.isEmpty() || !in.hasRemaining() && done && !failureDue) {
      return first;
    }
    List<String> all = new ArrayList<>(1);
    all.add(first);
    try {
      String next;
      while (!(next = nextPiece(in, Workspace.WINDOW_CHARS, endOfInput)).isEmpty()) {
        all.add(next);
      }
    } catch (Throwable e) {
      throw Rethrow.unchanged(failedBehind(String.join("", all), e));
    }
    return all.size() == 1 ? first : String.join("", all);
  }

  /**
   * All of an array in another encoding than UTF-8, if it is ASCII, or in ISO-8859-1: nothing need
   * stay in the cache; or empty.
   */
  private String longAscii(ByteBuffer in) {
    String text =
        in.hasArray() && !failureDue && isAtAscii() && knownEncoding() != Encoding.UTF_8
            ? Latin1Strings.ascii(this, in, in.remaining())
            : null;
    return text == null ? "" : text;
  }

  /**
   * Long input if it is in UTF-8, well-formed and begins as ASCII; else empty. It borrows nothing:
   * to borrow is to wait until the text before is written to memory.
   */
  private String wellFormedText(ByteBuffer in, boolean endOfInput) {
    if (Kernels.areFirst()) {
      return firstText(in, endOfInput);
    }
    // No byte order mark begins with such a byte.
    if (!in.hasArray() || in.remaining() < WholeStrings.SHORTEST || in.get(in.position()) <= 0) {
      return "";
    }
    beginUnmarked(in);
    return isBetweenCharacters() && knownEncoding() == Encoding.UTF_8
        ? WholeStrings.wellFormed(this, in, endOfInput)
        : "";
  }

  /** Any input in UTF-8 that the JDK finds well-formed; else empty. */
  private String firstText(ByteBuffer in, boolean endOfInput) {
    beginUnmarked(in);
    String text = decodesAtOnce() ? shortPiece(in, Integer.MAX_VALUE, endOfInput) : null;
    return text == null ? "" : text;
  }

  private Throwable failedBehind(String prefix, Throwable e) {
    if (hasFailed()) {
      keepDecoded(prefix);
    }
    Throwable withPrefix = hasReported() ? Failures.withDecodedPrefix(e, prefix) : e;
    return withPrefix == e ? e : failAs(withPrefix);
  }

  @Override
  public String takeDecodedPrefix() {
    return hasFailed() ? takeReplacement() : "";
  }

  @Override
  public String decodePiece(ByteBuffer in, int maxChars, boolean endOfInput) {
    if (maxChars < 2) {
      throw new IllegalArgumentException(
          "maxChars " + maxChars + ": give at least 2, the length of a supplementary character");
    }
    CodingListener listener = listener();
    return listener == null
        ? nextPiece(in, maxChars, endOfInput)
        : toldPiece(listener, in, maxChars, endOfInput);
  }

  private String toldPiece(
      CodingListener listener, ByteBuffer in, int maxChars, boolean endOfInput) {
    String[] text = {""};
    try {
      return told(
          listener,
          () -> text[0] = nextPiece(in, maxChars, endOfInput),
          piece -> piece == null ? 0 : piece.length());
    } catch (Throwable e) {
      if (text[0].isEmpty()) {
        throw e;
      }
      // Decoded, and then the listener threw.
      failureDue = true;
      return text[0];
    }
  }

  private String nextPiece(ByteBuffer in, int maxChars, boolean endOfInput) {
    throwIfFailureDue();
    if (!in.hasRemaining() && !endOfInput && isDrained()) {
      return "";
    }
    beginUnmarked(in);
    String all = decodesAtOnce() ? shortPiece(in, maxChars, endOfInput) : null;
    if (all != null) {
      return all;
    }
    String ascii = in.hasArray() && isAtAscii() ? Latin1Strings.ascii(this, in, maxChars) : null;
    if (ascii != null) {
      return ascii;
    }
    Workspace w = Workspace.borrow();
    try {
      ascii =
          in.hasArray() || !isAtAscii() ? null : Latin1Strings.stagedAscii(this, in, maxChars, w);
      if (ascii != null) {
        return ascii;
      }
      String latin1 = isBetweenCharacters() ? Latin1Strings.prefix(this, in, maxChars, w) : "";
      boolean done = !latin1.isEmpty() && !in.hasRemaining() && !endOfInput;
      return done ? latin1 : piece(latin1, in, maxChars, endOfInput, w);
    } finally {
      if (ascii == null) {
        asciiSince = position();
      }
      w.giveBack();
    }
  }

  /** All of a short input, and the end behind it; or null. Outside an array it is copied. */
  private @Nullable String shortPiece(ByteBuffer in, int maxChars, boolean endOfInput) {
    int length = in.remaining();
    int mostCopied = Kernels.areFirst() ? FirstStrings.MOST_COPIED : ShortStrings.MOST_PADDED;
    if (!in.hasArray() && length > Math.min(mostCopied, maxChars)) {
      return null;
    }
    byte[] src = in.hasArray() ? in.array() : new byte[length];
    int from = in.hasArray() ? in.arrayOffset() + in.position() : 0;
    if (!in.hasArray()) {
      in.get(in.position(), src);
    }
    String text = decodeAtOnce(src, from, length, maxChars, endOfInput, null);
    if (text != null) {
      in.position(in.limit());
      if (endOfInput) {
        ended();
      }
    }
    return text;
  }

  /** Whether {@link #decodeAtOnce} may decode something: between characters of UTF-8. */
  public boolean decodesAtOnce() {
    return isBetweenCharacters() && knownEncoding() == Encoding.UTF_8 && !failureDue;
  }

  /**
   * The text of a short input, where {@link #decodesAtOnce}: what {@link #decodePiece} would
   * answer, and be done with the input. Null, and nothing is done, if that would not be done with
   * it, or if there is an ill-formed sequence. The end is the caller's to tell; {@code room} is as
   * {@link ShortStrings#wellFormed} says.
   */
  public @Nullable String decodeAtOnce(
      byte[] src, int from, int length, int maxChars, boolean endOfInput, char @Nullable [] room) {
    boolean first = Kernels.areFirst();
    if (length == 0 || length > (first ? maxChars : Math.min(maxChars, ShortStrings.LONGEST))) {
      return null;
    }
    String ascii = first ? null : ShortStrings.ascii(this, src, from, length);
    if (ascii != null) {
      skipDecoded(src, from, length, length);
      return ascii;
    }
    String text =
        first
            ? FirstStrings.wellFormed(this, src, from, length, endOfInput)
            : ShortStrings.wellFormed(this, src, from, length, endOfInput, room);
    if (text != null) {
      asciiSince = position();
    }
    return text;
  }

  /** Throws what ended the previous piece early, once. */
  private void throwIfFailureDue() {
    if (failureDue) {
      failureDue = false;
      throw Rethrow.unchanged(Objects.requireNonNull(failure()));
    }
  }

  /** Whether enough of the stream has been ASCII to expect it of its next {@code length} bytes. */
  boolean expectsAscii(int length) {
    return position() - asciiSince >= (long) ASCII_BEFORE_GUESS * length;
  }

  /** Decodes behind what {@code begun} is of the same piece. */
  private String piece(String begun, ByteBuffer in, int maxChars, boolean endOfInput, Workspace w) {
    char[] window = w.charWindow();
    // Few encodings yield more chars than bytes, so a longer window is needed for long input only.
    int most = begun.length() + in.remaining() + EncodingForm.MOST_BYTES;
    int room = Math.min(maxChars, Math.max(most, window.length));
    if (room > window.length) {
      window = new char[room];
    }
    begun.getChars(0, begun.length(), window, 0);
    int length = begun.length();
    if (in.hasArray() && isBetweenCharacters()) {
      length += decodeInPlace(in, window, length, room);
      if (!in.hasRemaining() && !endOfInput) {
        return length == begun.length() ? begun : new String(window, 0, length);
      }
    }
    w.writeTo(window, 0, room);
    w.cpos = length;
    // What is reported stays in the input while the text before it is on its way.
    w.reportedBefore(1);
    try {
      run(in, endOfInput, w);
    } catch (Throwable e) {
      if (w.cpos == 0) {
        throw e;
      }
      failureDue = true;
    }
    if (w.cpos == begun.length()) {
      return begun;
    }
    return new String(window, 0, w.cpos);
  }

  @Override
  public void reset() {
    super.reset();
    failureDue = false;
    asciiSince = 0;
  }
}
