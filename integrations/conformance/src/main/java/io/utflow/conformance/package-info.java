/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Judges any decoder that reads a stream in pieces, in any language: {@link
 * io.utflow.conformance.Suite} gives it the bytes of each {@link
 * io.utflow.conformance.ConformanceVector}, whole and cut, and scores what it answers by {@link
 * io.utflow.conformance.Level}.
 *
 * <p>A decoder on the JVM implements {@link io.utflow.conformance.PieceDecoder}; one in another
 * language is a command that speaks the protocol of {@link io.utflow.conformance.CommandDecoder}.
 * Nothing here knows Utflow.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.conformance;
