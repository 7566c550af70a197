/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The public constants of this artifact: SCSU, BOCU-1 and UTF-EBCDIC. All other encodings are found
 * by {@link io.utflow.codec.TextEncoding#forName}, {@link io.utflow.codec.TextEncoding#forWebLabel}
 * and {@link io.utflow.codec.TextEncoding#of} as soon as the artifact is on the same path as the
 * core.
 *
 * <p>To read on: the core calls {@code names.Charsets}; {@code form} defines each encoding, with
 * {@code table} for its characters; {@code kernel} has the faster loops.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.charsets;
