/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.kernel.choice.Kernels;

/**
 * Information about the running library. Thread-safe.
 *
 * <pre>{@code
 * System.out.println("kernels: " + Utflow.kernel());
 * }</pre>
 */
public final class Utflow {
  private Utflow() {}

  /**
   * The name of the kernels that now convert well-formed text in this JVM: {@code vector}, {@code
   * compress}, {@code swar}, {@code scalar} or {@code none}. They differ in speed only.
   *
   * <p>{@code swar} converts from the first byte. On JDK 19 and later a thread looks, some seconds
   * after the first use, whether the processor makes {@code compress} faster, which then takes
   * over. In a run of JDK 25 with {@code --add-modules jdk.incubator.vector} and the artifact
   * {@code utflow-kernels-vector} beside the core, the vector kernels take over some ten to thirty
   * seconds after the first use, when the JVM has compiled them and they have proved to be faster;
   * on a busy machine perhaps at a later attempt, within about half an hour, or never. The system
   * property {@code utflow.kernel}, read when the first coder is made, names others; {@code
   * portable} is the same choice without vectors.
   *
   * @return the name, which may be another one later
   * @throws IllegalArgumentException if {@code utflow.kernel} names no set of kernels
   */
  public static String kernel() {
    return Kernels.chosen().name();
  }
}
