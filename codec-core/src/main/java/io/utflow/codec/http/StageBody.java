/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.http;

import io.utflow.codec.flow.StageProcessor;
import io.utflow.codec.stage.Stage;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * A body that a stage reads.
 *
 * @param <T> what the body becomes
 */
final class StageBody<T> implements BodySubscriber<T> {
  private final StageProcessor<List<ByteBuffer>, ?> outputs;
  private final CompletionStage<T> body;

  private StageBody(StageProcessor<List<ByteBuffer>, ?> outputs, CompletionStage<T> body) {
    this.outputs = outputs;
    this.body = body;
  }

  /** A body that is there at once, and publishes what the stage yields. */
  static <O> BodySubscriber<Flow.Publisher<O>> published(Stage<ByteBuffer, O> stage) {
    StageProcessor<List<ByteBuffer>, O> outputs = new StageProcessor<>(new BufferLists<>(stage));
    return new StageBody<>(outputs, CompletableFuture.completedFuture(outputs));
  }

  /** A body that is the last output of the stage, or {@code otherwise} if there is none. */
  static <T> BodySubscriber<T> last(Stage<ByteBuffer, T> stage, T otherwise) {
    StageProcessor<List<ByteBuffer>, T> outputs = new StageProcessor<>(new BufferLists<>(stage));
    Last<T> last = new Last<>(otherwise);
    outputs.subscribe(last);
    return new StageBody<>(outputs, last.body);
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    outputs.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    outputs.onNext(buffers);
  }

  @Override
  public void onError(Throwable failure) {
    outputs.onError(failure);
  }

  @Override
  public void onComplete() {
    outputs.onComplete();
  }

  /** Keeps the last output. */
  private static final class Last<T> implements Flow.Subscriber<T> {
    private final CompletableFuture<T> body = new CompletableFuture<>();
    private T output;

    Last(T otherwise) {
      this.output = otherwise;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T next) {
      output = next;
    }

    @Override
    public void onError(Throwable failure) {
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      body.complete(output);
    }
  }
}
