/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import io.utflow.codec.kernel.choice.Kernels;
import java.util.List;

/** The sets of kernels that the laws of kernels are asked of. */
final class TestedKernels {
  private TestedKernels() {}

  /**
   * Every set that this JVM can run; where one is forced, that one, for the run that forces none
   * has asked the others.
   */
  static List<KernelSet> sets() {
    String forced = System.getProperty(Kernels.PROPERTY);
    List<KernelSet> sets =
        Kernels.available().stream()
            .filter(set -> forced == null || set.name().equals(forced))
            .toList();
    if (sets.isEmpty()) {
      throw new AssertionError("no kernels of this name: " + forced);
    }
    return sets;
  }
}
