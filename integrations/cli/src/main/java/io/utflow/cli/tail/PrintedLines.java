/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import java.io.PrintWriter;

/** Prints all lines, or those after the first ones, with their numbers or without. */
final class PrintedLines implements LineSink {
  private final PrintWriter out;
  private final boolean numbered;
  private final long skipped;

  /** The number of lines that have ended. */
  private long ended;

  /** Whether the current line has begun. */
  private boolean begun;

  /**
   * Prints lines.
   *
   * @param skipped how many lines are counted, and not printed
   */
  PrintedLines(PrintWriter out, boolean numbered, long skipped) {
    this.out = out;
    this.numbered = numbered;
    this.skipped = skipped;
  }

  /** Counts lines that somebody else has left out. */
  void passOver(long lines) {
    ended += lines;
  }

  @Override
  public void piece(String text) {
    if (!begun && numbered) {
      print("%6d  ".formatted(ended + 1));
    }
    begun = true;
    print(text);
  }

  @Override
  public void endOfLine() {
    print(System.lineSeparator()); // Not println, which flushes each line.
    ended++;
    begun = false;
  }

  /** Ends a last line that has no terminator. */
  void endOfText() {
    if (begun) {
      endOfLine();
    }
  }

  private void print(String text) {
    if (ended >= skipped) {
      out.print(text);
    }
  }
}
