/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

/** Takes lines, each in one piece or in several, so that none of any length is kept in memory. */
interface LineSink {
  /** Text of the current line, perhaps empty. */
  void piece(String text);

  /** Ends the current line. */
  void endOfLine();
}
