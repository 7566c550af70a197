/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which kernel set converts: {@link io.utflow.codec.kernel.choice.Kernels} chooses one at the first
 * use, and a thread holds a contest for each set that may be faster. In come the sets that there
 * are, and a system property; out goes one set. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.choice;
