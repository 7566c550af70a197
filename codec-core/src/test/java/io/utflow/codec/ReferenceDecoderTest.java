/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.DecodeVector;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.Vectors;
import org.junit.jupiter.api.Test;

/** The reference itself, against the vectors, which others have confirmed. */
class ReferenceDecoderTest {

  @Test
  void agreesWithEveryVector() {
    for (DecodeVector vector : Vectors.decode()) {
      Reading reading = ReferenceDecoder.read(vector.encoding(), vector.bom(), vector.bytes());
      assertThat(reading.replaced() + reading.sequences())
          .as("%s", vector)
          .isEqualTo((vector.markIsMissing() ? "\uFFFD" : vector.replaced()) + vector.sequences());
      assertThat(reading.skipped()).as("%s", vector).isEqualTo(vector.skipped());
    }
  }

  @Test
  void readsWhatTheReferenceEncoderWrites() {
    String text = "\0A\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\uD800\uDC00\uDBFF\uDFFF";
    for (TextEncoding encoding : Encodings.SCHEMES) {
      byte[] bytes = ReferenceEncoder.encode(encoding, text);
      Reading reading = ReferenceDecoder.read(encoding, BomPolicy.KEEP, bytes);
      assertThat(reading.replaced()).as("%s", encoding).isEqualTo(text);
    }
  }
}
