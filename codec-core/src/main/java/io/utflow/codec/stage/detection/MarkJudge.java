/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.ByteOrderMarks;
import java.util.List;

/** Chooses a spec if the stream begins with a byte order mark that the spec looks for. */
public final class MarkJudge implements Judge {
  private final DecoderSpec spec;
  private final List<ByteOrderMarks.Mark> marks;

  public MarkJudge(DecoderSpec spec) {
    this.spec = spec;
    this.marks =
        spec.beginsInTheMiddle() ? List.of() : ByteOrderMarks.of(spec.encoding(), spec.bom());
  }

  @Override
  public int window() {
    return 4;
  }

  @Override
  public Verdict judge(byte[] bytes, int length, boolean last) {
    if (!last && ByteOrderMarks.undecided(marks, bytes, length)) {
      return Verdict.LATER;
    }
    boolean certain =
        spec.bom() == BomPolicy.REQUIRE || ByteOrderMarks.find(marks, bytes, length) != null;
    return certain ? new Verdict(spec) : Verdict.NEXT;
  }
}
