/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import io.utflow.cli.FileProblem;
import io.utflow.cli.PrintedOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The output of a server: lines, written by one thread, so that no event loop waits for a slow
 * reader of standard output. Each connection waits until its batch is written before it reads more
 * from its peer, so at most one batch of each connection waits here.
 */
public final class Journal implements AutoCloseable {
  private final PrintWriter out;
  private final CompletableFuture<Void> broken = new CompletableFuture<>();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "journal");
            thread.setDaemon(true); // A reader that never reads must not keep the process.
            return thread;
          });

  /**
   * @param out receives the lines; flushed after each batch
   */
  public Journal(PrintWriter out) {
    this.out = out;
  }

  /**
   * Writes lines and flushes.
   *
   * @param lines asked for its lines, without line ends, by the thread that writes: what makes a
   *     line of a message runs there, and a batch is never in memory as a whole
   * @return completed when they are written; fails with an {@link IOException} if the output is
   *     gone, and with what {@code lines} throws
   */
  public CompletableFuture<Void> write(Iterable<String> lines) {
    return CompletableFuture.runAsync(() -> writeNow(lines), writer);
  }

  private void writeNow(Iterable<String> lines) {
    for (String line : lines) {
      out.write(line);
      out.write('\n');
    }
    try {
      PrintedOutput.flush(out);
    } catch (UncheckedIOException e) {
      IOException gone = FileProblem.outputGone(e.getCause());
      broken.completeExceptionally(gone);
      throw new UncheckedIOException(gone);
    }
  }

  /** {@return fails when the output is gone, and never completes otherwise} */
  public CompletableFuture<Void> broken() {
    return broken;
  }

  /** Writes the waiting lines, for at most five seconds. */
  @Override
  public void close() {
    close(Deadline.in(Duration.ofSeconds(5)));
  }

  /** Writes the waiting lines, until the deadline at most. */
  public void close(Deadline deadline) {
    writer.shutdown();
    try {
      writer.awaitTermination(deadline.millis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
