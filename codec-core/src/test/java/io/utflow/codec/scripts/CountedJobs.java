/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.CountedPart;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LineEncodings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams that a peer makes of many announced texts, or of lines that are read twice. */
final class CountedJobs {
  private static final LineEncodings LINES =
      LineEncodings.of(
          1 << 30, List.of(TextEncoding.UTF_8), DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));

  private CountedJobs() {}

  /** A line, or behind {@code $} and its length a text. */
  private static final class Texts implements CountedTexts<String> {
    private CountedPart next = CountedPart.CRLF_LINE;

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String line(String line) {
      if (!line.startsWith("$")) {
        return line;
      }
      next = CountedPart.text(CountedPart.length(line.substring(1)), (byte) '\r', (byte) '\n');
      return null;
    }

    /** The end of the stream cuts the last part. */
    @Override
    public @Nullable String failed(FrameException failure) {
      return null;
    }

    @Override
    public String text(String text) {
      next = CountedPart.CRLF_LINE;
      return text;
    }
  }

  static ByteStage<String> counted() {
    return CountedTexts.stage(DecoderSpec.of(TextEncoding.UTF_8), new Texts(), 1 << 30, 1 << 30);
  }

  static ByteStage<String> eachLine() {
    return LINES.stage();
  }
}
