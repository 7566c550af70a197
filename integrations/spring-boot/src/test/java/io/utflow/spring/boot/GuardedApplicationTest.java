/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.spring.boot.testing.RunningApplication;
import io.utflow.spring.boot.testing.TextApplication;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One property guards what an application behind a real port receives. */
@Tag("whole")
class GuardedApplicationTest {
  private static final byte[] FIRST = "a\u001B".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SECOND = "[m\u202E\nb".getBytes(StandardCharsets.UTF_8);

  @Test
  void receivedTextIsGuarded() {
    try (var application =
        new RunningApplication(TextApplication.class, "utflow.codec.guard=terminals")) {
      for (String path : new String[] {"/whole", "/functional"}) {
        assertThat(application.answer(path, "text/plain", FIRST, SECOND))
            .as(path)
            .isEqualTo("a\\x1b[m\\u202e\nb");
      }
    }
  }

  @Test
  void aLineStaysALine() {
    try (var application =
        new RunningApplication(
            TextApplication.class, "utflow.codec.guard=logs", "utflow.codec.line-breaks=any")) {
      assertThat(application.answer("/elements", "text/plain", FIRST, SECOND))
          .isEqualTo("[a\\x1b[m\\u202e, b]");
    }
  }
}
