/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which kernel set converts: the first, which no call waits for, the system property, and the
 * warm-up after which faster sets may take over. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.kernel.choice;
