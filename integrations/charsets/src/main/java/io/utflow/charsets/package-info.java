/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a user names of this artifact: constants for SCSU, BOCU-1 and UTF-EBCDIC. All other
 * encodings are found by {@link io.utflow.codec.TextEncoding#forName}, {@link
 * io.utflow.codec.TextEncoding#forWebLabel} and {@link io.utflow.codec.TextEncoding#of} as soon as
 * the artifact lies beside the core, on the same path.
 *
 * <p>To read on: {@code names.Charsets} is the door by which the core comes in; {@code form} says
 * what each encoding is, with {@code table} for its characters; {@code kernel} is what is faster.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets;
