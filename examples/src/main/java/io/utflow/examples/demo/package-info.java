/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Documents sent over real sockets in hostile pieces, decoded by Utflow and by what Netty and
 * reactor-netty bring along, and what became of them.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.examples.demo;
