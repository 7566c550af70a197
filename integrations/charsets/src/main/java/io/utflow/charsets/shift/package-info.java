/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Encodings in which a shift or an escape sequence changes the meaning of the bytes after it.
 * Internal.
 *
 * <p>Inside: charsets of the JDK ({@code ShiftedCharsetForm}, whose states are {@code Shifts}): the
 * ISO-2022 family and EBCDIC with Chinese, Japanese or Korean; {@code HzForm} (RFC 1843) and {@code
 * Iso2022CnForm} (RFC 1922), which the JDK lacks or reads wrongly. {@code ShiftedWords} reads text
 * of short runs faster.
 *
 * <p>Input: a charset, or nothing. Output: a form that makes an object for each stream. Begin with
 * {@code HzForm}, the smallest.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.shift;
