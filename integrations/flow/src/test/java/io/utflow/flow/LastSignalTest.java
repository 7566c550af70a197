/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.stage.Stage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever cannot be let go at the end of a stream, its subscriber receives one last signal, the
 * rest is let go, and nothing that was thrown is lost.
 */
class LastSignalTest {
  /** What throws. */
  private enum Broken {
    CLOSE,
    RELEASE,
    CANCEL
  }

  /** How a stream ends. */
  private enum End {
    COMPLETE,
    SOURCE_FAILS,
    STAGE_FAILS,
    WRONG_DEMAND,
    TOO_MANY_INPUTS,
    REQUEST_FAILS,
    CANCEL,
    SUBSCRIBER_FAILS,
    SUBSCRIPTION_FAILS
  }

  /** Two outputs for each input; it fails at 0. */
  private static final class Twice implements Stage<Integer, Integer> {
    private final List<Integer> outputs = new ArrayList<>();
    private final boolean isBroken;
    private boolean failing;
    int closed;

    Twice(boolean isBroken) {
      this.isBroken = isBroken;
    }

    @Override
    public void offer(Integer input) {
      failing = input == 0;
      outputs.addAll(List.of(input, input));
    }

    @Override
    public void endOfInput() {}

    @Override
    public @Nullable Integer poll() {
      if (failing) {
        throw new IllegalStateException(End.STAGE_FAILS.name());
      }
      return outputs.isEmpty() ? null : outputs.remove(0);
    }

    @Override
    public void close() {
      closed++;
      if (isBroken) {
        throw new IllegalStateException(Broken.CLOSE.name());
      }
    }
  }

  private static final class Emitter implements Flow.Subscription {
    private final boolean isBroken;
    private final boolean refuses;
    private int cancelled;

    Emitter(boolean isBroken, boolean refuses) {
      this.isBroken = isBroken;
      this.refuses = refuses;
    }

    @Override
    public void request(long n) {
      if (refuses) {
        throw new IllegalStateException(End.REQUEST_FAILS.name());
      }
    }

    @Override
    public void cancel() {
      cancelled++;
      if (isBroken) {
        throw new IllegalStateException(Broken.CANCEL.name());
      }
    }
  }

  private static List<Set<Broken>> subsets() {
    List<Set<Broken>> subsets = new ArrayList<>();
    for (int bits = 0; bits < 8; bits++) {
      Set<Broken> subset = EnumSet.noneOf(Broken.class);
      for (Broken each : Broken.values()) {
        if ((bits >> each.ordinal() & 1) != 0) {
          subset.add(each);
        }
      }
      subsets.add(subset);
    }
    return subsets;
  }

  /** The messages of an exception and of what it suppresses. */
  private static void addMessages(@Nullable Throwable thrown, List<String> messages) {
    if (thrown != null) {
      messages.add("" + thrown.getMessage());
      List.of(thrown.getSuppressed()).forEach(each -> addMessages(each, messages));
    }
  }

  @ParameterizedTest
  @EnumSource
  void comesWhateverIsThrown(End end) {
    for (Set<Broken> broken : subsets()) {
      for (boolean waiting : new boolean[] {false, true}) {
        endOne(end, broken, waiting);
      }
    }
  }

  /**
   * @param waiting whether an output is polled and has no demand at the end
   */
  private static void endOne(End end, Set<Broken> broken, boolean waiting) {
    Twice stage = new Twice(broken.contains(Broken.CLOSE));
    Emitter source = new Emitter(broken.contains(Broken.CANCEL), end == End.REQUEST_FAILS);
    List<Integer> released = new ArrayList<>();
    StageProcessor<Integer, Integer> processor =
        new StageProcessor<>(
            stage,
            output -> {
              released.add(output);
              if (broken.contains(Broken.RELEASE)) {
                throw new IllegalStateException(Broken.RELEASE.name());
              }
            });
    Collector<Integer> collector =
        new Collector<>(0, 0) {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            super.onSubscribe(subscription);
            if (end == End.SUBSCRIPTION_FAILS) {
              throw new IllegalStateException(end.name());
            }
          }

          @Override
          public void onNext(Integer output) {
            super.onNext(output);
            if (end == End.SUBSCRIBER_FAILS) {
              throw new IllegalStateException(end.name());
            }
          }
        };
    List<String> messages = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((of, thrown) -> addMessages(thrown, messages));
    try {
      processor.onSubscribe(source);
      Throwable thrown =
          catchThrowable(
              () -> {
                processor.subscribe(collector);
                run(end, waiting, processor, collector);
              });
      addMessages(thrown, messages);
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
    addMessages(collector.failure, messages);
    boolean told = end.compareTo(End.CANCEL) < 0;
    boolean completes = end == End.COMPLETE && !broken.contains(Broken.CLOSE);
    assertThat(collector.completed).as("%s %s", end, broken).isEqualTo(completes);
    assertThat(collector.failure != null).as("%s %s", end, broken).isEqualTo(told && !completes);
    assertThat(stage.closed).isEqualTo(1);
    switch (end) {
      case COMPLETE, CANCEL -> {}
      case WRONG_DEMAND -> assertThat(collector.failure).hasMessageContaining("-1");
      case TOO_MANY_INPUTS -> assertThat(collector.failure).hasMessageContaining("more than");
      default -> assertThat(messages).as("%s %s", end, broken).contains(end.name());
    }
    if (broken.contains(Broken.CLOSE)) {
      assertThat(messages).as("%s %s", end, broken).contains(Broken.CLOSE.name());
    }
    assertThat(messages.contains(Broken.RELEASE.name()))
        .as("%s %s", end, broken)
        .isEqualTo(broken.contains(Broken.RELEASE) && !released.isEmpty());
    assertThat(messages.contains(Broken.CANCEL.name()))
        .as("%s %s", end, broken)
        .isEqualTo(broken.contains(Broken.CANCEL) && source.cancelled > 0);
    assertThat(source.cancelled > 0)
        .as("%s %s", end, broken)
        .isEqualTo(end != End.COMPLETE && end != End.SOURCE_FAILS);
  }

  private static void run(
      End end, boolean waiting, StageProcessor<Integer, Integer> to, Collector<Integer> collector) {
    Flow.Subscription demand = collector.subscription();
    switch (end) {
      case COMPLETE, SOURCE_FAILS -> {
        demand.request(9);
        to.onNext(7);
        if (end == End.COMPLETE) {
          to.onComplete();
        } else {
          to.onError(new IOException(end.name()));
        }
      }
      case STAGE_FAILS -> {
        demand.request(1);
        to.onNext(0);
      }
      case REQUEST_FAILS -> demand.request(1);
      case SUBSCRIBER_FAILS -> {
        demand.request(1);
        to.onNext(7);
      }
      case SUBSCRIPTION_FAILS -> {}
      case WRONG_DEMAND, CANCEL, TOO_MANY_INPUTS -> {
        demand.request(1);
        if (waiting) {
          to.onNext(7);
        }
        if (end == End.CANCEL) {
          demand.cancel();
        } else if (end == End.WRONG_DEMAND) {
          demand.request(-1);
        } else {
          to.onNext(8);
          to.onNext(8);
          to.onNext(8);
        }
      }
    }
  }

  /** A whole body fails with what ended it. */
  @Test
  void aBodyFailsWhateverIsThrown() {
    for (Set<Broken> broken : subsets()) {
      Stage<Integer, Integer> fails = new Twice(broken.contains(Broken.CLOSE));
      WholeBody body = new WholeBody(new Texts(fails));
      body.onSubscribe(new Emitter(broken.contains(Broken.CANCEL), false));
      Throwable thrown = catchThrowable(() -> body.onNext(List.of(ByteBuffer.allocate(1))));
      assertThat(thrown != null)
          .isEqualTo(broken.contains(Broken.CLOSE) || broken.contains(Broken.CANCEL));
      assertThat(body.getBody().toCompletableFuture())
          .as("%s", broken)
          .isCompletedExceptionally()
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .havingCause()
          .withMessage(End.STAGE_FAILS.name());
    }
  }

  /** A stage of numbers, for bytes: it reads 0. */
  private record Texts(Stage<Integer, Integer> numbers) implements Stage<ByteBuffer, String> {
    @Override
    public void offer(ByteBuffer input) {
      numbers.offer(0);
    }

    @Override
    public void endOfInput() {
      numbers.endOfInput();
    }

    @Override
    public String poll() {
      return String.valueOf(numbers.poll());
    }

    @Override
    public void close() {
      numbers.close();
    }
  }
}
