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
import io.utflow.codec.pool.ShortCopy;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes to chars and {@code String}s.
 *
 * <p>It is given inputs, and a buffer or a number of chars to fill. It guarantees that text before
 * a failure is delivered before the failure is thrown, or travels with it, and that no surrogate
 * pair is cut between two {@code String}s. Input that a kernel or the JVM has converted stays
 * taken; the loop goes on after it. It leaves ill-formed input to {@link DecodingLoop}.
 */
public sealed class Decoder extends DecodingLoop implements TextDecoder permits PieceDecoder {
  /** In bytes: longer input is not short. */
  private static final int LONGEST_SHORT = 1024;

  /** The most chars that are decoded to an array at once for a text of any length. */
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
    if (in.hasArray() && out.hasArray() && isBetweenCharacters() && !failureDue && !hasState()) {
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
          status = run(in, endOfInput, w);
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
   * @param maxThroughChars the most chars if they are decoded to an array, which then is as long
   */
  private String nextPiece(ByteBuffer in, int maxChars, int maxThroughChars, boolean endOfInput) {
    if (failureDue) {
      throw failureDue();
    }
    int length = in.remaining();
    if (length == 0 && !endOfInput && isDrained()) {
      return "";
    }
    beginUnmarked(in);
    boolean isShort = length <= Math.min(maxChars - ShortCopy.PADDING, LONGEST_SHORT);
    return isShort && length > 0 && isBetweenCharacters()
        ? shortText(in, maxThroughChars, endOfInput)
        : longerText(in, maxChars, maxThroughChars, endOfInput);
  }

  /**
   * Text of short input that begins with a character: ASCII as it is, else the chars that the
   * kernel converts at its first call. If that leaves some of the input, the loop decodes the rest.
   * A {@linkplain ShortCopy copy} is converted in place, without a {@link Workspace}.
   *
   * <p>This method is longer than the 325 bytes of code that the JVM inlines (FreqInlineSize), so
   * the JVM compiles it by itself, and inlines in it everything down to the kernel. In the middle
   * of a pipeline the limit of 15 nested calls (MaxInlineLevel) would fall within the loops of the
   * kernel, and each of their reads would be two calls.
   */
  private String shortText(ByteBuffer in, int maxChars, boolean endOfInput) {
    int length = in.remaining();
    boolean isPadded = length <= Workspace.MOST_PADDED;
    Workspace w = null;
    try {
      byte[] src;
      int from;
      if (in.hasArray()) {
        src = in.array();
        from = in.arrayOffset() + in.position();
      } else {
        w = Workspace.borrow();
        w.stage(in);
        src = w.src;
        from = w.pos;
      }
      // Only ASCII is looked for: the first bytes of other short texts would be read twice.
      if (streamForm().isAsciiTransparent() && Ascii.isAll(src, from, from + length)) {
        retire(in, length);
        if (endOfInput) {
          ended();
        }
        return Ascii.text(src, from, length);
      }
      ShortCopy copy = w == null ? ShortCopy.lentAs(in) : null;
      char[] chars;
      if (copy != null) {
        chars = copy.chars();
      } else {
        if (w == null) {
          w = Workspace.borrow();
          if (isPadded) {
            w.stage(in);
            src = w.src;
            from = w.pos;
          }
        }
        chars = w.charWindow;
      }
      int end = from + length;
      Kernel kernel = knownEncoding().kernel(streamForm());
      long progress;
      if (isPadded) {
        Workspace.pad(src, end);
        progress = kernel.decodePadded(src, from, end, chars, 0, chars.length);
      } else {
        progress = kernel.decode(src, from, end, chars, 0, chars.length);
      }
      int written = Kernel.written(progress);
      retire(in, Kernel.read(progress));
      if (in.hasRemaining()) {
        w = w == null ? Workspace.borrow() : w;
        return throughLoop(in, chars, written, maxChars, endOfInput, w);
      }
      if (endOfInput) {
        ended();
      }
      return new String(chars, 0, written);
    } finally {
      if (w != null) {
        w.giveBack();
      }
    }
  }

  private String longerText(ByteBuffer in, int maxChars, int maxThroughChars, boolean endOfInput) {
    boolean between = in.hasRemaining() && isBetweenCharacters();
    if (between && in.hasArray()) {
      int from = in.arrayOffset() + in.position();
      String text = textOfJvm(in, in.array(), from, in.remaining(), maxChars, endOfInput);
      if (text != null) {
        return text;
      }
    }
    Workspace w = Workspace.borrow();
    try {
      String text = null;
      if (between && !in.hasArray()) {
        w.stage(in);
        text = textOfJvm(in, w.src, w.pos, w.end - w.pos, maxChars, endOfInput);
      }
      return text == null ? throughLoop(in, w.charWindow, 0, maxThroughChars, endOfInput, w) : text;
    } finally {
      w.giveBack();
    }
  }

  /**
   * The JDK's own decoders make such a string several times as fast as a conversion through chars.
   * They replace ill-formed sequences by U+FFFD. A text without U+FFFD was therefore well-formed
   * and equals the result of the other way.
   *
   * @return null also if the input does not end with a whole sequence or a proper prefix of one
   */
  private @Nullable String textOfJvm(
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

  /**
   * Text of any input through chars, as the loop converts it.
   *
   * @param chars hold the {@code written} chars before it
   */
  private String throughLoop(
      ByteBuffer in, char[] chars, int written, int maxChars, boolean endOfInput, Workspace w) {
    char[] window = w.charWindow;
    // Few encodings yield more chars than bytes, so a longer window is needed for long input only.
    int most = in.remaining() + EncodingForm.MOST_BYTES;
    int room = Math.min(maxChars, Math.max(most, window.length));
    if (room > window.length) {
      window = new char[room];
    }
    if (chars != window) {
      System.arraycopy(chars, 0, window, 0, written);
    }
    w.writeTo(window, written, room - written);
    // A reported sequence stays in the input until the text before it is delivered.
    w.reportedBefore = 1;
    try {
      run(in, endOfInput, w);
    } catch (Throwable e) {
      if (w.cpos == 0) {
        throw e;
      }
      failureDue = true;
    }
    return w.cpos == 0 ? "" : new String(window, 0, w.cpos);
  }

  /** The failure that ended the previous piece early, to be thrown once. */
  private RuntimeException failureDue() {
    failureDue = false;
    return Failures.rethrow(Objects.requireNonNull(failure()));
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
    long progress =
        w.isPadded()
            ? kernel.decodePadded(w.src, w.pos, w.end, w.chars, w.cpos, w.cend)
            : kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
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
