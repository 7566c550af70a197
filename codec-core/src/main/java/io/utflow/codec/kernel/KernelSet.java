/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One implementation of every conversion: a kernel for each encoding, and a search for the ends of
 * lines. Immutable; all parts are stateless and shared by all threads. Equal if all parts are.
 *
 * @param name what the system property {@code utflow.kernel} calls the set
 */
public record KernelSet(
    String name,
    Kernel utf8,
    Kernel utf16BigEndian,
    Kernel utf16LittleEndian,
    Kernel utf32BigEndian,
    Kernel utf32LittleEndian,
    ControlSearch controls) {

  /**
   * The conversion between two encodings without chars; null if these kernels have no such
   * conversion.
   */
  public @Nullable DirectConversion between(Kernel from, Kernel to) {
    if (to == utf8 && from instanceof Utf8Neighbour source) {
      return source::toUtf8;
    }
    return from == utf8 && to instanceof Utf8Neighbour target ? target::fromUtf8 : null;
  }
}
