package io.utflow.codec.kernel;

import org.jspecify.annotations.Nullable;

/** The short test that a kernel set must stand before it is chosen. */
final class KernelTrial {
  private KernelTrial() {}

  /** Why {@code candidate} is not to be preferred to {@code rival}, or null. */
  static @Nullable String fault(KernelSet candidate, KernelSet rival) {
    return null;
  }
}
