/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The picture of the demonstration, which {@code .ci/demo-picture} draws of a run. */
class DemoPictureTest {
  private static final int NAME = 18;

  @Test
  void showsThatUtflowGivesWhatWasSentAndStringDecoderDoesNot() throws Exception {
    List<String> sent = rows("sent");
    assertThat(sent).isNotEmpty();
    assertThat(rows("Utflow")).isEqualTo(sent);
    assertThat(rows("StringDecoder")).hasSameSizeAs(sent).allMatch(text -> text.contains("\uFFFD"));
  }

  /** Chromium keeps the blanks of the columns only if each text itself says so. */
  @Test
  void eachTextSaysThatItsBlanksArePreserved() throws Exception {
    assertThat(Pictures.elements("demo", "text"))
        .isNotEmpty()
        .allMatch(text -> text.getAttribute("xml:space").equals("preserve"));
  }

  private static List<String> rows(String name) throws Exception {
    return Pictures.texts("demo", "text").stream()
        .filter(line -> line.startsWith("  " + name + " "))
        .map(line -> line.substring(NAME).strip())
        .toList();
  }
}
