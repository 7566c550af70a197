/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernel sets {@code swar} and {@code compress}, which convert eight bytes at a time in plain
 * Java (SWAR: SIMD within a register). {@code swar} runs on every JVM; {@code compress} needs JDK
 * 19. In come arrays; out goes how much of them was converted. Internal.
 *
 * <p>Begin with {@code SwarUtf8Kernel}, which chooses the loop of {@code utf8} that suits the text;
 * {@code CompressUtf8Kernel} overrides that choice where the JDK has {@code Long.compress}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.word;
