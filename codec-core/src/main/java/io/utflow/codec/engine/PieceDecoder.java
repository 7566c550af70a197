/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.ascii.Ascii;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream for a caller that looks for delimiters in its text.
 *
 * <p>Given: buffers that have an array, each with the bytes that the last call has not decoded
 * before the next ones. Guarantees: a piece of text ends before the next ill-formed sequence, which
 * is a piece of its own. Therefore the policy acts when the caller has read the text before it,
 * unless no observer could tell when it acts. Leaves: undecided bytes, which the caller takes by
 * {@link #takeUndecided} and gives again. One object for each stream.
 */
public final class PieceDecoder extends Decoder {
  /** The most bytes that are decoded to a piece; in most encodings no byte is more than a char. */
  public static final int MOST_BYTES = 8192;

  /** The greatest number of bytes in the first piece after a switch. */
  private static final int FIRST_BYTES = 64;

  private static final String REPLACEMENT = "\uFFFD";

  private int mostAtOnce = MOST_BYTES;
  private final boolean mayLeaveOut;

  /** Whether the stream goes on after a sequence that the policy reports. */
  private final boolean goesOn;

  /** The first that was reported since the last was taken; U+FFFD stands in its place. */
  private @Nullable IllFormedSequence reported;

  /**
   * Whether no observer or handler sees when an ill-formed sequence is read, which becomes one
   * char.
   */
  private final boolean readsAhead;

  /**
   * The step of the ill-formed sequence that is known to come next; 0 if the next sequence is
   * unknown.
   */
  private int illFormed;

  /** Makes one for a stream, which acts by the given rule. */
  public PieceDecoder(DecoderSpec spec, MalformedRule rule) {
    this(spec, rule, false);
  }

  /**
   * Makes one for a stream.
   *
   * @param goesOn whether a sequence that the rule reports does not fail the stream: {@link
   *     #takeReported} tells of it
   */
  public PieceDecoder(DecoderSpec spec, MalformedRule rule, boolean goesOn) {
    super(spec, rule);
    this.goesOn = goesOn;
    this.mayLeaveOut = mayLeaveOut(spec);
    this.readsAhead = isUnseen(spec) && !mayLeaveOut;
  }

  @Override
  protected @Nullable String insteadOfReport(IllFormedSequence sequence) {
    reported = goesOn && reported == null ? sequence : reported;
    return goesOn ? REPLACEMENT : null;
  }

  /** The first sequence since the last call that the rule reports; null without such a sequence. */
  public @Nullable IllFormedSequence takeReported() {
    IllFormedSequence last = reported;
    if (last != null) {
      reported = null;
    }
    return last;
  }

  /**
   * Decides the byte order mark, if it is not decided. The replacement of a rejected mark is the
   * first text.
   *
   * @return false: more bytes must tell, and those of {@code in} are pending
   */
  public boolean start(ByteBuffer in, boolean endOfInput) {
    if (!isAtStart()) {
      return true;
    }
    Workspace w = Workspace.borrow();
    try {
      w.writeTo(w.charWindow, 0, 0);
      return start(in, endOfInput, w);
    } finally {
      w.giveBack();
    }
  }

  /** The encoding, once the start has told it. */
  public Encoding encoding() {
    return knownEncoding();
  }

  /** The most bytes that the next piece is decoded from; asked once for each piece. */
  public int mostBytes() {
    int most = isInBody() && !canBeReadAgain() ? 2 * EncodingForm.MOST_BYTES : MOST_BYTES;
    if (mostAtOnce < most) {
      most = mostAtOnce;
      mostAtOnce *= 2;
    }
    return most;
  }

  /**
   * Decodes few bytes at first, and then twice as many each time: after one switch of the encoding
   * another may follow soon, and text that was decoded ahead is then discarded.
   */
  public void beginShort() {
    mostAtOnce = FIRST_BYTES;
  }

  /** Whether what a sequence is depends on those before it, once the start has told it. */
  public boolean isStateful() {
    return hasState();
  }

  /**
   * A form in the present state, by which the next piece can be read again. Null if that is one
   * sequence, as one that is ill-formed is, and those of a state that cannot be copied; or a
   * replacement that waited.
   */
  public @Nullable EncodingForm formOfPiece() {
    return illFormed != 0 || !isDrained() ? null : hasState() ? streamForm().copy() : streamForm();
  }

  /** Whether the state, if there is one, can be copied. */
  private boolean canBeReadAgain() {
    return !hasState() || streamForm().copy() != null;
  }

  /**
   * Takes ASCII characters in an encoding that is transparent to them, which need not be decoded.
   * Takes none if fewer than {@code fewest} come before another character.
   *
   * @return how many they are; 0 if they are not taken
   */
  public int takeAscii(ByteBuffer in, int fewest) {
    int length = in.remaining();
    int from = in.arrayOffset() + in.position();
    if (length == 0 || in.array()[from] < 0 || !isBetweenCharacters()) {
      return 0;
    }
    int ascii = Ascii.prefix(in.array(), from, from + length);
    int taken = ascii < Math.min(fewest, length) ? 0 : ascii;
    retire(in, taken);
    return taken;
  }

  /** Drops the bytes that are not decided, and answers how many they were; they are given again. */
  public int takeUndecided() {
    int undecided = pendingBytes();
    if (undecided > 0) {
      clearPending();
    }
    return undecided;
  }

  /**
   * Decodes the next piece.
   *
   * @param in begins with the next sequence, and has an array
   * @param chars receives the piece from {@code at} on, as much of it as there is room for
   * @return the index after it
   */
  public int next(ByteBuffer in, char[] chars, int at, boolean endOfInput) {
    int limit = in.limit();
    Workspace w = Workspace.borrow();
    try {
      w.writeTo(chars, at, chars.length - at);
      if (illFormed != 0) {
        takeIllFormed(in, w);
      } else {
        w.illFormedBefore = readsAhead ? Integer.MAX_VALUE : at;
        int length = bytesOfPiece(in, endOfInput);
        boolean isAll = length == in.remaining();
        if (!isAll) {
          in.limit(in.position() + length);
        }
        run(in, endOfInput && isAll, w);
      }
      return w.cpos;
    } finally {
      in.limit(limit);
      w.giveBack();
    }
  }

  private void takeIllFormed(ByteBuffer in, Workspace w) {
    int from = in.arrayOffset() + in.position();
    w.readFrom(in.array(), from, in.remaining());
    boolean byEnd = streamForm().step(w.src, from, w.end, false) == Step.NEEDS_MORE;
    try {
      take(w, illFormed, position() - from, byEnd);
    } catch (Throwable e) {
      fail(e);
      throw e;
    } finally {
      retire(in, w.pos - from);
    }
  }

  /** All; or one sequence, or none before a replacement that waits. */
  private int bytesOfPiece(ByteBuffer in, boolean endOfInput) {
    int length = in.remaining();
    if (length == 0 || !isDrained()) {
      return 0;
    }
    if (canBeReadAgain()) {
      return length;
    }
    int from = in.arrayOffset() + in.position();
    int step = streamForm().step(in.array(), from, from + length, endOfInput);
    return step == Step.NEEDS_MORE ? length : Step.length(step);
  }

  /**
   * Finds out whether the next sequence is ill-formed and must wait until the text before it is
   * read.
   *
   * @param src has the bytes after the piece in {@code [from, to)}
   */
  public void look(byte[] src, int from, int to, boolean endOfInput) {
    if (!readsAhead) {
      int step = from == to || !isInBody() ? 0 : streamForm().step(src, from, to, endOfInput);
      illFormed = Step.isIllFormed(step) ? step : 0;
    }
  }

  /** Whether an ill-formed sequence comes next: nothing continues the text before it. */
  public boolean isBeforeIllFormed() {
    return illFormed != 0;
  }

  /** Whether sequences may be left out; each is a piece, a mark. */
  public boolean mayLeaveOut() {
    return mayLeaveOut;
  }
}
