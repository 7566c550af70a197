/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

/** A source that was asked for everything may send from inside the {@code onNext} it causes. */
class ReentryTest {
  private static final DecoderSpec PAIRS =
      DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2).onMalformed(MalformedPolicy.REPORT);

  @Test
  void aSinkIsFedFromInsideOnNext() {
    Sinks.Many<byte[]> sink = Sinks.many().multicast().directBestEffort();
    List<String> received = new ArrayList<>();
    List<Throwable> errors = new ArrayList<>();
    sink.asFlux()
        .transform(ByteArrayText.decode(TextEncoding.UTF_8))
        .subscribe(
            text -> {
              received.add(text);
              if (text.equals("a")) {
                sink.tryEmitNext(new byte[] {'b'}).orThrow();
                sink.tryEmitNext(new byte[] {'c'}).orThrow();
              }
            },
            errors::add);
    sink.tryEmitNext(new byte[] {'a'}).orThrow();
    sink.tryEmitNext(new byte[] {'d'}).orThrow();
    assertThat(errors).isEmpty();
    assertThat(received).containsExactly("a", "b", "c", "d");
  }

  @Test
  void theOrderIsThatOfTheSource() {
    Run run = new Run(IntStream.range(0, 100).mapToObj(i -> ascii(i + " ")).toList());
    run.sendInside(
        "0 ",
        () -> {
          for (int i = 1; i < 50; i++) {
            run.send(i);
          }
        });
    // Again, with what arrived before still waiting.
    run.sendInside(
        "1 ",
        () -> {
          for (int i = 50; i < 100; i++) {
            run.send(i);
          }
          run.source.subscriber().onComplete();
        });
    run.send(0);
    assertThat(run.text.toString())
        .isEqualTo(IntStream.range(0, 100).mapToObj(i -> i + " ").reduce("", String::concat));
    assertThat(run.completed).isTrue();
    assertThat(run.delivery.referencesLeft()).hasSize(100).containsOnly(0);
  }

  @Test
  void theEndOnly() {
    Run run = new Run(List.of(ascii("a")));
    List<Boolean> completedInside = new ArrayList<>();
    run.sendInside(
        "a",
        () -> {
          run.source.subscriber().onComplete();
          completedInside.add(run.completed);
        });
    run.send(0);
    assertThat(completedInside).containsExactly(false);
    assertThat(run.completed).isTrue();
    assertThat(run.text).hasToString("a");
  }

  @Test
  void whatWaitsIsReleasedByACancel() {
    List<Integer> buffered = new ArrayList<>();
    Run run = new Run(List.of(ascii("a"), ascii("b"), ascii("c"), ascii("d")));
    run.sendInside(
        "a",
        () -> {
          run.send(1);
          run.send(2);
          run.send(3);
          buffered.add(Scannable.from(run.source.subscriber()).scan(Attr.BUFFERED));
          run.cancel();
        });
    run.send(0);
    assertThat(buffered).containsExactly(3);
    assertThat(run.text).hasToString("a");
    assertThat(run.delivery.referencesLeft()).hasSize(4).containsOnly(0);
  }

  @Test
  void whatWaitsIsReleasedWhenTheTextFails() {
    Run run = new Run(List.of(ascii("a"), new byte[] {-1}, ascii("c"), ascii("d"), ascii("e")));
    run.sendInside(
        "a",
        () -> {
          run.send(1);
          run.send(2);
          run.send(3);
        });
    run.send(0);
    run.send(4);
    assertThat(run.text).hasToString("a");
    assertThat(run.error).isInstanceOf(IllFormedTextException.class);
    assertThat(run.delivery.referencesLeft()).hasSize(5).containsOnly(0);
  }

  @Test
  void whatWaitsIsEmittedBeforeTheErrorOfTheSource() {
    Run run = new Run(List.of(ascii("a"), ascii("b"), ascii("c")));
    run.sendInside(
        "a",
        () -> {
          run.send(1);
          run.send(2);
          run.source.subscriber().onError(new IllegalStateException("lost"));
        });
    run.send(0);
    assertThat(run.text).hasToString("abc");
    assertThat(run.error).hasMessage("lost");
    assertThat(run.delivery.referencesLeft()).hasSize(3).containsOnly(0);
  }

  @Test
  void demandThatBecomesUnboundedInsideOnNextIsPassedOnBehindIt() {
    List<Long> heard = new ArrayList<>();
    Run run = new Run(List.of(ascii("ab"), ascii("cd"), ascii("ef")), 1);
    run.sendInside(
        "ab",
        () -> {
          run.request(Long.MAX_VALUE);
          heard.addAll(run.source.requests());
        });
    run.send(0);
    assertThat(heard).containsExactly(1L);
    assertThat(run.source.requests()).containsExactly(1L, Long.MAX_VALUE);
    run.sendInside("cd", () -> run.send(2));
    run.send(1);
    assertThat(run.text).hasToString("abcdef");
    assertThat(run.delivery.referencesLeft()).hasSize(3).containsOnly(0);
  }

  @Test
  void aCancelOnAnotherThreadLosesNothingThatWaits() {
    List<byte[]> pieces = List.of(ascii("a"), ascii("b"), ascii("c"), ascii("d"));
    for (int batch = 0; batch < 20; batch++) {
      List<Run> runs = Stream.generate(() -> new Run(pieces)).limit(200).toList();
      for (Run run : runs) {
        run.sendInside("a", () -> IntStream.rangeClosed(1, 3).forEach(run::send));
      }
      Races.race(runs, List.of(run -> run.send(0), Run::cancel));
      for (Run run : runs) {
        assertThat("abcd").startsWith(run.text);
        assertThat(run.delivery.referencesLeft()).containsOnly(0);
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The operator, and a subscriber that does something inside one {@code onNext}. */
  private static final class Run extends BaseSubscriber<String> {
    private final PushSource<ByteBuf> source = new PushSource<>();
    private final Delivery<ByteBuf> delivery;
    private final long demand;
    private final StringBuilder text = new StringBuilder();
    private final List<Consumer<String>> plays = new ArrayList<>();
    private boolean completed;
    private Throwable error;

    Run(List<byte[]> pieces) {
      this(pieces, Long.MAX_VALUE);
    }

    Run(List<byte[]> pieces, long demand) {
      this.delivery = new Delivery<>(KindOfBuffer.pooledDirect(), pieces);
      this.demand = demand;
      DecoderSpec spec = demand == 1 ? PAIRS : PAIRS.pieceChars(8);
      source.transform(ByteBufText.decode(spec)).subscribe(this);
    }

    void send(int index) {
      source.subscriber().onNext(delivery.deliver(index));
    }

    void sendInside(String piece, Runnable play) {
      plays.add(
          received -> {
            if (received.equals(piece)) {
              play.run();
            }
          });
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(demand);
    }

    @Override
    protected void hookOnNext(String piece) {
      text.append(piece);
      plays.forEach(play -> play.accept(piece));
    }

    @Override
    protected void hookOnComplete() {
      completed = true;
    }

    @Override
    protected void hookOnError(Throwable failure) {
      error = failure;
    }
  }
}
