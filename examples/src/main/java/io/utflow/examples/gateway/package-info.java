/* SPDX-License-Identifier: Apache-2.0 */
/** An HTTP gateway that transcodes what is posted to it while it streams through. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.gateway;
