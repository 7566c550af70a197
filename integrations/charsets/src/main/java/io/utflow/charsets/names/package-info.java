/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The names and labels of encodings, and the door by which the core finds them. Internal.
 *
 * <p>Inside: {@code Charsets}, the service, which asks one registry after the other: {@code
 * WebEncodings}, {@code UnicodeEncodings}, {@code ChineseEncodings} and {@code JvmCharsets}; {@code
 * WebLabels}, the table of the web's labels; {@code CommonNames}, what names mean that the JVM has
 * otherwise or not; {@code OtherEncodings}, names of what is not here; {@code CharsetNames}, the
 * names of the JVM's charsets, gathered once by a thread of its own.
 *
 * <p>In come names, from peers too; out go definitions of encodings. Begin with {@code Charsets}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.names;
