/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The names and labels of encodings, and the service by which the core finds them. Internal.
 *
 * <p>Inside: {@code Charsets}, the service, which asks one registry after the other: {@code
 * WebEncodings}, {@code UnicodeEncodings}, {@code ChineseEncodings} and {@code JvmCharsets}; {@code
 * WebLabels}, the table of the web's labels; {@code CommonNames}, the meanings of names that the
 * JVM lacks or understands differently; {@code OtherEncodings}, names of encodings that are not
 * here; {@code CharsetNames}, the names of the JVM's charsets, gathered once by a thread of its
 * own.
 *
 * <p>Input: names, from peers too. Output: definitions of encodings. Begin with {@code Charsets}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.names;
