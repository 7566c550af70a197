/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.TextEncoding;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** The subscriber rules of Reactive Streams, with a validator, whose outputs are its inputs. */
public class SubscriberTckTest extends SubscriberWhiteboxVerification<byte[]> {

  /** For TestNG. */
  public SubscriberTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public byte[] createElement(int element) {
    return new byte[] {(byte) ('a' + element % 26)};
  }

  @Override
  public Subscriber<byte[]> createSubscriber(WhiteboxSubscriberProbe<byte[]> probe) {
    AtomicReference<CoreSubscriber<? super byte[]>> operator = new AtomicReference<>();
    Flux<byte[]> source =
        new Flux<>() {
          @Override
          public void subscribe(CoreSubscriber<? super byte[]> actual) {
            operator.set(actual);
          }
        };
    source
        .transform(ByteArrayText.validate(TextEncoding.UTF_8))
        .subscribe(new Probed(Objects.requireNonNull(probe)));
    CoreSubscriber<? super byte[]> subscriber = operator.get();
    return new Strict(subscriber);
  }

  /** Reactor's own subscribers leave the null checks of rule 2.13 to their border. */
  private record Strict(CoreSubscriber<? super byte[]> operator) implements Subscriber<byte[]> {
    @Override
    public void onSubscribe(Subscription subscription) {
      operator.onSubscribe(Objects.requireNonNull(subscription));
    }

    @Override
    public void onNext(byte[] element) {
      operator.onNext(Objects.requireNonNull(element));
    }

    @Override
    public void onError(Throwable failure) {
      operator.onError(Objects.requireNonNull(failure));
    }

    @Override
    public void onComplete() {
      operator.onComplete();
    }
  }

  private record Probed(WhiteboxSubscriberProbe<byte[]> probe) implements CoreSubscriber<byte[]> {
    @Override
    public void onSubscribe(Subscription subscription) {
      probe.registerOnSubscribe(
          new SubscriberPuppet() {
            @Override
            public void triggerRequest(long elements) {
              subscription.request(elements);
            }

            @Override
            public void signalCancel() {
              subscription.cancel();
            }
          });
    }

    @Override
    public void onNext(byte[] element) {
      probe.registerOnNext(element);
    }

    @Override
    public void onError(Throwable failure) {
      probe.registerOnError(failure);
    }

    @Override
    public void onComplete() {
      probe.registerOnComplete();
    }
  }
}
