/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bytes to lines and records, before they are decoded: delimiters as they are encoded, the open
 * line, the ends of lines, and the splitter that stages drive. Internal. Where delimiters are found
 * in the text, {@code TextSplitStage} uses the open line and the delimiters as they are.
 *
 * <p>In come bytes; out go lines. Begin with {@code LineSplitter}. {@code EncodedDelimiters} are
 * looked for by the kernels' search where all begin with a control from LF to CR, or in bytes those
 * that are ASCII do; else unit by unit.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
