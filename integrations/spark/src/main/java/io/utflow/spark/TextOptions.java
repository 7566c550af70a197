/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.Serializable;
import java.nio.ByteBuffer;

/** How text is read: what executors are told, for specs are not serializable. */
record TextOptions(
    TextEncoding encoding,
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
    TextEncoding encoding = options.parse("encoding", TextEncoding.UTF_8, TextEncoding::forName);
    BomPolicy bom = options.constant("bom", BomPolicy.PER_ENCODING);
    // An encoding without a mark refuses policies that need one.
    options.parse("bom", bom, name -> DecoderSpec.of(encoding).bom(bom).bom());
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

  DecoderSpec text() {
    return DecoderSpec.of(encoding).onMalformed(onMalformed.policy).bom(bom);
  }

  LineSpec lines() {
    return LineSpec.of(breaks).maxChars(maxLineLength).onTooLong(onTooLong);
  }

  /** Whether files are split, whatever their first bytes say about their byte order. */
  boolean canSplit() {
    return Stages.canSplit(TextHead.of(text(), ByteBuffer.allocate(0)).spec(), lines());
  }
}
