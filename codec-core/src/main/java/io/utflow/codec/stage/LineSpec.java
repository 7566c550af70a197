/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings for splitting text into lines. Immutable and thread-safe: one spec serves all streams.
 * The methods that change something return a new spec.
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
 * #keepTerminator} you can recognize an unterminated last line.
 */
public final class LineSpec {
  /** Made once, because a spec is often made for each request, and delimiters cost most of it. */
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
   * @param breaks the line breaks
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
    return new LineSpec(breaks, rule.bounds(rule.bounds().maxChars(chars)));
  }

  /**
   * {@return a spec with this bound for a line, in bytes as they were received} All bytes from the
   * beginning of the line to the beginning of its terminator count, including a byte order mark and
   * shifts. A truncated line is cut between two characters. The bound in chars holds as well; the
   * exception or the report to the observer says which of the two was passed.
   *
   * @param bytes the bound, at least 1; no bound by default
   * @throws IllegalArgumentException if below 1
   */
  public LineSpec maxBytes(int bytes) {
    return new LineSpec(breaks, rule.bounds(rule.bounds().maxBytes(bytes)));
  }

  /**
   * {@return a spec with this policy for longer lines; {@link TooLongPolicy#FAIL} by default}
   *
   * @param policy what becomes of a line over the bound
   */
  public LineSpec onTooLong(TooLongPolicy policy) {
    return new LineSpec(breaks, rule.bounds(rule.bounds().onTooLong(policy)));
  }

  /**
   * {@return a spec with or without the terminators as part of the lines; without by default} If
   * lines keep their terminators, a line that ends with CR is delivered only when the next
   * character has arrived. Otherwise it is delivered at once, and an LF that follows is dropped.
   *
   * @param keep whether lines hold their terminators
   */
  public LineSpec keepTerminator(boolean keep) {
    return new LineSpec(breaks, rule.keepTerminator(keep));
  }

  /**
   * {@return a spec for which a bare CR or LF is an error, {@link BareLineBreakException}} Mail and
   * HTTP requests are smuggled where one server takes it for the end of a line and the next server
   * does not.
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
   * {@return a spec with an observer that is told of every line that passes a bound, once, when it
   * does, on the decoding thread} A spec may serve many streams, so it must be thread-safe.
   *
   * @param observer replaces an earlier one
   */
  public LineSpec observer(Consumer<? super TooLongLine> observer) {
    return new LineSpec(breaks, rule.bounds(rule.bounds().observer(observer)));
  }

  /**
   * {@return a spec that refuses a line if the policy reports an ill-formed sequence in it: the
   * stream goes on, and the text that the function returns takes the place of the line} It is
   * delivered when the line ends. Without this setting such a sequence fails the stream with an
   * {@link io.utflow.codec.IllFormedTextException}.
   *
   * <p>If the policy never reports, no line is refused; if it has a budget, lines are refused once
   * the budget is used up. Sequences are counted and reported to the observer as usual. A line that
   * is also too long is handled as too long and not refused: if it is truncated, U+FFFD replaces
   * each reported sequence in it. A missing byte order mark under {@link
   * io.utflow.codec.BomPolicy#REQUIRE} fails the stream.
   *
   * <pre>{@code
   * LineSpec jsonLines =
   *     LineSpec.of(LineBreaks.LF_ONLY).refused(line -> null); // left out
   * }</pre>
   *
   * @param inPlace called on the decoding thread; it must be thread-safe if streams share the spec.
   *     It returns the text that takes the place of the line, well-formed and without a terminator
   *     (which is added if the spec keeps terminators), or null to leave the line out. An exception
   *     ends the stream, and so does a text that makes another terminator with its own
   */
  public LineSpec refused(Function<? super RefusedLine, ? extends @Nullable String> inPlace) {
    return new LineSpec(breaks, rule.refused(inPlace));
  }

  /**
   * {@return a spec that drops or keeps a U+FEFF at the beginning of a line; kept by default} When
   * files are concatenated, the byte order mark of each file ends up in the middle of the result.
   * There U+FEFF is a ZERO WIDTH NO-BREAK SPACE (The Unicode Standard, 23.8), so the default keeps
   * it. With this setting, all marks at the beginning of a line are dropped (two, where a file had
   * nothing but its mark), also in the first line, whatever the {@link io.utflow.codec.BomPolicy}
   * says. Dropped marks count for {@link #maxChars}, and the {@link LocatedLine} begins before
   * them.
   *
   * @param drop whether it is dropped
   */
  public LineSpec dropMarksAtJoints(boolean drop) {
    return new LineSpec(breaks, rule.dropMarks(drop));
  }

  /** {@return whether a U+FEFF at the beginning of a line is dropped} */
  public boolean dropsMarksAtJoints() {
    return rule.dropMarks();
  }

  /** {@return the line breaks} */
  public LineBreaks breaks() {
    return breaks;
  }

  /** {@return the bound for a line, in UTF-16 code units} */
  public int maxChars() {
    return rule.maxChars();
  }

  /**
   * {@return the bound for a line, in bytes; {@link Integer#MAX_VALUE} if bytes are not limited}
   */
  public int maxBytes() {
    return rule.maxBytes();
  }

  /** {@return the policy for longer lines} */
  public TooLongPolicy onTooLong() {
    return rule.bounds().onTooLong();
  }

  /** {@return the observer of longer lines, if one is set} */
  public Optional<Consumer<? super TooLongLine>> observer() {
    return Optional.ofNullable(rule.bounds().observer());
  }

  /** {@return whether a line is refused if the policy reports an ill-formed sequence in it} */
  public boolean refuses() {
    return rule.refusesLines();
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
