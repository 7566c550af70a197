/* SPDX-License-Identifier: Apache-2.0 */
/** A chat server on Netty: lines in, lines out, each connection in its own encoding. */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.chat;
