/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How text is split into lines. Immutable and thread-safe: one spec serves all streams. The methods
 * that change something return a new spec.
 *
 * <pre>{@code
 * LineSpec mail =
 *     LineSpec.of(LineBreaks.CRLF)
 *         .maxChars(998) // RFC 5322, 2.1.1
 *         .refuseBareBreaks();
 * ByteStage<String> lines = Stages.lines(DecoderSpec.of(UTF_8), mail);
 * }</pre>
 *
 * <p>An unterminated last line is delivered; a final terminator adds no empty line. With {@link
 * #keepTerminator} the last line is told apart by having none.
 */
public final class LineSpec {
  /** Made once, for a spec is often made for each request, and delimiters cost most of it. */
  private static final Map<LineBreaks, LineSpec> PLAIN =
      Stream.of(LineBreaks.values()).collect(Collectors.toMap(breaks -> breaks, LineSpec::plain));

  private final LineBreaks breaks;
  private final SplitRule rule;

  private LineSpec(LineBreaks breaks, SplitRule rule) {
    this.breaks = breaks;
    this.rule = rule;
  }

  /**
   * {@return a spec of lines of at most 65,536 chars, without their terminators, and a failure if
   * one is longer}
   *
   * @param breaks what ends a line
   */
  public static LineSpec of(LineBreaks breaks) {
    return Objects.requireNonNull(PLAIN.get(breaks), "breaks");
  }

  private static LineSpec plain(LineBreaks breaks) {
    Delimiters delimiters = new Delimiters(breaks.terminators(), List.of());
    return new LineSpec(breaks, SplitRule.by(delimiters, breaks.terminators().contains("\r")));
  }

  /**
   * {@return a spec with this bound for a line, in UTF-16 code units without its terminator} No
   * more is kept in memory, whatever is sent.
   *
   * @param chars the bound, at least 1
   * @throws IllegalArgumentException if below 1
   */
  public LineSpec maxChars(int chars) {
    return new LineSpec(breaks, rule.maxChars(chars));
  }

  /**
   * {@return a spec with this policy for longer lines; {@link TooLongPolicy#FAIL} by default}
   *
   * @param policy what becomes of a line over the bound
   */
  public LineSpec onTooLong(TooLongPolicy policy) {
    return new LineSpec(breaks, rule.onTooLong(policy));
  }

  /**
   * {@return a spec with or without the terminators as part of the lines; without by default} With
   * them a CR waits for the next character; without, a CR that ends a line ends it at once and an
   * LF behind it is swallowed.
   *
   * @param keep whether lines hold their terminators
   */
  public LineSpec keepTerminator(boolean keep) {
    return new LineSpec(breaks, rule.keepTerminator(keep));
  }

  /**
   * {@return a spec with a bare CR or LF as an error, {@link BareLineBreakException}} What one
   * server takes for the end of a line and the next does not is how mail and requests are smuggled.
   *
   * @throws IllegalStateException unless the breaks are {@link LineBreaks#CRLF}
   */
  public LineSpec refuseBareBreaks() {
    if (breaks != LineBreaks.CRLF) {
      throw new IllegalStateException(breaks + " allows bare breaks; refuse them under CRLF");
    }
    Delimiters refusing = new Delimiters(breaks.terminators(), List.of("\r", "\n"));
    return new LineSpec(breaks, rule.delimiters(refusing));
  }

  /**
   * {@return a spec with an observer that is told of every line that passes the bound, once, when
   * it does, on the decoding thread} A spec may serve many streams, so it must be thread-safe.
   *
   * @param observer replaces an earlier one
   */
  public LineSpec observer(Consumer<? super TooLongLine> observer) {
    return new LineSpec(breaks, rule.observer(observer));
  }

  /**
   * {@return a spec with or without a U+FEFF with which a line begins as its first char; with it by
   * default} Files that were joined have the byte order mark of each where it began (The Unicode
   * Standard, 23.8: U+FEFF in the middle of text is a ZERO WIDTH NO-BREAK SPACE, so the default
   * keeps it). One mark of each line is dropped, also of the first, whatever the {@link
   * io.utflow.codec.BomPolicy} says. It counts for {@link #maxChars}, and a {@link LocatedLine}
   * begins before it.
   *
   * @param drop whether it is dropped
   */
  public LineSpec dropMarksAtJoints(boolean drop) {
    return new LineSpec(breaks, rule.dropMarks(drop));
  }

  /** {@return whether a U+FEFF with which a line begins is dropped} */
  public boolean dropsMarksAtJoints() {
    return rule.dropMarks();
  }

  /** {@return what ends a line} */
  public LineBreaks breaks() {
    return breaks;
  }

  /** {@return the bound for a line, in UTF-16 code units} */
  public int maxChars() {
    return rule.maxChars();
  }

  /** {@return what becomes of longer lines} */
  public TooLongPolicy onTooLong() {
    return rule.onTooLong();
  }

  /** {@return who is told of longer lines, if there is an observer} */
  public Optional<Consumer<? super TooLongLine>> observer() {
    return Optional.ofNullable(rule.observer());
  }

  /** {@return whether lines hold their terminators} */
  public boolean keepsTerminator() {
    return rule.keepTerminator();
  }

  /** {@return whether a bare CR or LF is an error} */
  public boolean refusesBareBreaks() {
    return rule.delimiters().refuses();
  }

  SplitRule rule() {
    return rule;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LineSpec that && breaks == that.breaks && rule.equals(that.rule);
  }

  @Override
  public int hashCode() {
    return 31 * breaks.hashCode() + rule.hashCode();
  }

  @Override
  public String toString() {
    return "LineSpec["
        + breaks
        + (refusesBareBreaks() ? ", bare breaks refused" : "")
        + (keepsTerminator() ? ", with terminators" : "")
        + rule.toText()
        + "]";
  }
}
