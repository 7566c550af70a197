/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the forms of charsets have in common, and the charsets of the JDK without state. Internal.
 *
 * <p>Inside: charsets by one byte ({@code SingleByteCharsets}) and by several ({@code
 * MultiByteForm}, {@code LongSequences}, {@code LeadBytes}); what a form with state is ({@code
 * StatefulForm}), and one that reads many sequences at a time ({@code RunForm}, {@code
 * SteppedRunForm}).
 *
 * <p>In comes a charset; out goes an {@code EncodingForm} of the core, whose {@code step} reads one
 * sequence. Begin with {@code MultiByteForm}. The rooms {@code shift}, {@code web}, {@code unicode}
 * and {@code coder} stand on this one and do not know each other.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.form;
