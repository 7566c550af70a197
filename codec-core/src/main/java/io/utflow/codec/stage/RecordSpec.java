/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.split.Delimiters;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * How text is split into records by delimiters: NUL, an empty line, U+001E as in JSON text
 * sequences (RFC 7464). Immutable and thread-safe: one spec serves all streams. The methods that
 * change something return a new spec.
 *
 * <pre>{@code
 * RecordSpec events = RecordSpec.delimitedBy("\n\n", "\r\n\r\n").maxChars(10_000);
 * ByteStage<String> records = Stages.records(DecoderSpec.of(UTF_8), events);
 * }</pre>
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
   * {@return a spec of records of at most 65,536 chars, without their delimiters, and a failure if
   * one is longer}
   *
   * @param delimiters well-formed texts, none empty
   * @throws IllegalArgumentException if there is no delimiter, or an empty or an ill-formed one
   */
  public static RecordSpec delimitedBy(String... delimiters) {
    if (delimiters.length == 0) {
      throw new IllegalArgumentException("no delimiter: give at least one, such as \"\\0\"");
    }
    return new RecordSpec(SplitRule.by(new Delimiters(List.of(delimiters), List.of()), false));
  }

  /**
   * {@return a spec with this bound for a record, in UTF-16 code units without its delimiter}
   *
   * @param chars the bound, at least 1
   * @throws IllegalArgumentException if below 1
   */
  public RecordSpec maxChars(int chars) {
    return new RecordSpec(rule.maxChars(chars));
  }

  /**
   * {@return a spec with this policy for longer records; {@link TooLongPolicy#FAIL} by default}
   *
   * @param policy what becomes of a record over the bound
   */
  public RecordSpec onTooLong(TooLongPolicy policy) {
    return new RecordSpec(rule.onTooLong(policy));
  }

  /**
   * {@return a spec with or without the delimiters as part of the records; without by default}
   *
   * @param keep whether records hold their delimiters
   */
  public RecordSpec keepDelimiter(boolean keep) {
    return new RecordSpec(rule.keepTerminator(keep));
  }

  /**
   * {@return a spec with an observer that is told of every record that passes the bound, once, when
   * it does}
   *
   * @param observer called on the decoding thread, thread-safe if streams share the spec; replaces
   *     an earlier one
   */
  public RecordSpec observer(Consumer<? super TooLongLine> observer) {
    return new RecordSpec(rule.observer(observer));
  }

  /** {@return what ends a record, the longest first} */
  public List<String> delimiters() {
    return rule.delimiters().ending();
  }

  /** {@return the bound for a record, in UTF-16 code units} */
  public int maxChars() {
    return rule.maxChars();
  }

  /** {@return whether records hold their delimiters} */
  public boolean keepsDelimiter() {
    return rule.keepTerminator();
  }

  /** {@return what becomes of longer records} */
  public TooLongPolicy onTooLong() {
    return rule.onTooLong();
  }

  /** {@return who is told of longer records, if there is an observer} */
  public Optional<Consumer<? super TooLongLine>> observer() {
    return Optional.ofNullable(rule.observer());
  }

  SplitRule rule() {
    return rule;
  }

  /**
   * Makes sure that streams can hold the delimiters.
   *
   * @throws IllegalArgumentException if not
   */
  void requireIn(DecoderSpec spec) {
    delimiters().forEach(Encoding.of(spec.encoding())::requireDelimiter);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordSpec that && rule.equals(that.rule);
  }

  @Override
  public int hashCode() {
    return rule.hashCode();
  }

  @Override
  public String toString() {
    return "RecordSpec["
        + delimiters().stream().map(Quoted::of).collect(Collectors.joining(" or "))
        + (keepsDelimiter() ? ", with delimiters" : "")
        + rule.toText()
        + "]";
  }
}
