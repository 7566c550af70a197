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
 * What lines and records have in common: what ends one, and what becomes of one that is wrong.
 *
 * @param endsAtBareCr whether a bare CR ends one at once, unless its LF would have to be kept too
 * @param dropMarks whether a U+FEFF with which one begins is no part of it
 * @param refused says what stands in the place of one that the policy reports; null if the stream
 *     fails there
 * @param recordChars how many chars each has; 0 where delimiters end them
 * @param allowsShort whether the last may have fewer
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
  public @Nullable String inPlaceOf(long byteOffset, long byteLength, IllFormedSequence reported) {
    String text =
        Objects.requireNonNull(refused).apply(new RefusedLine(byteOffset, byteLength, reported));
    if (text != null && (!MalformedRule.isWellFormed(text) || delimiters.occursIn(text))) {
      throw new IllegalStateException(
          "the function of refused lines returned "
              + (MalformedRule.isWellFormed(text)
                  ? "text that holds a delimiter"
                  : "ill-formed text"));
    }
    return text;
  }
}
