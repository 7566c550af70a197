/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.utflow.codec.IllFormedSequence;
import java.io.PrintWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Observes the ill-formed sequences of one stream and prints at its end how many there were and
 * what the first was. A line for each would let a client fill the terminal.
 */
final class IllFormedSummary implements Consumer<IllFormedSequence> {
  private final PrintWriter out;
  private final String stream;
  private @Nullable IllFormedSequence first;
  private long count;

  /**
   * @param stream what the stream is called
   */
  IllFormedSummary(PrintWriter out, String stream) {
    this.out = out;
    this.stream = stream;
  }

  @Override
  public void accept(IllFormedSequence sequence) {
    first = first == null ? sequence : first;
    count++;
  }

  void close() {
    if (first != null) {
      out.println(stream + ": replaced " + count + " ill-formed, the first " + first);
    }
  }
}
