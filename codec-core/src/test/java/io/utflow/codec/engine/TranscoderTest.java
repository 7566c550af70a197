/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.NeedsCharsets;
import org.junit.jupiter.api.Test;

/** What a transcoder does with what a kernel answers. */
class TranscoderTest {
  /** To read a run of shifts again behind each of them would take quadratic time. */
  @Test
  @NeedsCharsets
  void goesOnBehindShiftsThatAKernelHasRead() {
    Encoding korean = Encoding.of(TextEncoding.forName("ISO-2022-KR"));
    Transcoder transcoder =
        new Transcoder(DecoderSpec.of(korean), EncoderSpec.of(TextEncoding.UTF_8));
    byte[] shifts = {0x0E, 0x0F, 0x0E, 0x0F};
    Workspace w = Workspace.borrow();
    try {
      w.readFrom(shifts, 0, shifts.length);
      w.writeBytesTo(new byte[Workspace.WINDOW_CHARS], 0, Workspace.WINDOW_CHARS);
      transcoder.convert(w, korean.kernel(korean.form().forStream()));
      assertThat(w.pos).isEqualTo(shifts.length);
      assertThat(w.bpos).isZero();
    } finally {
      w.giveBack();
    }
  }
}
