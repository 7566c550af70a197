/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Splits bytes into lines and records, in any encoding. Internal.
 *
 * <p>Input: bytes. Output: lines. Begin with {@code LineSplitter}, which stages drive: it looks for
 * {@code Delimiters} in {@code DecodedText}, which knows the byte offset of each char, and keeps
 * the unfinished line in {@code OpenLine}. {@code EncodedDelimiters} are found in bytes without
 * decoding: in ASCII, at the beginning of splits of files, and to find the positions of lines.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
