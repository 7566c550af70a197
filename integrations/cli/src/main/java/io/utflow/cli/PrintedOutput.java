/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Standard output, where a command prints text while it reads. */
public final class PrintedOutput extends PrintWriter {
  private final Remembering stream;

  private PrintedOutput(Remembering stream) {
    // UTF-8 whatever the locale: what is printed is text of many scripts.
    super(stream, true, StandardCharsets.UTF_8);
    this.stream = stream;
  }

  /** Prints to a stream in UTF-8. */
  public static PrintedOutput to(OutputStream stream) {
    return new PrintedOutput(new Remembering(stream));
  }

  /**
   * Called before each read, so that all that was read so far is seen.
   *
   * @throws UncheckedIOException if it cannot be written, for the reader went away, say
   */
  public static void flush(PrintWriter out) {
    if (out.checkError()) {
      IOException cause = out instanceof PrintedOutput printed ? printed.stream.failure : null;
      throw new UncheckedIOException(
          FileProblem.of(
              "standard output",
              cause == null ? new IOException("not all could be written") : cause));
    }
  }

  /** A {@code PrintWriter} keeps no cause. */
  private static final class Remembering extends FilterOutputStream {
    private @Nullable IOException failure;

    Remembering(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
