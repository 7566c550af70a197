/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.kernel.choice.Kernels;

/**
 * What can be known about the running library. Thread-safe.
 *
 * <pre>{@code
 * System.out.println("kernels: " + Utflow.kernel());
 * }</pre>
 */
public final class Utflow {
  private Utflow() {}

  /**
   * The name of the kernels that now convert well-formed text in this JVM: {@code vector}, {@code
   * compress}, {@code swar}, {@code scalar}, {@code jdk} or {@code none}. They differ in speed
   * only.
   *
   * <p>{@code jdk} is at work from the first call: the JDK's decoder of UTF-8, which need not be
   * loaded, and for all else {@code swar}. When some 8 MB were read, a thread lets the JVM compile
   * the kernels that take over one or two seconds later, or more on a busy machine: {@code swar},
   * or on JDK 19 and later {@code compress}, where the processor makes it faster. In a run of JDK
   * 25 with {@code --add-modules jdk.incubator.vector} and the artifact {@code
   * utflow-kernels-vector} beside the core, the vector kernels take over some ten to thirty seconds
   * later, when the JVM has compiled them and they have proved to be faster; on a busy machine
   * perhaps at a later attempt, within about half an hour, or never. The system property {@code
   * utflow.kernel}, read at the first use, as that of a {@link DecoderSpec}, names others; {@code
   * portable} is the fastest set without vectors.
   *
   * @return the name, which may be another one later
   * @throws IllegalArgumentException if {@code utflow.kernel} names no set of kernels
   */
  public static String kernel() {
    return Kernels.chosen().name();
  }
}
