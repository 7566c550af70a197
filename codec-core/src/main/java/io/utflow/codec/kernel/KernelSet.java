/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One implementation of every conversion: a kernel for each encoding, and a search for the ends of
 * lines. Immutable; all parts are stateless and shared by all threads.
 */
public interface KernelSet {
  /** A set of these kernels. */
  static KernelSet of(
      String name,
      Kernel utf8,
      Kernel utf16BigEndian,
      Kernel utf16LittleEndian,
      Kernel utf32BigEndian,
      Kernel utf32LittleEndian,
      ControlSearch controls) {
    return new Loaded(
        name, utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian, controls);
  }

  /** {@return what the system property {@code utflow.kernel} calls the set} */
  String name();

  /** {@return the kernel of UTF-8} */
  Kernel utf8();

  /** {@return the kernel of UTF-16BE} */
  Kernel utf16BigEndian();

  /** {@return the kernel of UTF-16LE} */
  Kernel utf16LittleEndian();

  /** {@return the kernel of UTF-32BE} */
  Kernel utf32BigEndian();

  /** {@return the kernel of UTF-32LE} */
  Kernel utf32LittleEndian();

  /** {@return the search} */
  ControlSearch controls();

  /** What converts between two encodings without chars; null if these kernels do not. */
  default @Nullable DirectConversion between(Kernel from, Kernel to) {
    if (to == utf8() && from instanceof Utf8Neighbour source) {
      return source::toUtf8;
    }
    return from == utf8() && to instanceof Utf8Neighbour target ? target::fromUtf8 : null;
  }

  /** A set all of which is there; equal if all parts are. */
  record Loaded(
      String name,
      Kernel utf8,
      Kernel utf16BigEndian,
      Kernel utf16LittleEndian,
      Kernel utf32BigEndian,
      Kernel utf32LittleEndian,
      ControlSearch controls)
      implements KernelSet {}
}
