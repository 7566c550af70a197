/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events at their bounds, where they are ill-formed, and where the stream is given up. */
class EventStageTest {
  private static ServerSentEvent event(String data) {
    return ServerSentEvent.of(data);
  }

  @Nested
  class Bounds {
    private static final EventSpec TEN = EventSpec.DEFAULT.maxChars(10);

    @Test
    void atTheBound() {
      ByteStage<ServerSentEvent> stage = Events.stage(TEN);
      assertThat(Events.offer(stage, "data:12345\ndata:6789\n\ndata: 1234\n\n"))
          .containsExactly(event("12345\n6789"), event("1234"));
    }

    @Test
    void theDataOfSeveralLinesIsTooLong() {
      for (List<byte[]> pieces :
          Cuts.hostile(Events.utf8("data:1\n\ndata:12345\ndata:67890\n\n"))) {
        List<ServerSentEvent> events = new ArrayList<>();
        ByteStage<ServerSentEvent> stage = Events.stage(TEN);
        TooLongEventException e =
            catchThrowableOfType(
                TooLongEventException.class,
                () -> {
                  for (byte[] piece : pieces) {
                    stage.offer(BufferKind.HEAP.of(piece));
                    ServerSentEvent next;
                    while ((next = stage.poll()) != null) {
                      events.add(next);
                    }
                  }
                });
        assertThat(events).containsExactly(event("1"));
        assertThat(e.event()).isEqualTo(new TooLongEvent(8, 10));
        assertThat(e)
            .hasMessageContaining("byte 8")
            .hasMessageContaining("10")
            .hasMessageContaining("maxChars of the EventSpec");
        assertThat(stage.poll()).isNull();
        assertThatThrownBy(() -> stage.offer(ByteBuffer.allocate(1)))
            .isInstanceOf(IllegalStateException.class);
      }
    }

    @Test
    void aLineIsTooLongWhereItEnds() {
      ByteStage<ServerSentEvent> stage = Events.stage(TEN);
      assertThat(Events.offer(stage, "data:1\r\r")).containsExactly(event("1"));
      assertThat(Events.offer(stage, "\nid: 1\ndata:12345")).isEmpty();
      assertThat(Events.offer(stage, "6")).isEmpty();
      stage.offer(ByteBuffer.wrap(Events.utf8("\r")));
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              TooLongEventException.class, e -> assertThat(e.event().byteOffset()).isEqualTo(9));
    }

    @Test
    void whatIsDiscardedIsToldOnceAndItsIdCounts() {
      String stream =
          "data:a\n\ndata:123456\ndata:12345678\nid:7\ndata:b\n:123456789012\n\ndata:c\n\n";
      for (List<byte[]> pieces : Cuts.hostile(Events.utf8(stream))) {
        List<TooLongEvent> told = new ArrayList<>();
        EventSpec spec = TEN.onTooLong(TooLongPolicy.DISCARD).observer(told::add);
        assertThat(Events.run(spec, BufferKind.HEAP, pieces))
            .containsExactly(event("a"), event("c").id("7"));
        assertThat(told).containsExactly(new TooLongEvent(8, 10));
      }
    }

    @Test
    void commentsThatAreNotKeptDoNotAddUp() {
      ByteStage<ServerSentEvent> stage = Events.stage(TEN);
      for (int i = 0; i < 100; i++) {
        assertThat(Events.offer(stage, ": alive\nfoo: bar\nid: 1\n")).isEmpty();
      }
      assertThat(Events.offer(stage, "data:1\n\n")).containsExactly(event("1").id("1"));
    }

    @Test
    void anObserverMayNotCallTheStage() {
      List<ByteStage<ServerSentEvent>> stages = new ArrayList<>();
      EventSpec spec = TEN.observer(told -> stages.get(0).poll());
      stages.add(Events.stage(spec));
      stages.get(0).offer(ByteBuffer.wrap(Events.utf8("data:12345\ndata:67890\n\n")));
      assertThatThrownBy(() -> stages.get(0).poll()).isInstanceOf(IllegalStateException.class);
      assertThat(stages.get(0).poll()).isNull();
    }

    @Test
    void wrongSpecsAreRefused() {
      assertThatIllegalArgumentException().isThrownBy(() -> TEN.maxChars(0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TEN.onTooLong(TooLongPolicy.TRUNCATE))
          .withMessageContaining("FAIL or DISCARD");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EventStages.decode(DecoderSpec.of(TextEncoding.UTF_16LE), TEN))
          .withMessageContaining("UTF-8");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  EventStages.encode(EncoderSpec.of(TextEncoding.UTF_16), OutputBuffers.onHeap()));
    }

    @Test
    void specsAreValues() {
      EventSpec spec = TEN.onTooLong(TooLongPolicy.DISCARD).keepAll(true);
      assertThat(spec)
          .isEqualTo(EventSpec.DEFAULT.keepAll(true).onTooLong(TooLongPolicy.DISCARD).maxChars(10))
          .hasSameHashCodeAs(
              EventSpec.DEFAULT.keepAll(true).onTooLong(TooLongPolicy.DISCARD).maxChars(10))
          .isNotEqualTo(TEN)
          .hasToString("EventSpec[at most 10 chars, else DISCARD, all is kept]");
      assertThat(spec.maxChars()).isEqualTo(10);
      assertThat(spec.onTooLong()).isEqualTo(TooLongPolicy.DISCARD);
      assertThat(spec.keepsAll()).isTrue();
      assertThat(spec.observer()).isEmpty();
    }

    @Test
    void whoReadsInAPlaceOfItsOwnBoundsWhatIsNotBounded() {
      EventSpec kept = EventSpec.DEFAULT.keepAll(true);
      assertThat(EventSpec.DEFAULT.maxChars()).isEqualTo(1_048_576);
      assertThat(kept.maxCharsElse(77)).isEqualTo(kept.maxChars(77)).isNotEqualTo(kept);
      assertThat(TEN.maxCharsElse(77)).isEqualTo(TEN);
      assertThat(EventSpec.DEFAULT.maxChars(1_048_576).maxCharsElse(77).maxChars())
          .isEqualTo(1_048_576);
      assertThatIllegalArgumentException().isThrownBy(() -> TEN.maxCharsElse(0));
    }
  }

  @Nested
  class IllFormed {
    private byte[] stream() {
      return "data: a\n\ndata: b\u00FF\u00E2\ndata: c\n\n".getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void isReplacedByDefault() {
      for (List<byte[]> pieces : Cuts.hostile(stream())) {
        assertThat(Events.run(EventSpec.DEFAULT, BufferKind.DIRECT, pieces))
            .containsExactly(event("a"), event("b\uFFFD\uFFFD\nc"));
      }
    }

    @Test
    void isReportedBehindTheEventsBefore() {
      ByteStage<ServerSentEvent> stage =
          EventStages.decode(Events.UTF_8.onMalformed(MalformedPolicy.REPORT), EventSpec.DEFAULT);
      stage.offer(ByteBuffer.wrap(stream()));
      assertThat(stage.poll()).isEqualTo(event("a"));
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              IllFormedTextException.class,
              e -> assertThat(e.sequence().byteOffset()).isEqualTo(16));
      assertThat(stage.poll()).isNull();
      assertThat(stage.isSpent()).isTrue();
    }

    /** Though the line that it stands in is dropped. */
    @Test
    void aSequenceThatTheEndCutsIsTold() {
      byte[] stream = "data: a\n\ndata: b\u00E2\u0082".getBytes(StandardCharsets.ISO_8859_1);
      for (List<byte[]> pieces : Cuts.hostile(stream)) {
        List<IllFormedSequence> seen = new ArrayList<>();
        ByteStage<ServerSentEvent> stage =
            EventStages.decode(Events.UTF_8.observer(seen::add), EventSpec.DEFAULT);
        List<ServerSentEvent> events = new ArrayList<>();
        for (byte[] piece : pieces) {
          stage.offer(ByteBuffer.wrap(piece));
          events.addAll(Events.drain(stage));
        }
        assertThat(seen).isEmpty();
        stage.endOfInput();
        assertThat(Events.drain(stage)).isEmpty();
        assertThat(events).containsExactly(event("a"));
        assertThat(seen).extracting(IllFormedSequence::byteOffset).containsExactly(16L);
        assertThat(seen.get(0).endOfInput()).isTrue();
      }
    }
  }

  @Nested
  class GivenUp {
    @Test
    void whatIsBehindAnEventIsHandedOverAsItWasReceived() {
      ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT);
      byte[] rest = {'x', (byte) 0xFF, '\r', '\n'};
      stage.offer(ByteBuffer.allocate(12).put(Events.utf8("data: a\n")).put(rest).flip());
      assertThat(Events.drain(stage)).isEmpty();
      stage.offer(ByteBuffer.allocate(5).put((byte) '\n').put(rest).flip());
      assertThat(stage.poll()).isEqualTo(event("a"));
      assertThat(stage.takeUndelivered()).isEqualTo(rest);
      assertThat(stage.poll()).isNull();
    }

    /** What the next reader makes of it is what this stage would have made of it. */
    @Test
    void theFieldsOfAnOpenEventAreWrittenAgain() {
      byte[] stream =
          Events.utf8("id: 1\n\nid: 2\r\nevent: x\ndata: \uD83D\uDE00\ndata: b\nretry: 5\n\n");
      List<ServerSentEvent> expected =
          List.of(event("\uD83D\uDE00\nb").id("2").type("x").retry(Duration.ofMillis(5)));
      for (List<byte[]> pieces : Cuts.hostile(stream)) {
        ByteStage<ServerSentEvent> first = Events.stage(EventSpec.DEFAULT);
        first.offer(ByteBuffer.wrap(pieces.get(0)));
        List<ServerSentEvent> events = Events.drain(first);
        ByteStage<ServerSentEvent> second = Events.stage(EventSpec.DEFAULT);
        second.offer(ByteBuffer.wrap(first.takeUndelivered()));
        events.addAll(Events.drain(second));
        for (byte[] piece : pieces.subList(1, pieces.size())) {
          second.offer(ByteBuffer.wrap(piece));
          events.addAll(Events.drain(second));
        }
        assertThat(events).as(Cuts.describe(pieces)).isEqualTo(expected);
      }
    }

    /** An LF that comes later belongs to the CR before the cut: it is no empty line. */
    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r", "\n"})
    void anOpenEventIsHandedOverWithTheEndOfItsLastLine(String end) {
      String text = "data: a\n: c\nid: 7\n\nevent: x\ndata: b\nretry: 5\n\n\ndata: c\nid: 8\n\n";
      byte[] stream = Events.utf8(text.replace("\n", end));
      EventSpec spec = EventSpec.DEFAULT.keepAll(true);
      List<String> expected = told(Events.drain(offered(Events.stage(spec), stream)));
      for (int cut = 0; cut <= stream.length; cut++) {
        ByteStage<ServerSentEvent> first = Events.stage(spec);
        first.offer(ByteBuffer.wrap(stream, 0, cut));
        List<ServerSentEvent> events = Events.drain(first);
        ByteStage<ServerSentEvent> second = Events.stage(spec);
        events.addAll(Events.drain(offered(second, first.takeUndelivered())));
        second.offer(ByteBuffer.wrap(stream, cut, stream.length - cut));
        events.addAll(Events.drain(second));
        assertThat(told(events)).as("cut at %d", cut).isEqualTo(expected);
      }
    }

    private static ByteStage<ServerSentEvent> offered(
        ByteStage<ServerSentEvent> stage, byte[] bytes) {
      stage.offer(ByteBuffer.wrap(bytes));
      return stage;
    }

    /** As they are sent: an id of an event before, which the second reader has not, is not. */
    private static List<String> told(List<ServerSentEvent> events) {
      return events.stream().map(ServerSentEvent::toText).toList();
    }

    /** An id of a block without data is that of the next event, whoever reads it. */
    @Test
    void anIdThatNoEventHasToldIsHandedOver() {
      ByteStage<ServerSentEvent> first = Events.stage(EventSpec.DEFAULT);
      first.offer(ByteBuffer.wrap(Events.utf8("id: 1\n\nid: 2\nretry: 5\n\nevent: x\nda")));
      assertThat(Events.drain(first)).isEmpty();
      ByteStage<ServerSentEvent> second = Events.stage(EventSpec.DEFAULT);
      second.offer(ByteBuffer.wrap(first.takeUndelivered()));
      assertThat(Events.drain(second)).isEmpty();
      second.offer(ByteBuffer.wrap(Events.utf8("ta: a\n\n")));
      assertThat(Events.drain(second))
          .containsExactly(event("a").id("2").type("x").retry(Duration.ofMillis(5)));
    }

    @Test
    void closedStagesYieldNothing() {
      ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT);
      stage.offer(ByteBuffer.wrap(Events.utf8("data: a\n\n")));
      stage.close();
      assertThat(stage.poll()).isNull();
      assertThat(stage.resolvedEncoding()).contains(TextEncoding.UTF_8);
    }
  }

  /** What a relay writes says the same as what it has read. */
  @Test
  void allIsKeptForARelay() {
    String stream = ": x\n:y\n\nretry: 5\n\nid: 1\n\nevent: e\n\n: z\nid:\ndata: a\n\nfoo: bar\n\n";
    ByteStage<ServerSentEvent> stage = Events.stage(EventSpec.DEFAULT.keepAll(true));
    List<ServerSentEvent> events = Events.offer(stage, stream);
    ServerSentEvent nothing = new ServerSentEvent(null, "", null, null, null);
    assertThat(events)
        .containsExactly(
            ServerSentEvent.comment("x"),
            ServerSentEvent.comment("y"),
            nothing.retry(Duration.ofMillis(5)),
            nothing.id("1"),
            nothing.id("1").type("e"),
            ServerSentEvent.comment("z"),
            event("a").id(""));
    StringBuilder again = new StringBuilder();
    events.forEach(e -> again.append(e.toText()));
    assertThat(Events.offer(Events.stage(EventSpec.DEFAULT.keepAll(true)), again.toString()))
        .isEqualTo(events);
  }

  @Test
  void encodedEventsAreBuffersOfTheirOwn() {
    Stage<ServerSentEvent, ByteBuffer> stage =
        EventStages.encode(EncoderSpec.of(TextEncoding.UTF_8), OutputBuffers.onHeap());
    for (String data : List.of("a\uD83D", "\uDE00b", "")) {
      stage.offer(event(data));
      ByteBuffer bytes = stage.poll();
      String text =
          "data: " + data.replace('\uD83D', '\uFFFD').replace('\uDE00', '\uFFFD') + "\n\n";
      assertThat(StandardCharsets.UTF_8.decode(bytes).toString()).isEqualTo(text);
      assertThat(stage.poll()).isNull();
    }
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThatThrownBy(() -> stage.offer(event("a"))).isInstanceOf(IllegalStateException.class);
  }
}
