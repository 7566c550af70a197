/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/**
 * One implementation of every conversion: a kernel for each encoding, and a search for the ends of
 * lines. Immutable; all parts are stateless and shared by all threads.
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
    ControlSearch controls) {}
