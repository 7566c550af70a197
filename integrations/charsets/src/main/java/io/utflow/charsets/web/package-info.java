/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Encodings as browsers read and write them (WHATWG Encoding). Internal.
 *
 * <p>Inside, one file for each: Shift_JIS and EUC-JP ({@code WebJapanese}), ISO-2022-JP, Big5,
 * gb18030 and GBK, x-user-defined, replacement. {@code WebForms} makes those of several bytes from
 * the JDK's charsets and from what {@code WebIndex} says is otherwise on the web.
 *
 * <p>In comes the name of the standard; out goes an {@code EncodingForm} of the core. Begin with
 * {@code WebMultiByteForm}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.web;
