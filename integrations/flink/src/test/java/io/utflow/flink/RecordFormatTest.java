/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.RecordsToSplit;
import io.utflow.files.RecordSetting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

/** Records in the place of lines: by delimiters, or of a length. */
class RecordFormatTest {
  private static final Configuration NONE = new Configuration();

  private static List<String> read(LineFormat<FileLine> format, byte[] file, int length)
      throws IOException {
    List<String> found = new ArrayList<>();
    for (int begin = 0; begin < file.length; begin += length) {
      int end = Math.min(file.length, begin + length);
      for (FileLine line :
          Opened.drain(format.createReader(NONE, new Opened(file, begin), file.length, end))) {
        found.add(line.begin() + " " + line.text());
      }
    }
    return found;
  }

  /** Law L11, and what one machine reads; also by splits of what cannot be split. */
  @Test
  void theRecordsOfTheSplitsAreTheRecordsOfTheFile() throws IOException {
    for (RecordsToSplit file : RecordsToSplit.all()) {
      String encoding = file.encoding().name();
      String setting = file.setting();
      LineFormat<FileLine> format =
          RecordFormat.located(
              () -> DecoderSpec.of(TextEncoding.forName(encoding)),
              () -> RecordSetting.parse(setting).spec(65_536, TooLongPolicy.FAIL));
      for (int length : new int[] {1, 2, 3, 7, 16}) {
        assertThat(read(format, file.bytes(), length))
            .as("%s, splits of %d bytes", file, length)
            .isEqualTo(file.located());
      }
    }
  }

  @Test
  void anEncodingThatIsFoundOut() throws IOException {
    LineFormat<FileLine> format =
        RecordFormat.detectedLocated(
            () -> Detection.auto(DecoderSpec.of(TextEncoding.UTF_8)),
            () -> RecordSpec.delimitedBy("|"));
    assertThat(format.isSplittable()).isTrue();
    byte[] file = EncoderSpec.of(TextEncoding.UTF_16LE).encode("ab cd|ef gh|\u00E9|");
    assertThat(read(format, file, 5)).containsExactly("0 ab cd", "12 ef gh", "24 \u00E9");
  }

  @Test
  void textAloneAndAShortRecord() throws IOException {
    LineFormat<String> format =
        RecordFormat.text(() -> DecoderSpec.of(TextEncoding.UTF_8), () -> RecordSpec.ofBytes(2));
    assertThat(format.isSplittable()).isTrue();
    byte[] whole = {'a', 'b', 'c', 'd'};
    assertThat(Opened.drain(format.createReader(NONE, new Opened(whole, 0), 4, 4)))
        .containsExactly("ab", "cd");
    byte[] part = {'a', 'b', 'c'};
    assertThatThrownBy(() -> Opened.drain(format.createReader(NONE, new Opened(part, 0), 3, 3)))
        .isInstanceOf(FrameException.class)
        .hasMessage("the last record has 1 of 2 bytes, at byte 3");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    assertThatThrownBy(
            () ->
                RecordFormat.text(
                    () -> DecoderSpec.of(TextEncoding.forName("windows-1252")),
                    () -> RecordSpec.delimitedBy("\u4E2D")))
        .isInstanceOf(IllegalArgumentException.class);
    RecordSpec held = RecordSpec.ofBytes(2);
    assertThatThrownBy(
            () -> RecordFormat.text(() -> DecoderSpec.of(TextEncoding.UTF_8), () -> held))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("what makes the spec of records cannot be sent");
  }
}
