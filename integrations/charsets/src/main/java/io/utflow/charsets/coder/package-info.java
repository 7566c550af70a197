/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Charsets of which nothing is known but their coders: x-ISO-2022-CN-GB, and what other providers
 * have. Internal.
 *
 * <p>Inside: {@code CoderForm}, the form; {@code CoderReader} and {@code CoderWriter}, a stream
 * that is read or written by a coder of its own; {@code CoderTrial}, which refuses coders that do
 * not read back what they write.
 *
 * <p>In comes a charset; out goes an {@code EncodingForm} of the core, slower than any other: its
 * coder is shown one byte, or one character, at a time.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets.coder;
