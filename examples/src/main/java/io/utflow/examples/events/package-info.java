/* SPDX-License-Identifier: Apache-2.0 */
/** Tokens of a language model as server-sent events, over HTTP. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.events;
