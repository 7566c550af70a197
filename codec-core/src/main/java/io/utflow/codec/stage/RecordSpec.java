/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.split.Delimiters;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How text is split into records, by delimiters, as NUL, an empty line, U+001E in JSON text
 * sequences (RFC 7464), or by a number of chars. Immutable and thread-safe: one spec serves all
 * streams. The methods that change something return a new spec.
 *
 * <pre>{@code
 * RecordSpec events = RecordSpec.delimitedBy("\n\n", "\r\n\r\n").maxChars(10_000);
 * ByteStage<String> records = Stages.records(DecoderSpec.of(UTF_8), events);
 * }</pre>
 *
 * <p>If several delimiters match, the one that begins first counts, then the longest, so a
 * delimiter that begins another waits for the text that tells them apart. An unterminated last
 * record is delivered; a final delimiter adds no empty record.
 */
public final class RecordSpec {
  private final SplitRule rule;

  /** How many bytes a record has; 0 where delimiters end one. */
  private final int bytes;

  private RecordSpec(SplitRule rule) {
    this(rule, 0);
  }

  private RecordSpec(SplitRule rule, int bytes) {
    this.rule = rule;
    this.bytes = bytes;
  }

  /**
   * {@return a spec of records of so many bytes, without anything between them: as those of
   * mainframes and SAP, in EBCDIC with shifts, too} Each record is read by itself: it begins
   * unshifted, and a sequence that its end cuts is ill-formed. A byte order mark is looked for in
   * the first one only. The budget of a policy, as {@code atMost(n)}, begins with each record. If
   * the last record has fewer bytes, its text comes, and then a {@link FrameException} that tells
   * its length.
   *
   * <p>For encodings with a byte order of their own. Bounds, refusals and delimiters of this spec
   * have no effect, and files are read from their start to their end by one thread.
   *
   * @param bytes how many a record has, at least 1
   * @throws IllegalArgumentException if it is less
   */
  public static RecordSpec ofBytes(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("records of " + bytes + " bytes: give at least 1 byte");
    }
    return new RecordSpec(SplitRule.by(new Delimiters(List.of(), List.of()), false), bytes);
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
   * {@return a spec of records of so many chars each, which no delimiter ends} Chars are UTF-16
   * code units of the decoded text. A record ends with the last byte of its last char. A surrogate
   * pair that lies across the end of a record belongs to the record in which it begins, which is
   * then one char longer, and the next one char shorter. A U+FFFD counts as the char that it is;
   * what is left out does not count. A byte order mark that is dropped is no part of the first
   * record.
   *
   * <p>A last record that has fewer chars is a {@link ShortRecordException}, unless {@link
   * #allowShort} says otherwise. Files of such records are read from their start, not in splits.
   *
   * <pre>{@code
   * ByteStage<String> records =
   *     Stages.records(DecoderSpec.of(UTF_16LE), RecordSpec.ofChars(200));
   * }</pre>
   *
   * @param chars of each record, at least 1; so many are kept in memory
   * @throws IllegalArgumentException if below 1
   */
  public static RecordSpec ofChars(int chars) {
    return new RecordSpec(SplitRule.ofChars(chars));
  }

  /**
   * {@return a spec by which the last record may have fewer {@linkplain #ofChars chars} than the
   * others} It is delivered as it is.
   *
   * @throws IllegalStateException if delimiters end the records
   */
  public RecordSpec allowShort() {
    if (recordChars() == 0) {
      throw new IllegalStateException("delimiters end these records: none is too short");
    }
    return new RecordSpec(rule.allowShort(), bytes);
  }

  /** {@return how many chars each record has; 0 where delimiters end them} */
  public int recordChars() {
    return rule.recordChars();
  }

  /**
   * {@return a spec with this bound for a record, in UTF-16 code units without its delimiter}
   *
   * @param chars the bound, at least 1
   * @throws IllegalArgumentException if below 1
   * @throws IllegalStateException if each record has a {@linkplain #ofChars number of chars}
   */
  public RecordSpec maxChars(int chars) {
    if (recordChars() > 0) {
      throw new IllegalStateException(
          "each of these records has " + recordChars() + " chars: give no other bound in chars");
    }
    return new RecordSpec(rule.bounds(rule.bounds().maxChars(chars)), bytes);
  }

  /**
   * {@return a spec with this bound for a record, in bytes as they were received} They are counted
   * from where the record begins to where its delimiter does: a byte order mark counts, and so do
   * shifts between its characters. A record ends between two characters where it is cut. The bound
   * in chars holds as well; what is told of a longer record says which of the two it passed.
   *
   * @param bytes the bound, at least 1; no bound by default
   * @throws IllegalArgumentException if below 1
   */
  public RecordSpec maxBytes(int bytes) {
    return new RecordSpec(rule.bounds(rule.bounds().maxBytes(bytes)), this.bytes);
  }

  /**
   * {@return a spec with this policy for longer records; {@link TooLongPolicy#FAIL} by default}
   *
   * @param policy what becomes of a record over the bound
   */
  public RecordSpec onTooLong(TooLongPolicy policy) {
    return new RecordSpec(rule.bounds(rule.bounds().onTooLong(policy)), bytes);
  }

  /**
   * {@return a spec with or without the delimiters as part of the records; without by default}
   *
   * @param keep whether records hold their delimiters
   */
  public RecordSpec keepDelimiter(boolean keep) {
    return new RecordSpec(rule.keepTerminator(keep), bytes);
  }

  /**
   * {@return a spec with an observer that is told of every record that passes the bound, once, when
   * it does}
   *
   * @param observer called on the decoding thread, thread-safe if streams share the spec; replaces
   *     an earlier one
   */
  public RecordSpec observer(Consumer<? super TooLongLine> observer) {
    return new RecordSpec(rule.bounds(rule.bounds().observer(observer)), bytes);
  }

  /**
   * {@return a spec by which a record is refused that holds an ill-formed sequence that the policy
   * reports: the stream goes on, and what the function answers comes in its place} It comes when
   * the record ends. Without this setting such a sequence fails the stream with an {@link
   * io.utflow.codec.IllFormedTextException}.
   *
   * <p>A policy that does not report refuses nothing; one with a budget refuses from where that is
   * used up. Sequences are counted and told to the observer as ever. A record that is also too long
   * is too long and not refused: where it is cut, U+FFFD stands for each reported sequence in it. A
   * missing byte order mark under {@link io.utflow.codec.BomPolicy#REQUIRE} fails the stream.
   *
   * <pre>{@code
   * RecordSpec sequence =
   *     RecordSpec.delimitedBy("\u001E").refused(record -> ""); // RFC 7464, 2.1
   * }</pre>
   *
   * @param inPlace is called on the decoding thread, and thread-safe if streams share the spec. It
   *     answers with the text that comes in the place of the record, well-formed and without a
   *     delimiter, which is added if the spec keeps it; with null nothing comes. What it throws
   *     ends the stream
   * @throws IllegalArgumentException if a delimiter holds U+FFFD
   */
  public RecordSpec refused(Function<? super RefusedLine, ? extends @Nullable String> inPlace) {
    if (rule.delimiters().holdReplacement()) {
      throw new IllegalArgumentException(
          "a delimiter holds U+FFFD, which stands for ill-formed text; choose another delimiter");
    }
    return new RecordSpec(rule.refused(inPlace), bytes);
  }

  /** {@return the delimiters, the longest first; none where a number of chars ends a record} */
  public List<String> delimiters() {
    return rule.delimiters().ending();
  }

  /** {@return the bound for a record, in UTF-16 code units} */
  public int maxChars() {
    return rule.maxChars();
  }

  /** {@return the bound for a record, in bytes; {@link Integer#MAX_VALUE} if there is none} */
  public int maxBytes() {
    return rule.maxBytes();
  }

  /** {@return whether records are refused in which the policy reports an ill-formed sequence} */
  public boolean refuses() {
    return rule.refusesLines();
  }

  /** {@return whether records hold their delimiters} */
  public boolean keepsDelimiter() {
    return rule.keepTerminator();
  }

  /** {@return the policy for longer records} */
  public TooLongPolicy onTooLong() {
    return rule.bounds().onTooLong();
  }

  /** {@return the observer of longer records, if one is set} */
  public Optional<Consumer<? super TooLongLine>> observer() {
    return Optional.ofNullable(rule.bounds().observer());
  }

  SplitRule rule() {
    return rule;
  }

  /** How many bytes a record has; 0 where delimiters end one. */
  int bytes() {
    return bytes;
  }

  /**
   * Makes sure that streams can hold the delimiters.
   *
   * @throws IllegalArgumentException if not
   */
  void requireIn(DecoderSpec spec) {
    boolean markTells = spec.bom() == BomPolicy.SNIFF || !Encoding.of(spec.encoding()).isFixed();
    if (bytes > 0 && markTells) {
      throw new IllegalArgumentException(
          "each record is read alone, and a byte order mark tells how all of "
              + spec.encoding()
              + " is read: give TextHead.of(spec, firstBytes).spec(), or an encoding with a byte"
              + " order in its name");
    }
    delimiters().forEach(Encoding.of(spec.encoding())::requireDelimiter);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordSpec that && bytes == that.bytes && rule.equals(that.rule);
  }

  @Override
  public int hashCode() {
    return 31 * rule.hashCode() + bytes;
  }

  @Override
  public String toString() {
    if (bytes > 0) {
      return "RecordSpec[" + bytes + " bytes each]";
    }
    return "RecordSpec["
        + (recordChars() > 0 ? "of " + recordChars() + " chars" : "")
        + (rule.allowsShort() ? ", the last perhaps shorter" : "")
        + delimiters().stream().map(Quoted::of).collect(Collectors.joining(" or "))
        + (keepsDelimiter() ? ", with delimiters" : "")
        + rule.toText()
        + "]";
  }
}
