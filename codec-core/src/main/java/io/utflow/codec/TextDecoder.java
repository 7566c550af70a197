package io.utflow.codec;

import io.utflow.codec.engine.Rethrow;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/**
 * Decodes one stream of bytes, cut anywhere, to UTF-16 text. Mutable, one per stream, for one
 * thread at a time. At rest it holds a few bytes and no arrays.
 *
 * <p>Every complete character of the input is delivered by the call that completes it, and an
 * ill-formed sequence is decided at the first code unit that proves it so. Only a proper prefix of
 * one sequence, at most 3 bytes of a Unicode encoding, waits for the next call.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}: a sequence still open is then ill-formed. Afterwards another empty call
 * at the end does nothing, and any other is an {@link IllegalStateException} until {@link
 * #reset()}.
 *
 * <p>When a policy reports, or a handler or observer throws, the well-formed text before the
 * ill-formed sequence has been delivered, or can be {@linkplain #takeDecodedPrefix taken} where the
 * call that throws was to return it. The input stands behind the sequence and so does {@link
 * #position()}. Later calls are an {@link IllegalStateException}, with the failure as its cause,
 * until {@link #reset()}. What a handler or observer throws is thrown unchanged, checked exceptions
 * too.
 *
 * <p>A handler or observer may use other decoders. If it calls the one that is calling it, other
 * than to ask for its state, that is an {@link IllegalStateException}.
 */
public final class TextDecoder extends DecodingLoop {
  /** Bytes that are decoded at once to one {@code String}. */
  private static final int MOST_AT_ONCE = 1 << 20;

  /**
   * A wrong guess costs about so many times what a right one gains, so one is made about a piece
   * when so many times its length has been ASCII.
   */
  private static final int ASCII_BEFORE_GUESS = 8;

  private boolean failureDue;

  /** Behind what was last found to be other than ASCII, or to begin inside a character. */
  private long asciiSince;

  TextDecoder(DecoderSpec spec) {
    super(spec, spec.rule());
  }

  /**
   * Decodes from {@code in}, heap or direct, to {@code out}, and moves their positions.
   *
   * <p>{@link CoderStatus#UNDERFLOW}: {@code in} is used up. {@link CoderStatus#OVERFLOW}: {@code
   * out} lacks room for the next character; call again with the same {@code in} and flag. Progress
   * is certain once {@code out} has room for 2 chars. A surrogate pair is never split; a
   * replacement of several characters may be.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param out where the text goes, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  public CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
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

  /**
   * What the kernel takes without the help of the loop: of a small piece of well-formed text all,
   * for which a workspace would cost more than the text.
   */
  private void decodeInPlace(ByteBuffer in, CharBuffer out) {
    int pos = in.arrayOffset() + in.position();
    int cpos = out.arrayOffset() + out.position();
    Kernel kernel = Objects.requireNonNull(resolvedOrNull()).kernel();
    long progress =
        kernel.decode(
            in.array(), pos, pos + in.remaining(), out.array(), cpos, cpos + out.remaining());
    skipDecoded(in, Kernel.read(progress));
    out.position(out.position() + Kernel.written(progress));
  }

  private CoderStatus decodeThroughWindow(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    Workspace w = Workspace.borrow();
    try {
      return w.throughWindow(out, () -> run(in, endOfInput, w));
    } finally {
      w.giveBack();
    }
  }

  /**
   * Decodes all of {@code in}.
   *
   * <p>If it throws, {@link #takeDecodedPrefix()} is what this call had decoded before.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param endOfInput whether the stream ends with {@code in}
   * @return the text, perhaps empty
   * @throws IllFormedTextException if the policy reports; {@link
   *     IllFormedTextException#decodedPrefix()} is what this call had decoded, too
   * @throws IllegalStateException if the stream has ended or failed
   */
  public String decode(ByteBuffer in, boolean endOfInput) {
    CodingListener listener = listener();
    if (listener == null) {
      return decodeAll(in, endOfInput);
    }
    String[] text = {""};
    try {
      return told(
          listener,
          () -> text[0] = decodeAll(in, endOfInput),
          all -> all == null ? keptLength() : all.length());
    } catch (Throwable e) {
      // Decoded, and then the listener threw.
      if (!text[0].isEmpty()) {
        keepDecoded(text[0]);
      }
      throw e;
    }
  }

  private String decodeAll(ByteBuffer in, boolean endOfInput) {
    // All in one piece, if it is not so long that an array for it would be a burden.
    int atOnce = Math.min(in.remaining(), MOST_AT_ONCE) + EncodingForm.MOST_BYTES;
    String first = nextPiece(in, Math.max(atOnce, Workspace.WINDOW_CHARS), endOfInput);
    if (first.isEmpty() || !in.hasRemaining() && !endOfInput && isDrained() && !failureDue) {
      return first;
    }
    StringBuilder all = null;
    try {
      String next;
      while (!(next = nextPiece(in, Workspace.WINDOW_CHARS, endOfInput)).isEmpty()) {
        all = (all == null ? new StringBuilder(first) : all).append(next);
      }
    } catch (Throwable e) {
      throw Rethrow.unchanged(failedBehind(all == null ? first : all.toString(), e));
    }
    return all == null ? first : all.toString();
  }

  private Throwable failedBehind(String prefix, Throwable e) {
    if (hasFailed()) {
      keepDecoded(prefix);
    }
    return isReported() && e instanceof IllFormedTextException illFormed
        ? failAs(illFormed.withDecodedPrefix(prefix))
        : e;
  }

  /**
   * Takes out the text that the last call of {@link #decode(ByteBuffer, boolean)} had decoded
   * before it threw, whatever it threw: the policy, a handler or an observer. Empty in any other
   * case, for the other methods have delivered the text before they throw.
   *
   * @return the text, once; then the empty string
   */
  public String takeDecodedPrefix() {
    return hasFailed() ? takeOwedText() : "";
  }

  /**
   * Decodes from {@code in} as much as fits in one {@code String} of at most {@code maxChars}
   * UTF-16 code units, never split inside a surrogate pair. Call until the result is empty: then
   * {@code in} is used up. What stages and adapters are made of.
   *
   * <p>If the stream fails after some text was decoded, this call returns that text, and the next
   * throws.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param maxChars the bound, at least 2
   * @param endOfInput whether the stream ends with {@code in}
   * @return the text; empty if all of {@code in} was taken and no text is left
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalArgumentException if {@code maxChars} is below 2
   * @throws IllegalStateException if the stream has ended or failed
   */
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
    String ascii = in.hasArray() && readsAscii() ? Latin1Strings.ascii(this, in, maxChars) : null;
    if (ascii != null) {
      return ascii;
    }
    Workspace w = Workspace.borrow();
    try {
      ascii =
          in.hasArray() || !readsAscii() ? null : Latin1Strings.stagedAscii(this, in, maxChars, w);
      if (ascii != null) {
        return ascii;
      }
      String latin1 = readsAscii() ? Latin1Strings.prefix(this, in, maxChars, w) : "";
      boolean done = !latin1.isEmpty() && !in.hasRemaining() && !endOfInput;
      return done ? latin1 : piece(latin1, in, maxChars, endOfInput, w);
    } finally {
      if (ascii == null) {
        asciiSince = position();
      }
      w.giveBack();
    }
  }

  /** Throws what ended the previous piece early, once. */
  private void throwIfFailureDue() {
    if (failureDue) {
      failureDue = false;
      throw Rethrow.unchanged(Objects.requireNonNull(failure()));
    }
  }

  /**
   * Whether the next byte, if it is ASCII, is that character and nothing else: in UTF-8, with no
   * sequence or byte order mark open.
   */
  private boolean readsAscii() {
    return isAtAscii();
  }

  /** Whether enough of the stream has been ASCII to expect it of its next {@code length} bytes. */
  boolean expectsAscii(int length) {
    return position() - asciiSince >= (long) ASCII_BEFORE_GUESS * length;
  }

  /** Decodes behind what {@code begun} is of the same piece. */
  private String piece(String begun, ByteBuffer in, int maxChars, boolean endOfInput, Workspace w) {
    char[] window = w.charWindow();
    // No encoding yields more chars than bytes, so a longer window is needed for long input only.
    int most = begun.length() + in.remaining() + EncodingForm.MOST_BYTES;
    int room = Math.min(maxChars, Math.max(most, window.length));
    if (room > window.length) {
      window = new char[room];
    }
    w.writeTo(window, 0, room);
    begun.getChars(0, begun.length(), window, 0);
    w.cpos = begun.length();
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

  @Override
  void convert(Workspace w, Kernel kernel) {
    long progress = kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
    w.pos += Kernel.read(progress);
    w.cpos += Kernel.written(progress);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    return acceptChar(w, scalar);
  }
}
