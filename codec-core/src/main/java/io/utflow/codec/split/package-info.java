/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bytes to lines and records, before they are decoded: delimiters as they are encoded, the open
 * line, the ends of lines, and the splitter that stages drive. Internal.
 *
 * <p>In come bytes; out go lines. Begin with {@code LineSplitter}. {@code EncodedDelimiters} are
 * looked for by {@code UnitSearch}: by the kernels' search where those that are ASCII begin with a
 * control from LF to CR, else unit by unit.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
