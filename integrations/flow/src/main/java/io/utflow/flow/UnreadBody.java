/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A body that cannot be read: the exchange is given up, and fails. */
final class UnreadBody<T> implements BodySubscriber<T> {
  private final Throwable failure;

  UnreadBody(Throwable failure) {
    this.failure = failure;
  }

  @Override
  public CompletionStage<T> getBody() {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {}

  @Override
  public void onError(Throwable failure) {}

  @Override
  public void onComplete() {}
}
