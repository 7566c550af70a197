/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.lanes.Words;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes to chars and {@code String}s. */
public sealed class Decoder extends DecodingLoop implements TextDecoder
    permits PieceDecoder, SegmentDecoder {
  /** In bytes: longer input is not short. */
  private static final int LONGEST_SHORT = 1024;

  /** The most bytes that are copied to an array with room behind them, which faster loops need. */
  private static final int MOST_PADDED = 256;

  /** The most chars that the third way decodes at once for a text of any length. */
  private static final int MOST_AT_ONCE = 1 << 14;

  private static final char REPLACEMENT = '\uFFFD';

  private boolean failureDue;

  public Decoder(DecoderSpec spec) {
    super(spec, MalformedRule.of(spec.onMalformed()));
  }

  /** A decoder that acts by another rule than the policy of its spec. */
  Decoder(DecoderSpec spec, MalformedRule rule) {
    super(spec, rule);
  }

  @Override
  public CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (listener() == null) {
      return decodeTo(in, out, endOfInput);
    }
    int from = out.position();
    return callAndTell(() -> decodeTo(in, out, endOfInput), status -> out.position() - from);
  }

  private CoderStatus decodeTo(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    if (in.hasArray() && out.hasArray() && decodesAtOnce()) {
      convert(in, out);
      if (!in.hasRemaining() && !endOfInput) {
        return CoderStatus.UNDERFLOW;
      }
    }
    Workspace w = Workspace.borrow();
    try {
      CoderStatus status;
      boolean mayGoOn;
      do {
        w.writeTo(out);
        try {
          status = run(in, endOfInput, endOfInput, w);
        } finally {
          mayGoOn = w.deliverTo(out);
        }
      } while (status == CoderStatus.OVERFLOW && mayGoOn);
      return status;
    } finally {
      w.giveBack();
    }
  }

  /** Converts a well-formed prefix without a {@link Workspace}, which costs as much as 64 bytes. */
  private void convert(ByteBuffer in, CharBuffer out) {
    int from = in.arrayOffset() + in.position();
    int to = out.arrayOffset() + out.position();
    int end = from + in.remaining();
    Kernel kernel = knownEncoding().kernel();
    long progress = kernel.decode(in.array(), from, end, out.array(), to, to + out.remaining());
    retire(in, Kernel.read(progress));
    out.position(out.position() + Kernel.written(progress));
  }

  @Override
  public String decode(ByteBuffer in, boolean endOfInput) {
    if (listener() == null) {
      return decodeAll(in, endOfInput);
    }
    String[] text = {""};
    // The text kept by an earlier call was counted then.
    int told = hasFailed() ? waitingLength() : 0;
    try {
      return callAndTell(
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

  private String decodeAll(ByteBuffer in, boolean endOfInput) {
    int most = Workspace.WINDOW_CHARS;
    long longest = Math.max((long) in.remaining() + EncodingForm.MOST_BYTES, most);
    int all = (int) Math.min(longest, Integer.MAX_VALUE);
    String first = nextPiece(in, all, Math.min(all, MOST_AT_ONCE), endOfInput);
    boolean done = hasEnded() || !endOfInput && isDrained();
    if (first.isEmpty() || !in.hasRemaining() && done && !failureDue) {
      return first;
    }
    List<String> pieces = new ArrayList<>(1);
    pieces.add(first);
    try {
      String next;
      while (!(next = nextPiece(in, most, most, endOfInput)).isEmpty()) {
        pieces.add(next);
      }
    } catch (Throwable e) {
      throw Failures.rethrow(failedBehind(String.join("", pieces), e));
    }
    return pieces.size() == 1 ? first : String.join("", pieces);
  }

  private Throwable failedBehind(String prefix, Throwable e) {
    if (hasFailed()) {
      keepDecoded(prefix);
    }
    return hasReported() && e instanceof IllFormedTextException report
        ? failAs(Failures.withDecodedPrefix(report, prefix))
        : e;
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
    return listener() == null
        ? nextPiece(in, maxChars, maxChars, endOfInput)
        : nextPieceAndTell(in, maxChars, endOfInput);
  }

  private String nextPieceAndTell(ByteBuffer in, int maxChars, boolean endOfInput) {
    String[] text = {""};
    try {
      return callAndTell(
          () -> text[0] = nextPiece(in, maxChars, maxChars, endOfInput),
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

  /**
   * The text of some of the input.
   *
   * @param maxThroughChars the most chars if it takes the third way, which needs an array of them
   */
  private String nextPiece(ByteBuffer in, int maxChars, int maxThroughChars, boolean endOfInput) {
    throwIfFailureDue();
    if (!in.hasRemaining() && !endOfInput && isDrained()) {
      return "";
    }
    beginUnmarked(in);
    if (in.hasArray()) {
      int from = in.arrayOffset() + in.position();
      String text = textAtOnce(in, in.array(), from, in.remaining(), maxChars, endOfInput, null);
      if (text != null) {
        return text;
      }
    }
    Workspace w = Workspace.borrow();
    try {
      String text = null;
      if (!in.hasArray()) {
        byte[] staged = w.byteWindow;
        int length = Math.min(in.remaining(), staged.length);
        in.get(in.position(), staged, 0, length);
        text = textAtOnce(in, staged, 0, length, maxChars, endOfInput, w.charWindow);
      }
      return text == null ? piece(in, maxThroughChars, endOfInput, w) : text;
    } finally {
      w.giveBack();
    }
  }

  // The three ways from bytes to a String.

  /**
   * The first two ways.
   *
   * @param src has the next {@code length} bytes of {@code in} from {@code from} on
   * @param room as in {@link #decodeAtOnce}
   * @return null, and nothing is read, of text that takes the third
   */
  final @Nullable String textAtOnce(
      ByteBuffer in,
      byte[] src,
      int from,
      int length,
      int maxChars,
      boolean endOfInput,
      char @Nullable [] room) {
    if (!isBetweenCharacters() || length == 0) {
      return null;
    }
    String text = decodeAtOnce(src, from, length, maxChars, endOfInput, room);
    if (text == null) {
      return bytesAsText(in, src, from, length, maxChars, endOfInput);
    }
    in.position(in.limit());
    if (endOfInput) {
      ended();
    }
    return text;
  }

  /** Whether {@link #decodeAtOnce} may decode something: between characters, without state. */
  public boolean decodesAtOnce() {
    return isBetweenCharacters() && !failureDue && !hasState();
  }

  /**
   * The first way, for short input of any encoding without state: one call of its kernel. The text
   * is as {@link #decodePiece} would return it, if that would use up the input. Null, and nothing
   * is read, if it would not, if this does not {@linkplain #decodesAtOnce decode at once}, or if
   * there is an ill-formed sequence. The caller ends the stream.
   *
   * @param room where to decode to, if {@code src} is the caller's to write to and has {@link
   *     Kernel#PADDING} bytes behind the input; null if not
   */
  public @Nullable String decodeAtOnce(
      byte[] src, int from, int length, int maxChars, boolean endOfInput, char @Nullable [] room) {
    if (!decodesAtOnce() || length == 0 || length > Math.min(maxChars, LONGEST_SHORT)) {
      return null;
    }
    if (streamForm().isAsciiTransparent() && Ascii.isAll(src, from, from + length)) {
      retireInput(src, from, length, length);
      return Ascii.text(src, from, length);
    }
    if (room != null) {
      return decodeShort(src, from, length, maxChars, endOfInput, room);
    }
    Workspace w = Workspace.borrow();
    try {
      if (length > MOST_PADDED) {
        return decodeShort(src, from, length, maxChars, endOfInput, w.charWindow);
      }
      byte[] padded = w.byteWindow;
      System.arraycopy(src, from, padded, 0, length);
      return decodeShort(padded, 0, length, maxChars, endOfInput, w.charWindow);
    } finally {
      w.giveBack();
    }
  }

  /** Writes behind the input, unless that is longer than {@link #MOST_PADDED}. */
  private @Nullable String decodeShort(
      byte[] src, int from, int length, int maxChars, boolean endOfInput, char[] chars) {
    Kernel kernel = knownEncoding().kernel();
    int end = from + length;
    long progress;
    if (length > MOST_PADDED) {
      progress = kernel.decode(src, from, end, chars, 0, chars.length);
    } else {
      Words.put(src, end, 0);
      Words.put(src, end + 8, 0);
      progress = kernel.decodePadded(src, from, end, chars, 0, chars.length);
    }
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    if (written == 0 || written > maxChars) {
      return null;
    }
    boolean isCut = read < length && !endOfInput;
    if (read < length
        && !(isCut && streamForm().step(src, from + read, end, false) == Step.NEEDS_MORE)) {
      return null;
    }
    retireInput(src, from, read, length);
    return new String(chars, 0, written);
  }

  /**
   * The second way, for longer text that looks like ASCII, and all text whose bytes are those of
   * ISO-8859-1. The JVM keeps such a string in single bytes, and its own decoders make it several
   * times as fast as can be done with chars between. They replace what is ill-formed by U+FFFD; so
   * a text without U+FFFD was well-formed, and is what every other way makes of it.
   *
   * @return null of other text, and where the end of the input is not that of a sequence or of its
   *     proper prefix; then nothing is done
   */
  private @Nullable String bytesAsText(
      ByteBuffer in, byte[] src, int from, int length, int maxChars, boolean endOfInput) {
    EncodingForm form = streamForm();
    Charset charset = form.charsetOfStrings();
    if (charset == null) {
      return null;
    }
    int end = from + Math.min(length, maxChars);
    boolean isAll = end - from == in.remaining();
    int whole = isAll && endOfInput ? end : form.lastBoundary(src, from, end);
    boolean isCut = isAll && whole < end;
    if (whole == from
        || isCut && form.step(src, whole, end, false) != Step.NEEDS_MORE
        || !form.hasBytesOfLatin1() && !Ascii.isLikely(src, from, whole)) {
      return null;
    }
    String text = new String(src, from, whole - from, charset);
    // The bytes became fewer chars, so more bytes would have fit.
    boolean isShort = length > maxChars && text.length() < maxChars;
    if (isShort || text.indexOf(REPLACEMENT) >= 0) {
      return null;
    }
    retire(in, whole - from);
    if (isCut) {
      keepPending(in);
    } else if (isAll && endOfInput) {
      ended();
    }
    return text;
  }

  /** The third way: any text, through chars. */
  final String piece(ByteBuffer in, int maxChars, boolean endOfInput, Workspace w) {
    char[] window = w.charWindow;
    // Few encodings yield more chars than bytes, so a longer window is needed for long input only.
    int most = in.remaining() + EncodingForm.MOST_BYTES;
    int room = Math.min(maxChars, Math.max(most, window.length));
    if (room > window.length) {
      window = new char[room];
    }
    w.writeTo(window, 0, room);
    // A reported sequence stays in the input until the text before it is delivered.
    w.reportedBefore = 1;
    try {
      run(in, endOfInput, endOfInput, w);
    } catch (Throwable e) {
      if (w.cpos == 0) {
        throw e;
      }
      failureDue = true;
    }
    return w.cpos == 0 ? "" : new String(window, 0, w.cpos);
  }

  /** Throws the failure that ended the previous piece early, once. */
  private void throwIfFailureDue() {
    if (failureDue) {
      failureDue = false;
      throw Failures.rethrow(Objects.requireNonNull(failure()));
    }
  }

  @Override
  public void reset() {
    super.reset();
    failureDue = false;
  }

  // What the loop asks for.

  /**
   * Decides the byte order mark, and writes what replaces a rejected one. False: more bytes must
   * tell, and those of {@code in} are pending. True: bytes that waited for the mark and are text
   * are still pending.
   */
  final boolean start(ByteBuffer in, boolean endOfInput, Workspace w) {
    try {
      resolveStart(in, endOfInput, w);
      return !isAtStart();
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  @Override
  final void convert(Workspace w, Kernel kernel) {
    long progress = kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
    w.pos += Kernel.read(progress);
    w.cpos += Kernel.written(progress);
  }

  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return takeSteps(w, form, base, characters);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    if (Character.isBmpCodePoint(scalar)) {
      if (w.cpos == w.cend) {
        return false;
      }
      w.chars[w.cpos++] = (char) scalar;
      return true;
    }
    if (w.cend - w.cpos < 2) {
      return false;
    }
    w.chars[w.cpos++] = Character.highSurrogate(scalar);
    w.chars[w.cpos++] = Character.lowSurrogate(scalar);
    return true;
  }
}
