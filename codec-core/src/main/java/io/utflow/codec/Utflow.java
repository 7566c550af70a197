package io.utflow.codec;

import io.utflow.codec.kernel.Kernels;

/** What can be known about the running library. */
public final class Utflow {
  private Utflow() {}

  /**
   * The name of the kernels that convert well-formed text in this JVM: {@code vector}, {@code
   * compress}, {@code swar}, {@code scalar} or {@code none}. They differ in speed only. The system
   * property {@code utflow.kernel} names others.
   */
  public static String kernel() {
    return Kernels.chosen().name();
  }
}
