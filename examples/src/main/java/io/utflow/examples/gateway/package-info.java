/* SPDX-License-Identifier: Apache-2.0 */
/** An HTTP gateway that transcodes posted bodies while they stream through. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.gateway;
