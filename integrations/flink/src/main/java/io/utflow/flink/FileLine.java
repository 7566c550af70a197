/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.stage.LocatedLine;

/**
 * A line and its place in its file. The same line is the same record, whatever split it was read
 * in, and also when it is read again after a failure. Immutable and thread-safe; Flink treats it as
 * a record with named fields, not as a generic type.
 *
 * <pre>{@code
 * lines.filter(line -> line.text().startsWith("ERROR")).map(line -> line.begin());
 * }</pre>
 *
 * @param text the line, with its terminator if the spec keeps it
 * @param begin the byte offset of its first byte in the file; 0 for the first line, its byte order
 *     mark included. In a compressed file the bytes are those that were unpacked
 * @param textEnd the byte offset after its text, before the terminator
 */
public record FileLine(String text, long begin, long textEnd) {
  /** Without the position after it: if a CR ends a line, that depends on how bytes arrive. */
  static FileLine of(LocatedLine line) {
    return new FileLine(line.text(), line.begin(), line.textEnd());
  }
}
