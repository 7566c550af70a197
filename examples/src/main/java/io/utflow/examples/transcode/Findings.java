package io.utflow.examples.transcode;

import io.utflow.codec.IllFormedSequence;
import io.utflow.examples.Printable;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells of ill-formed sequences, a line each, of the first ones only. */
final class Findings implements Consumer<IllFormedSequence> {
  private final PrintWriter err;
  private final int mostLines;
  private String source = "";
  private long count;

  Findings(PrintWriter err, int mostLines) {
    this.err = err;
    this.mostLines = mostLines;
  }

  void readFrom(String name) {
    source = Printable.of(name);
  }

  /** Tells of the sequence that ended the stream, if it was not told of. */
  void end(IllFormedSequence sequence) {
    if (mostLines == 0) {
      err.println(source + ": " + sequence);
    }
  }

  @Override
  public void accept(IllFormedSequence sequence) {
    count++;
    if (count <= mostLines) {
      err.println(source + ": " + sequence);
    } else if (count == mostLines + 1 && mostLines > 0) {
      err.println(source + ": more ill-formed sequences are counted, not shown");
    }
  }

  long count() {
    return count;
  }
}
