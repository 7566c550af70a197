/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the splits of a file by several threads, and hands over their outputs in batches, in the
 * order of the splits or as they come. The threads are at most a few splits ahead of the caller. A
 * bounded number of batches of each split waits, so a split that is a whole large file takes no
 * more memory.
 *
 * @param <R> a batch of the outputs of a split
 */
final class SplitJobs<R> {
  static final int BUFFER_BYTES = 1 << 17;

  /** The number of splits, beyond the number of threads, that are read or wait. */
  private static final int AHEAD = 2;

  /** The greatest number of waiting batches of a split; a split of usual length has fewer. */
  private static final int MOST_BATCHES = 64;

  /** Reads one split. */
  interface Job<R> {
    /**
     * Reads a split.
     *
     * @param file whose reads fail once the jobs are closed
     * @param buffer to read to; the thread's own
     * @param out takes batches, and waits while too many do
     */
    void read(FileRange split, OpenFile file, ByteBuffer buffer, Consumer<R> out)
        throws IOException;
  }

  /** A split that was begun, and what it has yielded. Guarded by the jobs. */
  private final class Begun {
    private final FileRange split;
    private final ArrayDeque<R> batches = new ArrayDeque<>();
    private boolean ended;
    private @Nullable Throwable failure;

    Begun(FileRange split) {
      this.split = split;
    }

    void read(ByteBuffer buffer) {
      Throwable thrown = null;
      try {
        job.read(split, file, buffer, this::add);
      } catch (Throwable e) {
        thrown = e;
      }
      synchronized (SplitJobs.this) {
        failure = thrown;
        ended = true;
        SplitJobs.this.notifyAll();
      }
    }

    private void add(R batch) {
      synchronized (SplitJobs.this) {
        while (!closed && batches.size() >= MOST_BATCHES) {
          await();
        }
        if (closed) {
          throw new CancellationException("closed");
        }
        batches.add(batch);
        SplitJobs.this.notifyAll();
      }
    }
  }

  private final OpenFile file;
  private final Job<R> job;
  private final Iterator<FileRange> splits;
  private final ArrayDeque<Begun> begun = new ArrayDeque<>();
  private final int most;
  private final List<Thread> threads;
  private volatile boolean closed;

  /** Whether the caller has closed this before its end, or was interrupted. */
  private boolean abandoned;

  /** The exception that has ended a thread outside of a split, or that the caller was told. */
  private @Nullable Throwable broken;

  SplitJobs(OpenFile file, List<FileRange> splits, int jobs, Job<R> job) {
    this.file = file.whileWanted(() -> !closed);
    this.splits = splits.iterator();
    this.job = job;
    int workers = Math.min(jobs, splits.size());
    this.most = workers + AHEAD;
    this.threads =
        IntStream.range(0, workers)
            .mapToObj(number -> new Thread(this::work, "utflow-file-" + number))
            .toList();
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void work() {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      for (Begun next = begin(); next != null; next = begin()) {
        next.read(buffer);
      }
    } catch (Throwable e) {
      breakOff(e);
    }
  }

  /** Ends all by a failure that belongs to no split. */
  private synchronized void breakOff(Throwable failure) {
    if (!closed) {
      broken = failure;
      closed = true;
    }
    notifyAll();
  }

  private synchronized @Nullable Begun begin() {
    while (!closed && begun.size() >= most) {
      await();
    }
    if (closed || !splits.hasNext()) {
      return null;
    }
    Begun next = new Begun(splits.next());
    begun.add(next);
    notifyAll();
    return next;
  }

  @SuppressWarnings("WaitNotInLoop") // The caller is a loop, which looks again.
  private void await() {
    try {
      wait();
    } catch (InterruptedException e) {
      // The threads are ours: who interrupts one, as an observer may, wants it to end.
      breakOff(new InterruptedIOException("a thread that read a file was interrupted"));
    }
  }

  /**
   * The next batch in the order of the file, or null after the last. Waits for it.
   *
   * @throws IOException the exception of a thread, after all batches before it
   * @throws InterruptedIOException if the calling thread is interrupted, also where no batch has to
   *     be waited for; the jobs are then closed
   */
  @Nullable R next() throws IOException {
    return next(1);
  }

  /** Takes batches. */
  interface Taker<R> {
    void take(R batch) throws IOException;
  }

  /** Hands over all batches in the order of the file, as {@link #next}, and closes. */
  void forEach(Taker<R> taker) throws IOException {
    try {
      for (R batch = next(); batch != null; batch = next()) {
        taker.take(batch);
      }
    } finally {
      close();
    }
  }

  /** As {@link #next}, of whatever split has one. */
  @Nullable R nextOfAny() throws IOException {
    return next(most);
  }

  /** The next batch of the first split, among the first ones, that has a batch. */
  private synchronized @Nullable R next(int first) throws IOException {
    while (isOpen()) {
      boolean ended = false;
      for (Begun split : begun.stream().limit(first).toList()) {
        R batch = take(split);
        if (batch != null) {
          if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
          }
          return batch;
        }
        ended |= split.ended;
      }
      if (!ended) {
        awaitBatch();
      }
    }
    return end();
  }

  /** Called after the last batch, or if no more come because a thread has ended. */
  private @Nullable R end() {
    if (broken != null) {
      throw rethrow(broken);
    }
    if (abandoned) {
      throw new CancellationException("closed before the end of the file");
    }
    return null;
  }

  private boolean isOpen() {
    return !closed && (!begun.isEmpty() || splits.hasNext());
  }

  /** The next batch of a split; if it has ended and has no more, its place goes to another. */
  private @Nullable R take(Begun split) {
    R batch = split.batches.poll();
    if (batch == null && split.ended) {
      begun.remove(split);
      if (split.failure != null) {
        breakOff(split.failure);
        throw rethrow(split.failure);
      }
    }
    notifyAll();
    return batch;
  }

  @SuppressWarnings("WaitNotInLoop") // The callers are loops, which look again.
  private void awaitBatch() throws InterruptedIOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (!closed) {
        throw interrupted();
      }
    }
  }

  /** Lets the threads end. Called while this is open. */
  private InterruptedIOException interrupted() {
    close();
    return new InterruptedIOException("interrupted while a file was read");
  }

  /** Throws what another thread has thrown, unchanged: {@code throw rethrow(failure)}. */
  static RuntimeException rethrow(Throwable failure) {
    throw SplitJobs.<RuntimeException>asAny(failure);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E asAny(Throwable failure) throws E {
    throw (E) failure;
  }

  /**
   * Lets the threads end, each after its current buffer; their outputs are dropped. A caller that
   * asks for more gets an exception, because the outputs so far must not pass for all.
   */
  synchronized void close() {
    abandoned |= isOpen();
    closed = true;
    begun.clear();
    notifyAll();
  }
}
