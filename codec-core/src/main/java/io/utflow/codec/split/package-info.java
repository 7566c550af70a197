/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bytes to lines and records, in any encoding. Internal.
 *
 * <p>In come bytes; out go lines. Begin with {@code LineSplitter}, which stages drive: it looks for
 * {@code Delimiters} in the text of {@code DecodedText}, which knows where each char stands in the
 * bytes, and keeps what has not ended in {@code OpenLine}. {@code EncodedDelimiters} are found in
 * bytes that nobody decodes: in ASCII, where splits of files begin, and where lines stand.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
