/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.illformed.Failures;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Splits bytes into lines or records, in any encoding.
 *
 * <p>Given: inputs, each of which is read to its end before the next. Guarantees: delimiters are
 * looked for in text that ends before the next ill-formed sequence, and no delimiter crosses that
 * end. Therefore framing does not depend on the treatment of that sequence (law L9), and the policy
 * acts when the lines before it have been read. A line is delivered with the last byte of its
 * terminator (law L3); of an unfinished line no more chars are kept than its bound (law L4).
 * Leaves: the bytes after the line that was read last, which {@link #switchTo} and {@link
 * #takeUnread} return.
 *
 * <p>Mutable, one per stream, for one thread at a time.
 *
 * @param <O> the output for each line
 */
public final class LineSplitter<O> {
  private static final int FORGOTTEN = -1;

  private final LineRule rule;
  private final Delimiters delimiters;
  private final LineMaker<O> maker;
  private final OpenLine line;

  /** Whether a line has a bound in bytes. */
  private final boolean countsBytes;

  /** Whether lines are made with their places, or their bytes are counted. */
  private final boolean isLocated;

  /** Whether lines are refused in which a sequence is reported. */
  private final boolean refuses;

  /** Whether each record has a number of chars, and no delimiter. */
  private final boolean isOfChars;

  private PieceDecoder decoder;
  private DecodedText decoded;

  /** Up to where the text is read. */
  private int at;

  /** Where the line that is read begins in the text; below 0 if that is forgotten. */
  private int beginAt = FORGOTTEN;

  /** The byte offset there then, unless {@link #laterBegin} finds it when it is asked for. */
  private long begin;

  private @Nullable LongSupplier laterBegin;

  /** Whether the last line ended at the CR that ended the text, so that an LF belongs to it. */
  private boolean behindCarriageReturn;

  /** Whether all input was read at the last call. */
  private boolean isDrained;

  private boolean finished;
  private long illFormedBefore;

  /**
   * @throws IllegalArgumentException if what replaces ill-formed sequences could make a delimiter
   */
  public LineSplitter(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    this.rule = rule;
    this.delimiters = rule.delimiters();
    this.maker = maker;
    this.countsBytes = rule.maxBytes() < Integer.MAX_VALUE;
    this.isLocated = maker.asksWhere() || countsBytes;
    this.refuses = rule.refusesLines();
    this.isOfChars = rule.recordChars() > 0;
    this.line = new OpenLine(rule, this::beginOfLine);
    this.decoder = decoder(spec);
    this.decoded = new DecodedText(decoder, delimiters, isLocated);
    this.begin = decoder.position();
  }

  private PieceDecoder decoder(DecoderSpec spec) {
    return new PieceDecoder(spec, delimiters.malformedRule(spec), refuses);
  }

  /** The rule for lines. */
  public LineRule rule() {
    return rule;
  }

  /** Begins where the line before ended at a CR, so that an LF belongs to that. */
  public void beginBehindCarriageReturn(boolean behind) {
    behindCarriageReturn = behind && rule.promptCarriageReturn();
  }

  /**
   * Whether nothing more will come of {@code input}; where shifts may be left of it, it is asked.
   */
  public boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && isRead() && (isDrained || !decoded.isStateful);
  }

  /** Whether all text is read, so that the next line depends on more bytes. */
  private boolean isRead() {
    return at == decoded.length() && !decoder.isBeforeIllFormed() && !decoder.hasEnded();
  }

  /** The next line, or null if {@code input} is used up. */
  public @Nullable O read(ByteBuffer input, boolean ending) {
    try {
      isDrained = false;
      O next = isRead() ? null : readText(input.hasRemaining());
      while (next == null && decode(input, ending)) {
        next = readText(input.hasRemaining());
      }
      if (next == null) {
        leaveInput();
        isDrained = true;
        return ending ? endLastLine() : null;
      }
      if (!input.hasRemaining() && isRead()) {
        leaveInput();
      } else {
        decoded.ownShort(input);
      }
      return next;
    } catch (IllFormedTextException e) {
      // The text of an open line must not pass for a line: it travels with the exception.
      throw decoder.hasReported() ? Failures.withDecodedPrefix(e, line.text()) : e;
    }
  }

  /** False: nothing more is known of the text. */
  private boolean decode(ByteBuffer input, boolean ending) {
    if (decoder.hasEnded() || !ending && !input.hasRemaining() && !decoder.isBeforeIllFormed()) {
      return false;
    }
    forgetWhatIsRead();
    boolean takes = input.hasRemaining();
    boolean more = decoded.decode(input, ending);
    if (more && decoder.mayLeaveOut() && decoded.charAt(0) == OpenLine.MARK) {
      behindCarriageReturn = false;
      line.leaveOut();
      at = 1;
      passBytesAt(at);
    }
    IllFormedSequence reported = refuses ? decoder.takeReported() : null;
    if (reported != null) {
      line.report(reported);
    }
    return takes || more || decoder.isBeforeIllFormed() || decoder.hasEnded();
  }

  private void leaveInput() {
    forgetWhatIsRead();
    decoded.release();
  }

  private void forgetWhatIsRead() {
    if (beginAt >= 0) {
      laterBegin = decoded.laterByteOffset(beginAt, at, line);
      begin = laterBegin == null ? decoded.byteOffset(beginAt) : 0;
      beginAt = FORGOTTEN;
    }
    decoded.forget(at);
    at = 0;
  }

  private long beginOfLine() {
    keepBegin();
    return beginAt >= 0 ? decoded.byteOffset(beginAt) : begin;
  }

  /** Finds the begin while the line has the chars that are counted for it. */
  private void keepBegin() {
    LongSupplier later = laterBegin;
    if (later != null && beginAt == FORGOTTEN) {
      begin = later.getAsLong();
      laterBegin = null;
    }
  }

  // The text.

  /**
   * The next line that ends in the text; null if no line ends in it, and the rest is an open line.
   *
   * @param moreInput whether an LF after a CR may have arrived already
   */
  private @Nullable O readText(boolean moreInput) {
    if (isOfChars) {
      return readRecord();
    }
    skipLineFeed();
    int length = decoded.length();
    boolean more = !decoder.isBeforeIllFormed() && !decoder.hasEnded() && decoded.mayGoOn();
    boolean prompt = rule.promptCarriageReturn() && !moreInput;
    int from = decoded.find(at);
    while (from < length) {
      int delimiter = delimiters.match(decoded, from, more, prompt);
      if (delimiter == Delimiters.UNDECIDED) {
        append(from);
        return null;
      }
      if (delimiter >= 0) {
        O made = endLine(from, delimiters.all().get(delimiter));
        if (made != null) {
          return made;
        }
      }
      from = decoded.find(Math.max(at, from + 1));
    }
    append(length);
    return null;
  }

  /** The same, of records of a number of chars. */
  private @Nullable O readRecord() {
    int length = decoded.length();
    int recordChars = rule.recordChars();
    while (at < length) {
      long left = recordChars - line.charPosition() % recordChars;
      if (left > length - at) {
        append(length);
        return null;
      }
      int last = at + (int) left - 1;
      O made = endLine(decoded.behind(last), "");
      if (made != null) {
        return made;
      }
    }
    return null;
  }

  /** Passes an LF after the CR that ended a line, once the next char is known. */
  private void skipLineFeed() {
    if (behindCarriageReturn && !isRead()) {
      behindCarriageReturn = false;
      if (at < decoded.length() && decoded.charAt(at) == '\n') {
        at++;
        line.begin(1);
        beginAt = at;
      }
    }
  }

  /** Adds text to the open line, and reads no more of it than by which that passes its bound. */
  private void append(int to) {
    while (at < to) {
      int from = at;
      int end = from + Math.min(to - from, Math.max(line.charsToBound(), 2));
      end -= end < to && Character.isHighSurrogate(decoded.charAt(end - 1)) ? 1 : 0;
      boolean counts = countsBytes && !line.hasPassed();
      int within = counts ? lastUpTo(lastByte(), from, end) : end;
      int passing = within < end ? decoded.behind(within) : end;
      boolean isByBytes = within < end && line.hasRoom(passing - from);
      at = isByBytes ? passing : end;
      line.append(decoded, from, isByBytes ? within : end);
      if (isByBytes) {
        line.passBytes(passing - within);
      }
    }
  }

  /**
   * The last index in {@code [at, to]}, between two characters, whose byte offset in the stream is
   * at most {@code limit}. Goes only forward, so that all lines together cost no more than one pass
   * over the text.
   */
  private int lastUpTo(long limit, int at, int to) {
    if (decoded.isAtHand(to) && decoded.offsetAtHand(to) <= limit) {
      return to;
    }
    for (int last = at; last < to; ) {
      int next = decoded.behind(last);
      if (decoded.byteOffset(next) > limit) {
        return last;
      }
      last = next;
    }
    return to;
  }

  /** Where the open line passes its bound in bytes, in bytes of the stream. */
  private long lastByte() {
    return beginOfLine() + rule.maxBytes();
  }

  /** The open line passes its bound by bytes that are no char, if they end here. */
  private void passBytesAt(int place) {
    if (countsBytes && !line.hasPassed() && decoded.byteOffset(place) > lastByte()) {
      line.passBytes(0);
    }
  }

  // The ends of lines.

  /** Ends the line at {@code to}; null if it is left out. */
  private @Nullable O endLine(int to, String terminator) {
    String content = content(to, terminator);
    content = refuses ? orInPlace(content, terminator) : content;
    at += terminator.length();
    behindCarriageReturn =
        at == decoded.length()
            && rule.promptCarriageReturn()
            && terminator.equals("\r")
            && !decoder.isBeforeIllFormed()
            && decoded.mayGoOn();
    line.begin(terminator.length());
    return make(content, to);
  }

  /** The line, which ends at {@code to}; null if it is left out. */
  private @Nullable String content(int to, String terminator) {
    boolean refused = delimiters.refuses() && delimiters.isRefused(terminator);
    boolean fits =
        line.isEmpty()
            && line.hasRoom(to - at)
            && (!countsBytes || decoded.isAtHand(to) && decoded.offsetAtHand(to) <= lastByte());
    if (fits && !refused) {
      String whole = decoded.substring(at, rule.keepTerminator() ? to + terminator.length() : to);
      line.pass(to - at);
      at = to;
      return whole;
    }
    append(to);
    passBytesAt(to);
    if (refused) {
      throw rule.refused(line.charPosition(), decoded.byteOffset(at), terminator);
    }
    String content = endOpenLine(terminator);
    return content != null && rule.keepTerminator() ? content + terminator : content;
  }

  private @Nullable String endOpenLine(String terminator) {
    if (isLocated || refuses) {
      keepBegin();
    }
    return line.end(terminator);
  }

  /** The content of the line that ends here, or the text in its place if it is refused. */
  private @Nullable String orInPlace(@Nullable String content, String terminator) {
    IllFormedSequence reported = line.refusal();
    if (reported == null) {
      return content;
    }
    long first = beginOfLine();
    String text = rule.inPlaceOf(first, decoded.byteOffset(at) - first, reported, terminator);
    return text != null && rule.keepTerminator() ? text + terminator : text;
  }

  /** Makes the output, and begins the next line here. */
  private @Nullable O make(@Nullable String content, int textEnd) {
    if (!isLocated) {
      beginAt = at;
      return content == null ? null : maker.make(content, 0, 0, 0, behindCarriageReturn);
    }
    long first = beginOfLine();
    long last = decoded.byteOffset(textEnd);
    begin = decoded.byteOffset(at);
    laterBegin = null;
    beginAt = FORGOTTEN;
    return content == null ? null : maker.make(content, first, last, begin, behindCarriageReturn);
  }

  /** Ends the line that the end of the stream ends, if there is one. */
  private @Nullable O endLastLine() {
    boolean isOpen = line.hasText();
    if (isOpen && isOfChars && !line.hasPassed()) {
      rule.endShort(beginOfLine(), line.text());
    }
    String content = isOpen ? endOpenLine("") : null;
    content = refuses ? orInPlace(content, "") : content;
    finished = content == null;
    line.begin(0);
    return make(content, at);
  }

  // Switching, and giving up.

  /**
   * Passes the LF that may follow a CR, if its line ended there. False: more bytes must tell.
   *
   * @param ending whether no input follows this one
   */
  public boolean passLineFeed(ByteBuffer input, boolean ending) {
    isDrained = false;
    boolean goesOn = true;
    while (awaitsLineFeed() && goesOn) {
      goesOn = decode(input, ending);
    }
    skipLineFeed();
    if (awaitsLineFeed()) {
      leaveInput();
      return false;
    }
    behindCarriageReturn = false;
    return true;
  }

  /** Whether the last line ended at a CR that ended an input, so that an LF to come is its. */
  public boolean awaitsLineFeed() {
    return behindCarriageReturn && isRead() && decoded.mayGoOn();
  }

  /**
   * Passes sequences without characters, such as shifts, that no text has followed so far: they
   * count as read, and another encoding begins after them.
   */
  public void passWhatIsRead() {
    if (isDrained) {
      decoded.passWhatIsRead();
    }
  }

  /**
   * Goes on in another encoding, policy, observer. The text of an open line stays its beginning,
   * and the rest of the text of a sequence, in which a record has ended, is read as it is.
   *
   * @param next how to read on; its listener is not called, and offsets go on from here
   * @return the bytes that were taken and not decoded, to be read anew
   */
  public byte[] switchTo(DecoderSpec next) {
    DecoderSpec here = next.countingFrom(decoded.byteOffset(at));
    PieceDecoder other = decoder(here);
    other.beginShort();
    String rest = decoded.restOfSequence(at);
    byte[] unread = takeUnread();
    illFormedBefore += decoder.illFormedCount();
    decoder = other;
    beginText();
    decoded.beginWith(rest);
    return unread;
  }

  /** Takes the bytes out that were taken from inputs and are not read. */
  public byte[] takeUnread() {
    byte[] unread = decoded.bytesFrom(at);
    forgetWhatIsRead();
    beginText();
    return unread;
  }

  /** Goes on at the position of the decoder, and drops the text decoded so far. */
  private void beginText() {
    at = 0;
    beginAt = FORGOTTEN;
    decoded.release();
    decoded = new DecodedText(decoder, delimiters, isLocated);
  }

  /** Drops all that it keeps. */
  public void discard() {
    beginText();
    line.begin(0);
  }

  // Where the stream stands.

  /** The encoding, if it is known. */
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  /**
   * The number of bytes of the stream that have been read, without those decoded ahead of the
   * lines.
   */
  public long position() {
    return finished || decoder.hasFailed() ? decoder.position() : decoded.byteOffset(at);
  }

  /** The number of ill-formed sequences in the stream so far. */
  public long illFormed() {
    return illFormedBefore + decoder.illFormedCount();
  }

  /** The text of the line that has not ended, and of a sequence in which a record has ended. */
  public String openText() {
    return line.text() + decoded.restOfSequence(at);
  }
}
