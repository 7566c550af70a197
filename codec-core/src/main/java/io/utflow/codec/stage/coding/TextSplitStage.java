/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.split.LineMaker;
import io.utflow.codec.split.LineRule;
import io.utflow.codec.split.OpenLine;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records in any encoding: delimiters are found in the decoded text, as they must
 * be where the encoding is not self-synchronizing. The text before an ill-formed sequence is read
 * first, then the policy acts on that; so framing does not depend on what becomes of it (law L9).
 *
 * @param <O> what becomes of a line
 */
public final class TextSplitStage<O> extends AbstractStage<ByteBuffer, O>
    implements ByteStage<O>, ForgetsInput {
  private static final int NEVER = Integer.MAX_VALUE;

  private final LineRule rule;
  private final Delimiters delimiters;
  private final LineMaker<O> maker;
  private final PieceDecoder decoder;
  private final OpenLine line;

  /** The chars that delimiters begin with. */
  private final char[] firsts;

  /** The next index of each of these chars in the text; it may be before {@link #at}. */
  private final int[] nextFirsts;

  /** The text that was decoded last, and up to where it is read. */
  private String text = "";

  private int at;

  /** Where the line that is read begins: in the text, unless {@link #begin} tells. */
  private int beginAt;

  private @Nullable LongSupplier begin;

  /** Whether the last line ended at the CR that ended the text. */
  private boolean behindCarriageReturn;

  private boolean finished;

  /**
   * @throws IllegalArgumentException if what replaces ill-formed sequences could make a delimiter
   */
  public TextSplitStage(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    super(NOTHING);
    this.rule = rule;
    this.delimiters = rule.delimiters();
    this.maker = maker;
    this.decoder = new PieceDecoder(spec, delimiters.malformedRule(spec));
    this.line =
        new OpenLine(rule) {
          @Override
          public long byteOffset() {
            return begin == null ? decoder.piece().byteOffset(beginAt) : begin.getAsLong();
          }
        };
    this.firsts = delimiters.firsts();
    this.nextFirsts = new int[firsts.length];
    this.begin = decoder.piece().place(0);
  }

  /** Begins where the line before ended at a CR, so that an LF belongs to that. */
  public void beginBehindCarriageReturn(boolean behind) {
    behindCarriageReturn = behind && rule.promptCarriageReturn();
  }

  @Override
  protected @Nullable O next(ByteBuffer input, boolean ending) {
    try {
      O next = readText(input.hasRemaining());
      while (next == null && decode(input, ending)) {
        next = readText(input.hasRemaining());
      }
      if (next == null) {
        forgetWhatIsRead();
        next = ending ? endLastLine() : null;
      }
      return next;
    } catch (IllFormedTextException e) {
      // The text of an open line must not pass for a line: it travels with the exception.
      throw decoder.hasReported() ? Failures.withDecodedPrefix(e, line.text()) : e;
    }
  }

  /** False: nothing more is known of the text. */
  private boolean decode(ByteBuffer input, boolean ending) {
    if (decoder.hasEnded()) {
      return false;
    }
    forgetWhatIsRead();
    boolean takes = input.hasRemaining();
    String more = decoder.decodeNext(input, ending);
    text += more;
    Arrays.fill(nextFirsts, -1);
    return takes || !more.isEmpty() || decoder.isBeforeIllFormed() || decoder.hasEnded();
  }

  /** Between two inputs little is kept: of an open line, where it begins. */
  private void forgetWhatIsRead() {
    if (begin == null && beginAt < at) {
      begin = decoder.piece().place(beginAt);
      if (maker != LineMaker.TEXT) {
        // It will be asked for, and holds nothing then.
        long offset = begin.getAsLong();
        begin = () -> offset;
      }
    }
    decoder.forget(at, maker != LineMaker.TEXT);
    text = text.substring(at);
    beginAt -= at;
    at = 0;
    Arrays.fill(nextFirsts, -1);
  }

  // The text.

  /**
   * The next line that ends in the text; null if none does, and what it has of one is open.
   *
   * @param moreInput whether an LF behind a CR may have come already
   */
  private @Nullable O readText(boolean moreInput) {
    if (behindCarriageReturn && at < text.length()) {
      behindCarriageReturn = false;
      int length = text.charAt(at) == '\n' ? 1 : 0;
      at += length;
      beginLine(length);
    }
    boolean more = !decoder.isBeforeIllFormed() && !decoder.hasEnded();
    boolean prompt = rule.promptCarriageReturn() && !moreInput;
    int from = nextFirst(at);
    while (from < text.length()) {
      int delimiter = delimiters.match(text, from, more, prompt);
      if (delimiter == Delimiters.UNDECIDED) {
        append(from);
        return null;
      }
      String terminator = delimiter < 0 ? null : delimiters.all().get(delimiter);
      O made = terminator == null ? null : endLine(from, terminator);
      if (made != null) {
        return made;
      }
      from = nextFirst(Math.max(at, from + 1));
    }
    append(text.length());
    return null;
  }

  /** Where the next delimiter may begin. */
  private int nextFirst(int from) {
    int next = NEVER;
    for (int i = 0; i < nextFirsts.length; i++) {
      if (nextFirsts[i] < from) {
        int found = text.indexOf(firsts[i], from);
        nextFirsts[i] = found < 0 ? NEVER : found;
      }
      next = Math.min(next, nextFirsts[i]);
    }
    return next;
  }

  /** Adds text to the open line, and reads no more of it than by which that passes its bound. */
  private void append(int to) {
    while (at < to) {
      int end = at + Math.min(to - at, Math.max(line.charsToBound(), 2));
      end -= end < to && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
      char[] chars = text.substring(at, end).toCharArray();
      at = end;
      line.append(chars, 0, chars.length, decoder.mayLeaveOut());
    }
  }

  // The ends of lines.

  /** Ends the line at {@code to}; null if it is left out. */
  private @Nullable O endLine(int to, String terminator) {
    String content = content(to, terminator);
    at += terminator.length();
    if (rule.promptCarriageReturn() && terminator.equals("\r")) {
      behindCarriageReturn = at == text.length() && !decoder.isBeforeIllFormed();
    }
    O made = null;
    if (content != null) {
      made = make(rule.keepTerminator() ? content + terminator : content, to);
    }
    beginLine(terminator.length());
    return made;
  }

  /** The text of the line, which ends at {@code to}; null if it is left out. */
  private @Nullable String content(int to, String terminator) {
    boolean refused = delimiters.refuses() && delimiters.isRefused(terminator);
    boolean leftOut = at == 0 && decoder.mayLeaveOut();
    if (line.isEmpty() && line.hasRoom(to - at) && !refused && !leftOut) {
      String whole = text.substring(at, to);
      line.begin(whole.length(), 0);
      at = to;
      return whole;
    }
    append(to);
    if (refused) {
      throw rule.refused(line.charPosition(), decoder.piece().byteOffset(at), terminator);
    }
    return line.end(terminator);
  }

  private O make(String content, int textEnd) {
    // To find a byte offset costs more than to decode.
    return maker == LineMaker.TEXT
        ? maker.make(content, 0, 0, 0, behindCarriageReturn)
        : maker.make(
            content,
            line.byteOffset(),
            decoder.piece().byteOffset(textEnd),
            decoder.piece().byteOffset(at),
            behindCarriageReturn);
  }

  private void beginLine(int terminator) {
    line.begin(terminator, 0);
    begin = null;
    beginAt = at;
  }

  /** Ends the line that the end of the stream ends, if there is one. */
  private @Nullable O endLastLine() {
    String content = line.hasText() ? line.end("") : null;
    finished = content == null;
    O made = content == null ? null : make(content, at);
    beginLine(0);
    return made;
  }

  // Where the stream stands, and giving up.

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  /** What is decoded ahead of the lines is not read. */
  @Override
  public long read() {
    return finished || decoder.hasFailed() ? decoder.position() : decoder.piece().byteOffset(at);
  }

  @Override
  public long illFormedCount() {
    return decoder.illFormedCount();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    byte[] rest = NO_BYTES;
    if (!isOver()) {
      byte[] begun = encoded(line.text(), resolvedEncoding());
      rest = join(begun, decoder.piece().bytesFrom(at), current());
    }
    close();
    return rest;
  }

  @Override
  protected void discard() {
    decoder.discard();
    text = "";
    at = 0;
    beginLine(0);
  }
}
