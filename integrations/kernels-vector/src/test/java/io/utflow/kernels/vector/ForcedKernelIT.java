/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.choice.Kernels;
import org.junit.jupiter.api.Test;

/**
 * A run that names a kernel set tests that set: without this it could be absent and all tests pass.
 */
class ForcedKernelIT {
  @Test
  void theKernelsAskedForAreTheOnesInUse() {
    assertThat(System.getProperty(Kernels.PROPERTY)).isNotNull();
    assertThat(Kernels.chosen().name()).isEqualTo(System.getProperty(Kernels.PROPERTY));
  }
}
