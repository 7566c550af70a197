/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What each encoding is: one file an encoding, each with the clause of the standard. Internal.
 *
 * <p>In come bytes or a character; out goes a {@code Step}, or bytes. Begin with {@code
 * EncodingForm}, which says what a form must answer, and {@code Utf32Form}, which inherits nothing.
 * {@code SurrogatesInUtf8} is what the family of UTF-8 has in common, {@code Utf16Form} that of
 * UTF-16; {@code SingleByteForm}, by a table, is US-ASCII, ISO-8859-1, windows-1252 of the web and
 * all single bytes of the charsets.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.form;
