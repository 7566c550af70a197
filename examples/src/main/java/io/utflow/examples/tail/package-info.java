/* SPDX-License-Identifier: Apache-2.0 */
/** A log tail on Reactor, for logs in any Unicode encoding. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.tail;
