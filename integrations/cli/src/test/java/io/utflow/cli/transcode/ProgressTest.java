/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private static Progress progress(long total) {
    return new Progress(new PrintWriter(new StringWriter()), Progress.Style.NONE, total);
  }

  /** All files may be empty, and where the total is not known there is none. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void withoutATotalThereIsNoPart(long total) {
    assertThat(progress(total).line(0)).startsWith("0 MiB, ").doesNotContain("%");
  }

  @Test
  void ofATotalThePartIsTold() {
    Progress progress = progress(4 << 20);
    progress.read(3 << 20);
    assertThat(progress.line(0)).startsWith("3 MiB, ").contains(", 75 %, ");
    progress.read(1 << 20);
    assertThat(progress.line(0)).startsWith("4 MiB, ").doesNotContain("%");
  }
}
