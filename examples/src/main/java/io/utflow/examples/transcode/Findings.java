package io.utflow.examples.transcode;

import io.utflow.codec.IllFormedSequence;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells of ill-formed sequences, a line each, of the first ones only. */
final class Findings implements Consumer<IllFormedSequence> {
  private static final int MOST_LINES = 20;

  private final PrintWriter err;
  private String source = "";
  private long count;

  Findings(PrintWriter err) {
    this.err = err;
  }

  void readFrom(String name) {
    source = name;
  }

  @Override
  public void accept(IllFormedSequence sequence) {
    count++;
    if (count <= MOST_LINES) {
      err.println(source + ": " + sequence);
    } else if (count == MOST_LINES + 1) {
      err.println(source + ": more ill-formed sequences are counted, not shown");
    }
  }

  long count() {
    return count;
  }
}
