/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which kernel set converts: the trial at the first use, the system property, and the warm-up after
 * which the vector kernels may take over. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.choice;
