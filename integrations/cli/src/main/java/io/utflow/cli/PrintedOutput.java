/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Standard output, where a command prints text while it reads. */
public final class PrintedOutput {
  private PrintedOutput() {}

  /**
   * Called before each read, so that all that was read so far is seen.
   *
   * @throws UncheckedIOException if it cannot be written, for the reader went away, say
   */
  public static void flush(PrintWriter out) {
    if (out.checkError()) {
      throw new UncheckedIOException(FileProblem.of("standard output", whyNotWritten()));
    }
  }

  /** A {@code PrintWriter} keeps no cause, so standard output is written to again. */
  private static IOException whyNotWritten() {
    try {
      new FileOutputStream(FileDescriptor.out).write('\n');
      return new IOException("not all could be written");
    } catch (IOException e) {
      return e;
    }
  }
}
