package io.utflow.codec.stage;

import io.utflow.codec.split.Delimiters;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How decoded text is split into records by delimiters: NUL, an empty line, U+001E as in JSON text
 * sequences (RFC 7464). Immutable and thread-safe. The methods that change something return a new
 * spec.
 *
 * <p>Of several delimiters the one that begins first counts, and of those that begin at the same
 * place the longest, so a delimiter that begins another waits for the text that tells them apart.
 * An unterminated last record is delivered; a final delimiter adds no empty record.
 */
public final class RecordSpec {
  private final SplitRule rule;

  private RecordSpec(SplitRule rule) {
    this.rule = rule;
  }

  /**
   * Records of at most 65,536 chars, without their delimiters, and a failure if one is longer.
   *
   * @throws IllegalArgumentException if there is no delimiter, or an empty or an ill-formed one
   */
  public static RecordSpec delimitedBy(String... delimiters) {
    if (delimiters.length == 0) {
      throw new IllegalArgumentException("no delimiter: give at least one, such as \"\\0\"");
    }
    return new RecordSpec(SplitRule.by(new Delimiters(List.of(delimiters), List.of())));
  }

  /**
   * With this bound for a record, in UTF-16 code units without its delimiter.
   *
   * @throws IllegalArgumentException if below 1
   */
  public RecordSpec maxLength(int chars) {
    return new RecordSpec(rule.maxLength(chars));
  }

  /** With this answer to longer records; {@link Overlong#FAIL} by default. */
  public RecordSpec overlong(Overlong answer) {
    return new RecordSpec(rule.overlong(answer));
  }

  /** With or without the delimiters as part of the records; without by default. */
  public RecordSpec keepDelimiter(boolean keep) {
    return new RecordSpec(rule.keepTerminator(keep));
  }

  /** With an observer that is told of every record that passes the bound, once, when it does. */
  public RecordSpec observer(Consumer<? super OverlongLine> observer) {
    return new RecordSpec(rule.observer(Objects.requireNonNull(observer, "observer")));
  }

  /** What becomes of longer records. */
  public Overlong overlong() {
    return rule.overlong();
  }

  /** Who is told of longer records. */
  public Optional<Consumer<? super OverlongLine>> observer() {
    return Optional.ofNullable(rule.observer());
  }

  SplitRule rule() {
    return rule;
  }
}
