/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Specs are values. */
class CodecSpecTest {
  @Test
  void eachPartCounts() {
    CodecSpec spec = CodecSpec.DEFAULT;
    List<CodecSpec> others =
        List.of(
            spec.decoder(DecoderSpec.of(TextEncoding.UTF_16)),
            spec.encoder(EncoderSpec.of(TextEncoding.UTF_16)),
            spec.lines(LineBreaks.LF_OR_CRLF));
    CodecSpec same = spec.decoder(spec.decoder()).encoder(spec.encoder());
    assertThat(same).isEqualTo(spec).hasSameHashCodeAs(spec).hasToString(spec.toString());
    assertThat(others).doesNotContain(spec).doesNotHaveDuplicates();
    assertThat(others).extracting(CodecSpec::toString).doesNotHaveDuplicates();
    assertThat(spec).isNotEqualTo(spec.toString());
  }
}
