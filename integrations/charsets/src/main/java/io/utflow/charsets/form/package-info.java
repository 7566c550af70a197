/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What each encoding is, one file for each, or for each family: {@code step} reads one sequence,
 * next to the clause of its document. Internal.
 *
 * <p>Inside:
 *
 * <ul>
 *   <li>charsets of the JDK: by one byte ({@code SingleByteCharsets}), by several ({@code
 *       MultiByteForm}), with shifts ({@code ShiftedCharsetForm}), and where nothing is known but
 *       the coders ({@code CoderForm});
 *   <li>encodings of the web, {@code Web..}, {@code XUserDefinedForm}, {@code ReplacementForm};
 *   <li>{@code HzForm} and {@code Iso2022CnForm}; {@code ScsuForm}, {@code Bocu1Form}, {@code
 *       UtfEbcdicForm}.
 * </ul>
 *
 * <p>In comes a charset or the name of the standard; out goes an {@code EncodingForm} of the core.
 * Begin with {@code CharsetForms}, which finds the form of a charset, and {@code MultiByteForm}.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.form;
