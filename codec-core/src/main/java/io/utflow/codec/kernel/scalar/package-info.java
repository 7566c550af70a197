/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The kernel set {@code scalar}: plain loops over one sequence at a time. The sets of {@code word}
 * leave to them what is shorter than a block. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.scalar;
