/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bytes to lines and records: delimiters as they are encoded, plain lines, which are decoded many
 * at once, the open line, and the splitter that stages drive. Internal. Where delimiters are never
 * found in the bytes, {@code TextSplitStage} uses the open line and the delimiters as they are.
 *
 * <p>In come bytes; out go lines. Begin with {@code LineSplitter}, and {@code PlainLines} for
 * speed.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
