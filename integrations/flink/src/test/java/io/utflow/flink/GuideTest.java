/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class GuideTest {
  @Test
  void theJobThatThePageShowsIsTheOneThatIsTested() throws IOException {
    String tested =
        Files.readString(
            GuidePage.guide()
                .resolve("../../integrations/flink/src/test/java/io/utflow/flink/WordCount.java"));
    assertThat(GuidePage.shownFor("engines.md", "integrations/flink"))
        .singleElement()
        .satisfies(shown -> assertThat(withoutSpace(tested)).contains(withoutSpace(shown)));
  }

  private static String withoutSpace(String code) {
    return code.replaceAll("\\s+", "");
  }
}
