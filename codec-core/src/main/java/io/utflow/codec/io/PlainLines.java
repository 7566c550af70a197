/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.io;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.engine.PlacedText;
import io.utflow.codec.engine.PlacedText.Place;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.stage.TooLongPolicy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits decoded text into lines, where byte offsets are needed only for a line that is too long.
 * Finding lines in the bytes, as {@code Stages.lines} does, is at 0.5 to 0.95 of the JDK's speed in
 * IBM037, ISO-2022-JP and ISO-8859-1; this is at 1.3 to 1.6.
 *
 * <p>It needs a policy that adds nothing to the text that could end a line, and takes nothing out
 * that stands between a CR and an LF: U+FFFD for each ill-formed sequence.
 */
final class PlainLines implements Stage<ByteBuffer, String> {
  private static final byte[] NO_BYTES = {};
  private static final int NEVER = Integer.MAX_VALUE;

  private final PlacedText decoded;
  private final LineBreaks breaks;
  private final int maxLength;

  /** The characters that end a line, alone or behind a CR. */
  private final String ends;

  /** Where each of them stands next in {@link #text}; it may be passed already. */
  private final int[] nextEnds;

  private @Nullable ByteBuffer input;
  private boolean endOfInput;
  private boolean ended;

  /** What the input has become, and up to where that is read. */
  private String text = "";

  private int at;

  /** What earlier inputs have of the line that is read, if one has begun there. */
  private final StringBuilder open = new StringBuilder();

  private boolean isOpen;

  /** Where that line begins; null in the present text. */
  private @Nullable Place begin;

  private boolean behindCarriageReturn;

  private PlainLines(PlacedText decoded, LineSpec lines) {
    this.decoded = decoded;
    this.breaks = lines.breaks();
    this.maxLength = lines.maxLength();
    this.ends =
        switch (breaks) {
          case LF_OR_CRLF, LF_ONLY, CRLF -> "\n";
          case ANY -> "\n\r";
          case UNICODE -> "\n\r\u000B\f\u0085\u2028\u2029";
        };
    this.nextEnds = new int[ends.length()];
    Arrays.fill(nextEnds, NEVER);
  }

  /** The lines of a stream; null if its specs use more than {@link #poll} implements. */
  static @Nullable PlainLines of(DecoderSpec spec, LineSpec lines) {
    boolean text =
        spec.onMalformed() == MalformedPolicy.REPLACE
            && spec.bom() == BomPolicy.PER_ENCODING
            && spec.observer().isEmpty()
            && spec.listener().isEmpty();
    boolean plain =
        lines.onTooLong() == TooLongPolicy.FAIL
            && lines.observer().isEmpty()
            && !lines.keepsTerminator()
            && !lines.refusesBareBreaks();
    PlacedText decoded = text && plain ? PlacedText.of(spec) : null;
    return decoded == null ? null : new PlainLines(decoded, lines);
  }

  @Override
  public void offer(ByteBuffer next) {
    input = next;
  }

  @Override
  public void endOfInput() {
    endOfInput = true;
  }

  @Override
  public @Nullable String poll() {
    String line = next();
    while (line == null && !ended && (input != null || endOfInput)) {
      decode();
      line = next();
    }
    return line == null && ended && isOpen ? endOpen(0) : line;
  }

  /** Decodes the input, with no text left of the one before. */
  private void decode() {
    ended = input == null;
    decoded.decode(input == null ? ByteBuffer.wrap(NO_BYTES) : input, ended);
    input = null;
    text = decoded.text();
    at = 0;
    Arrays.fill(nextEnds, -1);
  }

  /** The next line that ends in the text; null if none does, and what is left of it is open. */
  private @Nullable String next() {
    if (behindCarriageReturn && at < text.length()) {
      behindCarriageReturn = false;
      if (text.charAt(at) == '\n') {
        at++;
        begin = null;
      }
    }
    int end = end();
    if (end == NEVER) {
      keepOpen();
      return null;
    }
    boolean behindReturn = isBehindReturn(end);
    int to = behindReturn ? end - 1 : end;
    String line;
    if (isOpen) {
      open.append(text, at, Math.max(at, to));
      line = endOpen(to < at ? 1 : 0);
    } else {
      requireShort(to - at);
      line = text.substring(at, to);
    }
    at = end + 1;
    begin = null;
    behindCarriageReturn = text.charAt(end) == '\r';
    return line;
  }

  /** Where the next line ends. */
  private int end() {
    int end = firstEnd(at);
    while (breaks == LineBreaks.CRLF && end != NEVER && !isBehindReturn(end)) {
      end = firstEnd(end + 1);
    }
    return end;
  }

  private int firstEnd(int from) {
    int first = NEVER;
    for (int i = 0; i < nextEnds.length; i++) {
      if (nextEnds[i] < from) {
        int found = text.indexOf(ends.charAt(i), from);
        nextEnds[i] = found < 0 ? NEVER : found;
      }
      first = Math.min(first, nextEnds[i]);
    }
    return first;
  }

  /** Whether an LF in the text ends a line with the CR before it. */
  private boolean isBehindReturn(int end) {
    if (breaks == LineBreaks.LF_ONLY || text.charAt(end) != '\n') {
      return false;
    }
    return end > at ? text.charAt(end - 1) == '\r' : isOpen && endsWithReturn();
  }

  private boolean endsWithReturn() {
    return !open.isEmpty() && open.charAt(open.length() - 1) == '\r';
  }

  /** Keeps what is left of the text, and where the line begins. */
  private void keepOpen() {
    if (begin == null && (!text.isEmpty() || decoded.isFirst())) {
      begin = decoded.place(at);
    }
    decoded.release();
    if (at < text.length()) {
      isOpen = true;
      open.append(text, at, text.length());
      at = text.length();
      boolean mayEnd =
          (breaks == LineBreaks.LF_OR_CRLF || breaks == LineBreaks.CRLF) && endsWithReturn();
      requireShort(mayEnd ? open.length() - 1 : open.length());
    }
  }

  /** Ends the open line, whose last {@code terminator} chars are no part of it. */
  private String endOpen(int terminator) {
    int length = open.length() - terminator;
    requireShort(length);
    String line = open.substring(0, length);
    open.setLength(0);
    isOpen = false;
    return line;
  }

  private void requireShort(int length) {
    if (length > maxLength) {
      Place place = begin == null ? decoded.place(at) : begin;
      TooLongLine line = new TooLongLine(place.charOffset(), place.byteOffset(), maxLength);
      close();
      throw new TooLongLineException(line);
    }
  }

  @Override
  public void close() {
    input = null;
    ended = true;
    text = "";
    at = 0;
    Arrays.fill(nextEnds, NEVER);
    isOpen = false;
    open.setLength(0);
  }
}
