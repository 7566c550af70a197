/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.encodings.Quoted;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.stage.frame.FixedRecords;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings for splitting text into records: by delimiters, such as NUL, an empty line, or U+001E in
 * JSON text sequences (RFC 7464), or by a number of chars or bytes. Immutable and thread-safe: one
 * spec serves all streams. The methods that change something return a new spec.
 *
 * <pre>{@code
 * RecordSpec events = RecordSpec.delimitedBy("\n\n", "\r\n\r\n").maxChars(10_000);
 * ByteStage<String> records = Stages.records(DecoderSpec.of(UTF_8), events);
 * }</pre>
 *
 * <p>If several delimiters match, the one that begins first wins, then the longest. If one
 * delimiter is a prefix of another, the record is delivered when the text that tells them apart has
 * arrived. An unterminated last record is delivered; a final delimiter adds no empty record.
 */
public final class RecordSpec {
  private final SplitRule rule;

  /** The number of bytes in a record; 0 if delimiters end records. */
  private final int bytes;

  private RecordSpec(SplitRule rule) {
    this(rule, 0);
  }

  private RecordSpec(SplitRule rule, int bytes) {
    this.rule = rule;
    this.bytes = bytes;
  }

  /**
   * {@return a spec for records with this number of bytes each and nothing between them} Mainframes
   * and SAP write such records, also in EBCDIC with shifts. Each record is read by itself: it
   * begins unshifted, and a sequence that its end cuts is ill-formed. Only the first record may
   * begin with a byte order mark. The budget of a policy, such as {@code atMost(n)}, begins anew
   * with each record. If the last record has fewer bytes, its text is delivered, followed by a
   * {@link FrameException} that tells its length, unless {@link #allowShort} is set.
   *
   * <p>A record in which the policy reports an ill-formed sequence fails the stream with a {@link
   * FrameException}, unless {@link #refused} is set. The encoding must define its byte order:
   * UTF-16LE, not UTF-16. Bounds and delimiters of this spec have no effect. A split of a file has
   * the records that begin in it, also in an encoding with state.
   *
   * @param bytes the length of a record, at least 1
   * @throws IllegalArgumentException if below 1
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
   * {@return a spec for records with this number of chars each and no delimiters} Chars are UTF-16
   * code units of the decoded text. A record ends with the last byte of its last char. A surrogate
   * pair across the end of a record belongs to the record in which it begins: that record is one
   * char longer, and the next one char shorter. A replacement counts by its chars; a dropped byte
   * order mark and skipped sequences do not count.
   *
   * <p>If the last record has fewer chars, the stream fails with a {@link ShortRecordException}
   * unless {@link #allowShort} is set. Files of such records are read from their start, not in
   * splits.
   *
   * <pre>{@code
   * ByteStage<String> records =
   *     Stages.records(DecoderSpec.of(UTF_16LE), RecordSpec.ofChars(200));
   * }</pre>
   *
   * @param chars the length of a record, at least 1; one record is kept in memory
   * @throws IllegalArgumentException if below 1
   */
  public static RecordSpec ofChars(int chars) {
    return new RecordSpec(SplitRule.ofChars(chars));
  }

  /**
   * {@return a spec that accepts a last record that has fewer {@linkplain #ofChars chars} or
   * {@linkplain #ofBytes bytes} than the others}
   *
   * @throws IllegalStateException if delimiters end the records
   */
  public RecordSpec allowShort() {
    if (recordChars() == 0 && bytes == 0) {
      throw new IllegalStateException("delimiters end these records: none is too short");
    }
    return new RecordSpec(rule.allowShort(), bytes);
  }

  /** {@return the number of chars in each record; 0 if delimiters end records} */
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
   * {@return a spec with this bound for a record, in bytes as they were received} All bytes from
   * the beginning of the record to the beginning of its delimiter count, including a byte order
   * mark and shifts. A truncated record is cut between two characters. The bound in chars holds as
   * well; the exception or the report to the observer says which of the two was passed.
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
   * {@return a spec that refuses a record if the policy reports an ill-formed sequence in it: the
   * stream goes on, and the text that the function returns takes the place of the record} It is
   * delivered when the record ends. Without this setting such a sequence fails the stream with an
   * {@link io.utflow.codec.IllFormedTextException}.
   *
   * <p>If the policy never reports, no record is refused; if it has a budget, records are refused
   * once the budget is used up. Sequences are counted and reported to the observer as usual. A
   * record that is also too long is handled as too long and not refused: if it is truncated, U+FFFD
   * replaces each reported sequence in it. A missing byte order mark under {@link
   * io.utflow.codec.BomPolicy#REQUIRE} fails the stream.
   *
   * <pre>{@code
   * RecordSpec sequence =
   *     RecordSpec.delimitedBy("\u001E").refused(record -> ""); // RFC 7464, 2.1
   * }</pre>
   *
   * @param inPlace called on the decoding thread; it must be thread-safe if streams share the spec.
   *     It returns the text that takes the place of the record, well-formed and without a delimiter
   *     (which is added if the spec keeps delimiters), or null to leave the record out. An
   *     exception ends the stream, and so does a text that makes another delimiter with its own
   * @throws IllegalArgumentException if a delimiter holds U+FFFD
   */
  public RecordSpec refused(Function<? super RefusedLine, ? extends @Nullable String> inPlace) {
    if (rule.delimiters().holdReplacement()) {
      throw new IllegalArgumentException(
          "a delimiter holds U+FFFD, which stands for ill-formed text; choose another delimiter");
    }
    return new RecordSpec(rule.refused(inPlace), bytes);
  }

  /** {@return the delimiters, the longest first; empty if records have a fixed length} */
  public List<String> delimiters() {
    return rule.delimiters().ending();
  }

  /** {@return the bound for a record, in UTF-16 code units} */
  public int maxChars() {
    return rule.maxChars();
  }

  /**
   * {@return the bound for a record, in bytes; {@link Integer#MAX_VALUE} if bytes are not limited}
   */
  public int maxBytes() {
    return rule.maxBytes();
  }

  /** {@return whether a record is refused if the policy reports an ill-formed sequence in it} */
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

  /** The number of bytes in a record; 0 if delimiters end records. */
  int bytes() {
    return bytes;
  }

  /** The rule for records of so many bytes. */
  FixedRecords.Rule fixed() {
    return new FixedRecords.Rule(
        bytes,
        rule.allowsShort(),
        rule.refusesLines()
            ? line -> rule.inPlaceOf(line.byteOffset(), line.byteLength(), line.sequence(), "")
            : null);
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
      return "RecordSpec["
          + bytes
          + " bytes each"
          + (rule.allowsShort() ? ", the last perhaps shorter" : "")
          + (refuses() ? ", refused where ill-formed]" : "]");
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
