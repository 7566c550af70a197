/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Fails a job some times, each time behind a checkpoint that was taken while files were being read.
 * Two functions are in the job: one in the task of the source, which tells of checkpoints, and one
 * in the next task, which waits for them and so keeps the source from reading on: what the source
 * sends finds no room.
 */
final class InjectedFailure {
  private static final Map<Integer, CountDownLatch> BEGUN = new ConcurrentHashMap<>();
  private static final Map<Integer, CountDownLatch> COMPLETED = new ConcurrentHashMap<>();

  private InjectedFailure() {}

  /** Before a job that is not the first of this JVM. */
  static void reset() {
    BEGUN.clear();
    COMPLETED.clear();
  }

  /** How many checkpoints were completed before a failure. */
  static int count() {
    return COMPLETED.size();
  }

  private static CountDownLatch of(Map<Integer, CountDownLatch> events, int attempt) {
    return events.computeIfAbsent(attempt, any -> new CountDownLatch(1));
  }

  /** What both have in common: hands on what comes. */
  private abstract static class Passing<T> extends RichMapFunction<T, T>
      implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    int attempt() {
      return getRuntimeContext().getTaskInfo().getAttemptNumber();
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
  }

  /** Runs in the task of the source. */
  static final class Teller<T> extends Passing<T> implements CheckpointListener {
    private static final long serialVersionUID = 1L;

    @Override
    public T map(T value) {
      return value;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      of(BEGUN, attempt()).countDown();
    }

    @Override
    public void notifyCheckpointComplete(long id) {
      of(COMPLETED, attempt()).countDown();
    }
  }

  /** Stands in the next task. */
  static final class Thrower<T> extends Passing<T> {
    private static final long serialVersionUID = 1L;

    private final int failures;
    private boolean behindCheckpoint;

    Thrower(int failures) {
      this.failures = failures;
    }

    @Override
    public T map(T value) throws InterruptedException {
      if (attempt() >= failures) {
        return value;
      }
      if (!behindCheckpoint) {
        of(BEGUN, attempt()).await();
        return value;
      }
      of(COMPLETED, attempt()).await();
      throw new IllegalStateException("injected");
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
      behindCheckpoint = true;
    }
  }
}
