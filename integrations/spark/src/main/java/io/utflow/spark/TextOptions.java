/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.files.EncodingSetting;
import io.utflow.files.FileDecoding;
import io.utflow.files.FileRecords;
import io.utflow.files.RecordSetting;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The settings for reading text in the form that is sent to executors, because specs are not
 * serializable. Lines are read where no records are set.
 */
record TextOptions(
    EncodingSetting encoding,
    BomPolicy bom,
    OnMalformed onMalformed,
    LineBreaks breaks,
    int maxLineLength,
    TooLongPolicy onTooLong,
    @Nullable RecordSetting records)
    implements Serializable {
  private static final int MAX_LINE_LENGTH = 1 << 24;

  /** The policies that have a name. */
  enum OnMalformed {
    REPLACE(MalformedPolicy.REPLACE),
    SKIP(MalformedPolicy.SKIP),
    REPORT(MalformedPolicy.REPORT);

    @SuppressWarnings("ImmutableEnumChecker") // A policy is.
    private final MalformedPolicy policy;

    OnMalformed(MalformedPolicy policy) {
      this.policy = policy;
    }
  }

  static TextOptions of(OptionValues options) {
    EncodingSetting encoding =
        options.parse("encoding", EncodingSetting.of(TextEncoding.UTF_8), EncodingSetting::forName);
    BomPolicy bom = options.constant("bom", encoding.bom());
    // An encoding without a mark refuses policies that need one.
    options.parse("bom", bom, name -> DecoderSpec.of(encoding.encoding()).bom(bom).bom());
    OnMalformed onMalformed = options.constant("onMalformed", OnMalformed.REPLACE);
    RecordSetting records = options.parse("records", null, RecordSetting::parse);
    // With records line breaks would change nothing, so they are not asked for.
    LineBreaks breaks =
        records == null ? options.constant("lineBreaks", LineBreaks.ANY) : LineBreaks.ANY;
    int length =
        options.parse(
            "maxLineLength",
            MAX_LINE_LENGTH,
            chars -> LineSpec.of(breaks).maxChars(Integer.parseInt(chars)).maxChars());
    TooLongPolicy onTooLong = options.constant("onTooLong", TooLongPolicy.FAIL);
    TextOptions text =
        new TextOptions(encoding, bom, onMalformed, breaks, length, onTooLong, records);
    // As delimiters that the encoding does not have.
    options.parse("records", records, setting -> text.fitting());
    return text;
  }

  private @Nullable RecordSetting fitting() {
    records(null).requireFits();
    return records;
  }

  /**
   * Makes the decoding of files.
   *
   * @param errors what is told of errors, if anything is
   */
  FileRecords records(@Nullable LineErrors errors) {
    DecoderSpec spec = DecoderSpec.of(encoding.encoding()).onMalformed(onMalformed.policy).bom(bom);
    FileDecoding decoding =
        encoding.decoding(errors == null ? spec : spec.observer(errors::illFormed));
    TooLongPolicy policy = errors == null ? onTooLong : errors.policy(onTooLong);
    if (records != null) {
      RecordSpec each = records.spec(maxLineLength, policy);
      return decoding.records(errors == null ? each : each.observer(errors::tooLong));
    }
    LineSpec lines = LineSpec.of(breaks).maxChars(maxLineLength).onTooLong(policy);
    return decoding.lines(errors == null ? lines : lines.observer(errors::tooLong));
  }

  /** Whether files are split, whatever their first bytes say about their encoding. */
  boolean canSplit() {
    return records(null).canSplit();
  }

  /** For plans: what ends a line, or what a record is. */
  Object unit() {
    return records == null ? breaks : records;
  }
}
