/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.stage.Stage;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.IdentityFlowProcessorVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for processors, with a stage that yields what it is given. */
public class ProcessorTckTest extends IdentityFlowProcessorVerification<Integer> {
  private @Nullable ExecutorService threads;

  /** For TestNG. */
  public ProcessorTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  /** Starts the threads that publish. */
  @BeforeClass
  public void startThreads() {
    threads = Executors.newFixedThreadPool(4);
  }

  /** Ends them. */
  @AfterClass
  public void endThreads() {
    publisherExecutorService().shutdown();
  }

  @Override
  public ExecutorService publisherExecutorService() {
    return Objects.requireNonNull(threads);
  }

  @Override
  protected Flow.Processor<Integer, Integer> createIdentityFlowProcessor(int bufferSize) {
    return new StageProcessor<>(new Same());
  }

  @Override
  protected Flow.@Nullable Publisher<Integer> createFailedFlowPublisher() {
    StageProcessor<Integer, Integer> failed = new StageProcessor<>(new Same());
    failed.onError(new IllegalStateException("failed"));
    return failed;
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  @Override
  public long maxSupportedSubscribers() {
    return 1;
  }

  /** Yields its inputs. */
  private static final class Same implements Stage<Integer, Integer> {
    private @Nullable Integer input;

    @Override
    public void offer(Integer next) {
      input = next;
    }

    @Override
    public void endOfInput() {}

    @Override
    public @Nullable Integer poll() {
      Integer output = input;
      input = null;
      return output;
    }

    @Override
    public void close() {
      input = null;
    }
  }
}
