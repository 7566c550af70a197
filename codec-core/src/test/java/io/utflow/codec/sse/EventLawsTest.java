/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bounds, comments that are kept and the end of the stream, however it is cut, against the
 * standard: events, what observers are told with its byte offsets, and whether the stream fails.
 */
class EventLawsTest {
  private static final String[] PARTS = {
    "\r",
    "\n",
    "\r\n",
    "\r\n\r\n",
    "\n\n",
    "data: ",
    "data",
    "id:7\n",
    "event:e\r",
    "retry:9\n",
    "retry:99999999999999999999\n",
    ":",
    ": c\n",
    ":\r\n",
    "xxxx",
    "\u00E9\u20AC",
    "\uD83D\uDE00",
    "xxxxxxxxxxxx"
  };

  /** What a stream came to. */
  private record Result(List<ServerSentEvent> events, List<TooLongEvent> told, boolean failed) {}

  private static Result expected(String text, EventSpec spec) {
    ReferenceEvents reference = ReferenceEvents.read(text, spec);
    return new Result(reference.events(), reference.tooLong(), reference.hasFailed());
  }

  private static Result read(EventSpec spec, BufferKind kind, List<byte[]> pieces) {
    List<TooLongEvent> told = new ArrayList<>();
    List<ServerSentEvent> events = new ArrayList<>();
    ByteStage<ServerSentEvent> stage = Events.stage(spec.observer(told::add));
    try {
      for (byte[] piece : pieces) {
        stage.offer(kind.of(piece));
        drain(stage, events);
      }
      stage.endOfInput();
      drain(stage, events);
      return new Result(events, told, false);
    } catch (TooLongEventException e) {
      assertThat(told).containsExactly(e.event());
      return new Result(events, told, true);
    }
  }

  private static void drain(ByteStage<ServerSentEvent> stage, List<ServerSentEvent> events) {
    ServerSentEvent event;
    while ((event = stage.poll()) != null) {
      events.add(event);
    }
  }

  private static List<EventSpec> specs() {
    List<EventSpec> specs = new ArrayList<>();
    for (int maxChars : new int[] {1, 4, 10, 1000}) {
      for (TooLongPolicy policy : List.of(TooLongPolicy.FAIL, TooLongPolicy.DISCARD)) {
        for (boolean all : new boolean[] {false, true}) {
          specs.add(EventSpec.DEFAULT.maxChars(maxChars).onTooLong(policy).keepAll(all));
        }
      }
    }
    return specs;
  }

  @ParameterizedTest
  @EnumSource
  void randomStreamsHoweverTheyAreCut(BufferKind kind) {
    Random random = new Random(31);
    for (int round = 0; round < 30; round++) {
      StringBuilder stream = new StringBuilder(random.nextInt(8) == 0 ? "\uFEFF" : "");
      for (int parts = random.nextInt(12); parts > 0; parts--) {
        stream.append(PARTS[random.nextInt(PARTS.length)]);
      }
      String text = stream.toString();
      for (EventSpec spec : specs()) {
        Result expected = expected(text, spec);
        for (List<byte[]> pieces : Cuts.hostile(Events.utf8(text))) {
          assertThat(read(spec, kind, pieces))
              .as("%s, %s, cut %s", text, spec, Cuts.describe(pieces))
              .isEqualTo(expected);
        }
      }
    }
  }

  /** A comment is no part of an event: it comes with the last byte of its own line. */
  @Test
  void aCommentComesWithItsLine() {
    ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT.keepAll(true));
    assertThat(Events.offer(stage, "data: a\n: x\n")).containsExactly(ServerSentEvent.comment("x"));
    assertThat(Events.offer(stage, ":y\r")).containsExactly(ServerSentEvent.comment("y"));
    assertThat(Events.offer(stage, "\ndata: b\n\n: z")).containsExactly(ServerSentEvent.of("a\nb"));
    stage.endOfInput();
    assertThat(Events.drain(stage)).isEmpty();
  }

  /** Heartbeats of which none is behind an empty line are nothing that adds up. */
  @Test
  void anyNumberOfComments() {
    ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT.maxChars(100).keepAll(true));
    for (int i = 0; i < Product.sampled(1000); i++) {
      assertThat(Events.offer(stage, ": alive\n"))
          .containsExactly(ServerSentEvent.comment("alive"));
    }
  }
}
