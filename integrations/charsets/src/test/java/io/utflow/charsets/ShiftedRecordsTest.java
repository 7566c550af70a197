/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of a length in EBCDIC with shifts: each begins unshifted. */
class ShiftedRecordsTest {
  /** The first record ends in the double-byte state; 44 81 is a hiragana there, C1 an A before. */
  @Test
  void eachRecordBeginsUnshifted() {
    byte[] stream = HexFormat.of().parseHex("C10E4481C1C20E4482C3");
    for (List<byte[]> cut : Cuts.all(stream)) {
      ByteStage<String> stage =
          Stages.records(TextEncoding.forName("IBM930"), RecordSpec.ofBytes(5));
      List<String> records = new ArrayList<>();
      for (byte[] piece : cut) {
        stage.offer(ByteBuffer.wrap(piece));
        for (String record = stage.poll(); record != null; record = stage.poll()) {
          records.add(record);
        }
      }
      stage.endOfInput();
      assertThat(stage.poll()).isNull();
      assertThat(records).as(Cuts.describe(cut)).containsExactly("A\u3042\uFFFD", "B\u3044\uFFFD");
    }
  }
}
