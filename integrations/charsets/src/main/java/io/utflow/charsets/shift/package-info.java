/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Encodings in which a shift or an escape sequence says what the bytes behind it mean. Internal.
 *
 * <p>Inside: charsets of the JDK ({@code ShiftedCharsetForm}, whose states are {@code Shifts}): the
 * ISO-2022 family and EBCDIC with Chinese, Japanese or Korean; {@code HzForm} (RFC 1843) and {@code
 * Iso2022CnForm} (RFC 1922), which the JDK has not, or wrong. {@code ShiftedWords} reads text of
 * short runs faster.
 *
 * <p>In comes a charset, or nothing; out goes a form of which each stream has an object of its own.
 * Begin with {@code HzForm}, the smallest.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.shift;
