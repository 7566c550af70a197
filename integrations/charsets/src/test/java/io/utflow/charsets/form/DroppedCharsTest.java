/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.utflow.charsets.unicode.ScsuForm;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is borrowed to drop text comes back: else each call makes an array of its own. */
class DroppedCharsTest {
  private static final int CALLS = 50;

  @Test
  void theCharsThatAreBorrowedComeBack() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] text = "abc".repeat(10).getBytes(StandardCharsets.US_ASCII);
    RunForm form = (RunForm) ScsuForm.SHARED.forStream();
    long least = Long.MAX_VALUE;
    for (int batch = 0; batch < 4; batch++) {
      long before = thread.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        assertThat(form.skipRuns(text, 0, text.length) == text.length).isTrue();
      }
      least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least / CALLS).as("bytes for each call").isLessThan(4096);
  }
}
