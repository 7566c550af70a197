/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.split.LineRule;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings that lines and records share: their ends, and the treatment of a line or record that
 * is too long or ill-formed.
 *
 * @param endsAtBareCr whether a CR ends a line at once, unless an LF after it would have to be kept
 * @param dropMarks whether a U+FEFF at the beginning of a line is dropped
 * @param refused returns the text in the place of a line in which the policy reports an ill-formed
 *     sequence; null if that fails the stream
 * @param recordChars the number of chars in each record; 0 if delimiters end records
 * @param allowsShort whether the last record may have fewer
 */
record SplitRule(
    Delimiters delimiters,
    boolean endsAtBareCr,
    LineBounds bounds,
    boolean keepTerminator,
    boolean dropMarks,
    @Nullable Function<? super RefusedLine, ? extends @Nullable String> refused,
    int recordChars,
    boolean allowsShort)
    implements LineRule {

  static SplitRule by(Delimiters delimiters, boolean endsAtBareCr) {
    return new SplitRule(
        delimiters, endsAtBareCr, LineBounds.DEFAULT, false, false, null, 0, false);
  }

  static SplitRule ofChars(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("records of " + chars + " chars: give at least 1");
    }
    LineBounds bounds = LineBounds.DEFAULT.maxChars(Integer.MAX_VALUE);
    return new SplitRule(
        new Delimiters(List.of(), List.of()), false, bounds, false, false, null, chars, false);
  }

  @Override
  public boolean promptCarriageReturn() {
    return endsAtBareCr && !keepTerminator;
  }

  @Override
  public int maxChars() {
    return bounds.maxChars();
  }

  @Override
  public int maxBytes() {
    return bounds.maxBytes();
  }

  @Override
  public void endShort(long byteOffset, String text) {
    if (!allowsShort) {
      throw new ShortRecordException(byteOffset, text, recordChars);
    }
  }

  @Override
  public boolean refusesLines() {
    return refused != null;
  }

  SplitRule delimiters(Delimiters others) {
    return new SplitRule(
        others, endsAtBareCr, bounds, keepTerminator, dropMarks, refused, recordChars, allowsShort);
  }

  SplitRule bounds(LineBounds others) {
    return new SplitRule(
        delimiters,
        endsAtBareCr,
        others,
        keepTerminator,
        dropMarks,
        refused,
        recordChars,
        allowsShort);
  }

  SplitRule keepTerminator(boolean keep) {
    return new SplitRule(
        delimiters, endsAtBareCr, bounds, keep, dropMarks, refused, recordChars, allowsShort);
  }

  SplitRule dropMarks(boolean drop) {
    return new SplitRule(
        delimiters, endsAtBareCr, bounds, keepTerminator, drop, refused, recordChars, allowsShort);
  }

  SplitRule refused(Function<? super RefusedLine, ? extends @Nullable String> inPlace) {
    Objects.requireNonNull(inPlace, "refused");
    return new SplitRule(
        delimiters,
        endsAtBareCr,
        bounds,
        keepTerminator,
        dropMarks,
        inPlace,
        recordChars,
        allowsShort);
  }

  SplitRule allowShort() {
    return new SplitRule(
        delimiters, endsAtBareCr, bounds, keepTerminator, dropMarks, refused, recordChars, true);
  }

  /** For people: the bounds, and what else is not as by default. */
  String toText() {
    return ", "
        + bounds
        + (dropMarks ? ", without marks" : "")
        + (refused == null ? "" : ", refused where ill-formed");
  }

  @Override
  public boolean keepsBeginning(long charOffset, long byteOffset, boolean inBytes) {
    return bounds.keepsBeginning(charOffset, byteOffset, inBytes);
  }

  @Override
  public RuntimeException refused(long charOffset, long byteOffset, String found) {
    return new BareLineBreakException(charOffset, byteOffset, found);
  }

  @Override
  public @Nullable String inPlaceOf(
      long byteOffset, long byteLength, IllFormedSequence reported, String terminator) {
    String text =
        Objects.requireNonNull(refused).apply(new RefusedLine(byteOffset, byteLength, reported));
    if (text == null) {
      return null;
    }
    boolean wellFormed = MalformedRule.isWellFormed(text);
    if (!wellFormed || delimiters.occursIn(text) || delimiters.begunBefore(terminator, text) > 0) {
      throw new IllegalStateException(
          "the function of refused lines returned "
              + (wellFormed
                  ? "text that holds a delimiter, or makes another with its terminator"
                  : "ill-formed text"));
    }
    return text;
  }
}
