/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The definition of each encoding: one file per encoding, each with the clause of its standard.
 * Internal.
 *
 * <p>Input: bytes or a character. Output: a {@code Step}, or bytes. Begin with {@code
 * EncodingForm}, which specifies the answers of a form, and {@code Utf32Form}, which inherits
 * nothing. {@code SurrogatesInUtf8} is the common part of the UTF-8 family, {@code Utf16Form} that
 * of the UTF-16 family. {@code SingleByteForm} reads a table: US-ASCII, ISO-8859-1, windows-1252 of
 * the web and all single-byte charsets.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.form;
