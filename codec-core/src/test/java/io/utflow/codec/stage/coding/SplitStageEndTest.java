/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SplitStageEndTest {
  /** An application may hold a stage long after it has closed it. */
  @Test
  void aClosedStageKeepsNoText() {
    SplitStage<?> stage =
        (SplitStage<?>)
            Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap("an open line".getBytes(StandardCharsets.US_ASCII)));
    assertThat(stage.poll()).isNull();
    assertThat(stage.lines().openText()).isEqualTo("an open line");
    stage.close();
    assertThat(stage.lines().openText()).isEmpty();
  }
}
