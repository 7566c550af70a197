/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CountingBuffers;
import io.utflow.codec.testing.OutputBuffersCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputBuffersTest {
  @Test
  void heapBuffersOfTheJdkKeepTheContract() {
    OutputBuffersCheck.check(
        OutputBuffers.onHeap(),
        output -> {
          byte[] bytes = new byte[output.remaining()];
          output.duplicate().get(bytes);
          return bytes;
        },
        output -> {});
  }

  @ParameterizedTest
  @EnumSource
  void theBuffersOfTheTestsKeepTheContract(BufferKind kind) {
    CountingBuffers buffers = new CountingBuffers(kind);
    OutputBuffersCheck.check(buffers, CountingBuffers.Counted::bytes, output -> {});
    buffers.verify();
  }
}
