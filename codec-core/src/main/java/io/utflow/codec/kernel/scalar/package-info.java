/* SPDX-License-Identifier: Apache-2.0 */
/**
 * UTF-8 by plain loops over one sequence at a time, to which the sets of {@code word} leave what is
 * shorter than a block. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.scalar;
