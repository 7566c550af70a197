/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Bytes to lines and records, before they are decoded: delimiters as they are encoded, the open
 * line, the ends of lines, and the splitter that stages drive. Internal.
 */
@org.jspecify.annotations.NullMarked
package io.utflow.codec.split;
