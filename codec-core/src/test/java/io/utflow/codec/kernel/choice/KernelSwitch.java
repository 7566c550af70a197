/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.KernelSet;

/** Lets tests of other packages say which kernels convert. */
public final class KernelSwitch {
  private KernelSwitch() {}

  /** Chooses {@code set} for all calls to come. */
  public static void use(KernelSet set) {
    Kernels.use(set);
  }
}
