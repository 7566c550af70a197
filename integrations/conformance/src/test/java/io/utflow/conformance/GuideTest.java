/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuideTest {
  @Test
  void thePageSaysWhatIsSo(@TempDir Path classes) throws Exception {
    assertThat(GuidePage.failures("judge-your-decoder.md", classes)).isEmpty();
  }
}
