/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.files.EncodingSetting;
import io.utflow.files.FileDecoding;
import java.io.Serializable;
import java.util.function.UnaryOperator;

/** How text is read: what executors are told, for specs are not serializable. */
record TextOptions(
    EncodingSetting encoding,
    BomPolicy bom,
    OnMalformed onMalformed,
    LineBreaks breaks,
    int maxLineLength,
    TooLongPolicy onTooLong)
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
        options.parse(
            "encoding", EncodingSetting.of(TextEncoding.UTF_8), EncodingSetting::forName);
    BomPolicy bom = options.constant("bom", encoding.bom());
    // An encoding without a mark refuses policies that need one.
    options.parse("bom", bom, name -> DecoderSpec.of(encoding.encoding()).bom(bom).bom());
    OnMalformed onMalformed = options.constant("onMalformed", OnMalformed.REPLACE);
    LineBreaks breaks = options.constant("lineBreaks", LineBreaks.ANY);
    int length =
        options.parse(
            "maxLineLength",
            MAX_LINE_LENGTH,
            chars -> LineSpec.of(breaks).maxChars(Integer.parseInt(chars)).maxChars());
    TooLongPolicy onTooLong = options.constant("onTooLong", TooLongPolicy.FAIL);
    return new TextOptions(encoding, bom, onMalformed, breaks, length, onTooLong);
  }

  /**
   * How files are read.
   *
   * @param observed gives the spec an observer
   */
  FileDecoding text(UnaryOperator<DecoderSpec> observed) {
    DecoderSpec spec = DecoderSpec.of(encoding.encoding()).onMalformed(onMalformed.policy).bom(bom);
    return encoding.decoding(observed.apply(spec));
  }

  LineSpec lines() {
    return LineSpec.of(breaks).maxChars(maxLineLength).onTooLong(onTooLong);
  }

  /** Whether files are split, whatever their first bytes say about their encoding. */
  boolean canSplit() {
    return text(UnaryOperator.identity()).canSplit(lines());
  }
}
