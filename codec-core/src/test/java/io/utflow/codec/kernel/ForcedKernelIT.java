package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Without this the kernels that a run is meant to test could be absent, and every test pass. */
class ForcedKernelIT {
  @Test
  void theKernelsAskedForAreTheOnesInUse() {
    assertThat(System.getProperty(Kernels.PROPERTY)).isNotNull();
    assertThat(Kernels.chosen().name()).isEqualTo(System.getProperty(Kernels.PROPERTY));
  }
}
