/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer that is no event stream. It is read to its end, or as far as it is told;
 * then the exchange fails.
 */
final class RefusedBody<T> implements BodySubscriber<T> {
  /** The greatest part of a body that is kept, in bytes. */
  private static final int TOLD = 1 << 16;

  private final ResponseInfo response;
  private final String contentType;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final CompletableFuture<T> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription source;

  RefusedBody(ResponseInfo response, String contentType) {
    this.response = response;
    this.contentType = contentType;
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    source = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), TOLD - head.size())];
      buffer.get(bytes);
      head.writeBytes(bytes);
    }
    if (head.size() == TOLD) {
      try {
        if (source != null) {
          source.cancel();
        }
      } finally {
        fail(false, null);
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    fail(false, failure);
  }

  @Override
  public void onComplete() {
    fail(true, null);
  }

  private void fail(boolean whole, @Nullable Throwable failure) {
    if (body.isDone()) {
      return;
    }
    // What is cut here is no fault of the peer: of half a character nothing is told.
    String text = spec().newDecoder().decode(ByteBuffer.wrap(head.toByteArray()), whole);
    NoEventStreamException refused = new NoEventStreamException(response, contentType, text);
    if (failure != null) {
      refused.addSuppressed(failure);
    }
    body.completeExceptionally(refused);
  }

  private DecoderSpec spec() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    try {
      return TextEncoding.ofContentType(contentType).map(utf8::declared).orElse(utf8);
    } catch (UnsupportedCharsetException e) {
      // The status matters more.
      return utf8;
    }
  }
}
