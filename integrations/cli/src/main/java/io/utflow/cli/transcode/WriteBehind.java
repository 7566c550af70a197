/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Writes one buffer, in a thread of its own, while the other is filled. */
final class WriteBehind implements Closeable {
  private final Output output;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "writer");
            thread.setDaemon(true);
            return thread;
          });
  private Future<?> writing = CompletableFuture.completedFuture(null);
  private ByteBuffer filling;
  private ByteBuffer other;
  private long written;

  WriteBehind(Output output, int bufferBytes) {
    this.output = output;
    this.filling = ByteBuffer.allocate(bufferBytes);
    this.other = ByteBuffer.allocate(bufferBytes);
  }

  /** The buffer to fill, until {@link #write}; empty at first. */
  ByteBuffer buffer() {
    return filling;
  }

  /** The bytes that were given to {@link #write}. */
  long written() {
    return written;
  }

  /**
   * Begins to write the content of the buffer.
   *
   * @throws IOException if the buffer before could not be written
   */
  void write() throws IOException {
    int length = filling.position();
    if (length == 0) {
      return;
    }
    await();
    byte[] full = filling.array();
    writing =
        writer.submit(
            () -> {
              output.write(full, 0, length);
              return null;
            });
    written += length;
    ByteBuffer empty = other.clear();
    other = filling;
    filling = empty;
  }

  /** Waits until all is written. */
  void await() throws IOException {
    try {
      writing.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  @Override
  public void close() {
    writer.shutdown();
  }
}
