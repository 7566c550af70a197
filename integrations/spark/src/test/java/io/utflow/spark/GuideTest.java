/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuideTest {
  @Test
  void theSectionSaysWhatIsSo(@TempDir Path folder) throws Exception {
    assertThat(GuidePage.failuresFor("engines.md", "integrations/spark", folder)).isEmpty();
  }
}
