/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.stage.Stage;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A body that is one text, which a stage yields at the end; empty if it yields none. */
final class WholeBody implements BodySubscriber<String> {
  private final Stage<ByteBuffer, String> stage;
  private final CompletableFuture<String> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription source;

  WholeBody(Stage<ByteBuffer, String> stage) {
    this.stage = stage;
  }

  @Override
  public CompletionStage<String> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    source = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    try {
      for (ByteBuffer buffer : buffers) {
        if (!body.isDone()) {
          stage.offer(buffer);
          stage.poll();
        }
      }
    } catch (Throwable e) {
      try {
        if (source != null) {
          source.cancel();
        }
      } finally {
        onError(e);
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    try {
      stage.close();
    } finally {
      body.completeExceptionally(failure);
    }
  }

  @Override
  public void onComplete() {
    if (body.isDone()) {
      return;
    }
    try {
      stage.endOfInput();
      String text = stage.poll();
      body.complete(text == null ? "" : text);
    } catch (Throwable e) {
      onError(e);
    }
  }
}
