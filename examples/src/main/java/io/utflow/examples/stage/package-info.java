/* SPDX-License-Identifier: Apache-2.0 */
/** A stage of one's own, which runs wherever bytes arrive. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.stage;
