/* SPDX-License-Identifier: Apache-2.0 */
/**
 * ASCII, in whatever encoding it stands. Internal.
 *
 * <p>Inside: how long a run of ASCII bytes is ({@code Ascii}), and long runs copied between bytes
 * and chars by the JDK's coders ({@code LongAscii}). ASCII with a few longer characters in it is
 * text of its encoding: see {@code utf8.MostlyAscii}.
 *
 * <p>In come arrays; out goes the length of a run. Begin with {@code Ascii}.
 */
@NullMarked
package io.utflow.codec.kernel.ascii;

import org.jspecify.annotations.NullMarked;
