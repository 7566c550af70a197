/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every conformance vector through one {@link Surface}: in one piece, cut in two everywhere, byte
 * by byte, with empty pieces between; text, and errors with offset, length and cause.
 */
public abstract class DecodeVectorsTest {
  private static final int[] PIECE_LENGTHS = {2, 64};

  /** What is tested. */
  protected abstract Surface surface();

  @Test
  void replace() {
    for (DecodeVector vector : vectors()) {
      runEveryCut(vector, MalformedPolicy.REPLACE, vector.replaced(), vector.sequences());
    }
  }

  @Test
  void skip() {
    for (DecodeVector vector : vectors()) {
      runEveryCut(vector, MalformedPolicy.SKIP, vector.skipped(), vector.sequences());
    }
  }

  @Test
  void reportTheFirstError() {
    for (DecodeVector vector : vectors()) {
      if (!vector.sequences().isEmpty()) {
        String prefix =
            ReferenceDecoder.read(vector.encoding(), vector.bom(), vector.bytes())
                .upToSequence(1)
                .skipped();
        runEveryCut(vector, MalformedPolicy.REPORT, prefix, vector.sequences().subList(0, 1));
      }
    }
  }

  /** All of them; where laws are sampled, others for each way of calling. */
  private List<DecodeVector> vectors() {
    return Product.sampled(Vectors.decode(), 9, this);
  }

  private void runEveryCut(
      DecodeVector vector, MalformedPolicy policy, String text, List<ExpectedSequence> sequences) {
    boolean fails = policy == MalformedPolicy.REPORT || vector.markIsMissing();
    for (int pieceLength : PIECE_LENGTHS) {
      for (List<byte[]> pieces : Cuts.hostile(vector.bytes())) {
        List<IllFormedSequence> observed = new ArrayList<>();
        DecoderSpec spec =
            DecoderSpec.of(vector.encoding())
                .bom(vector.bom())
                .onMalformed(policy)
                .observer(observed::add)
                .pieceChars(pieceLength);
        Outcome outcome = surface().run(spec, pieces);
        boolean right =
            text.equals(outcome.text())
                && sequences.equals(ExpectedSequence.of(observed))
                && fails == outcome.failure() instanceof IllFormedTextException
                && fails == (outcome.failure() != null);
        if (!right) {
          assertThat(outcome.text() + observed + outcome.failure())
              .as("%s under %s, cut %s", vector, policy, Cuts.describe(pieces))
              .isEqualTo(text + sequences + (fails ? "reported" : null));
        }
      }
    }
  }

  @Test
  void vectorsAreThere() {
    assertThat(Vectors.decode()).hasSizeGreaterThan(900);
  }
}
