/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The common part of the forms of charsets, and the charsets of the JDK without state. Internal.
 *
 * <p>Inside: charsets with one byte per character ({@code SingleByteCharsets}) and with several
 * ({@code MultiByteForm}, {@code LongSequences}, {@code LeadBytes}); the interfaces of forms with
 * state ({@code StatefulForm}) and of forms that read many sequences at a time ({@code RunForm},
 * {@code SteppedRunForm}).
 *
 * <p>Input: a charset. Output: an {@code EncodingForm} of the core, whose {@code step} reads one
 * sequence. Begin with {@code MultiByteForm}. The packages {@code shift}, {@code web}, {@code
 * unicode} and {@code coder} import this one and not each other.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.form;
