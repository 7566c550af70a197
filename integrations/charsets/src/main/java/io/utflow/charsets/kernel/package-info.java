/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Loops that convert the same as the steps of a form, and faster. Internal.
 *
 * <p>Inside: several bytes a character by tables ({@code MultiByteKernel}, {@code WebKernel}), or
 * by the JDK's own coders where those are faster ({@code JdkKernel}); forms with state, which read
 * and write long runs themselves ({@code ShiftedKernel}, {@code RunKernel}). Those of single bytes
 * are the core's.
 *
 * <p>In comes a form, with its present state where it has one; out goes a {@code Kernel} of the
 * core. Begin with {@code MultiByteKernel}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.kernel;
