/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the tests of every module share: an independent reference, vectors, cuttings, and the laws
 * as abstract tests. Published to the other modules as the test-jar of the core.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.testing;
