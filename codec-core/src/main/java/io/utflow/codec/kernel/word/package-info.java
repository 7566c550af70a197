/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernel sets {@code swar} and {@code compress}, which convert eight bytes at a time in plain
 * Java (SWAR: SIMD within a register). They run on every JVM; {@code compress} needs JDK 19.
 * Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.word;
