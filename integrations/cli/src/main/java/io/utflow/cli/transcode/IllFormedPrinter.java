/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import io.utflow.cli.Printable;
import io.utflow.codec.IllFormedSequence;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints the first ill-formed sequences, a line each, and counts all. Thread-safe. */
final class IllFormedPrinter implements Consumer<IllFormedSequence> {
  private final PrintWriter err;
  private final int mostLines;
  private String source = "";
  private long count;

  IllFormedPrinter(PrintWriter err, int mostLines) {
    this.err = err;
    this.mostLines = mostLines;
  }

  /** Names the source of the sequences to come. */
  synchronized void readFrom(String name) {
    source = Printable.of(name);
  }

  /** Prints the sequence that ended the stream, unless it was printed before. */
  void printLast(IllFormedSequence sequence) {
    if (mostLines == 0) {
      err.println(source + ": " + sequence);
    }
  }

  @Override
  public synchronized void accept(IllFormedSequence sequence) {
    count++;
    if (count <= mostLines) {
      err.println(source + ": " + sequence);
    } else if (count == mostLines + 1 && mostLines > 0) {
      err.println(source + ": more ill-formed sequences are counted, not shown");
    }
  }

  synchronized long count() {
    return count;
  }
}
