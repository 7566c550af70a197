/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.sse.TooLongEventException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Server-sent events on every facade: cuts, demand, failures, and who refers to the buffers. */
class EventsTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String STREAM =
      "id: 1\r\n"
          + "data: \uD83D\uDE00\r\n\r\n"
          + ": hi\n\n"
          + "data\n"
          + "data: \u20AC\n\n"
          + "event: x\r"
          + "data: c\r\r"
          + "data: d\n";
  private static final List<ServerSentEvent> EVENTS =
      List.of(
          ServerSentEvent.of("\uD83D\uDE00").id("1"),
          ServerSentEvent.of("\n\u20AC").id("1"),
          ServerSentEvent.of("c").id("1").type("x"));

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  static List<KindOfBuffer<?>> counted() {
    return KindOfBuffer.counted();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void eventsAreTheSameHoweverTheyAreCut(KindOfBuffer<B> surface) {
    for (List<byte[]> cut : Buffered.everyCut(utf8(STREAM))) {
      for (long demand : new long[] {1, 2, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<ServerSentEvent> events =
            delivery.flux().transform(surface.facade().events().apply(UTF_8, EventSpec.DEFAULT));
        assertThat(Collector.all(events, demand)).isEqualTo(EVENTS);
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void aTooLongEventFailsBehindTheEventsBeforeIt(KindOfBuffer<B> surface) {
    Delivery<B> delivery =
        new Delivery<>(
            surface, List.of(utf8("data:a\n\ndata:1234"), utf8("56\ndata:7890\n\n"), utf8("\n")));
    StepVerifier.create(
            delivery
                .flux()
                .transform(surface.facade().events().apply(UTF_8, EventSpec.DEFAULT.maxChars(10))))
        .expectNext(ServerSentEvent.of("a"))
        .expectError(TooLongEventException.class)
        .verify();
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void cancelledAfterAnEvent(KindOfBuffer<B> surface) {
    Delivery<B> delivery =
        new Delivery<>(surface, List.of(utf8("data:a\n\ndata:b\n\n"), utf8("data:c\n\n")));
    Collector<ServerSentEvent> collector = new Collector<ServerSentEvent>(1).cancellingAfter(1);
    delivery
        .flux()
        .transform(surface.facade().events().apply(UTF_8, EventSpec.DEFAULT))
        .subscribe(collector);
    assertThat(collector.received()).containsExactly(ServerSentEvent.of("a"));
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  /** What one facade writes, it reads: one buffer for each event. */
  @Test
  void whatIsWrittenIsRead() {
    check(
        KindOfBuffer.all().get(0),
        ByteArrayText.encodeEvents(),
        ByteArrayText.events(),
        byte[].class);
    check(
        KindOfBuffer.all().get(1),
        ByteBufferText.encodeEvents(),
        ByteBufferText.events(),
        ByteBuffer.class);
    check(
        KindOfBuffer.pooledDirect(),
        ByteBufText.encodeEvents(),
        ByteBufText.events(),
        ByteBuf.class);
    check(
        KindOfBuffer.all().get(8),
        DataBufferText.encodeEvents(),
        DataBufferText.events(),
        DataBuffer.class);
  }

  private static <B> void check(
      KindOfBuffer<?> surface,
      Function<Flux<? extends ServerSentEvent>, Flux<B>> encode,
      Function<Flux<? extends B>, Flux<ServerSentEvent>> decode,
      Class<B> type) {
    List<B> buffers = new ArrayList<>();
    Flux<B> encoded = Flux.fromIterable(EVENTS).transform(encode).doOnNext(buffers::add);
    assertThat(encoded.transform(decode).collectList().block()).isEqualTo(EVENTS);
    assertThat(buffers).hasSize(3).allMatch(type::isInstance);
    @SuppressWarnings("unchecked")
    KindOfBuffer<B> same = (KindOfBuffer<B>) surface;
    assertThat(buffers).allMatch(buffer -> same.references().applyAsInt(buffer) == 0);
  }

  @Test
  void specsOfOtherEncodingsAreRefusedWhenTheOperatorIsMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ByteBufText.events(DecoderSpec.of(TextEncoding.UTF_16LE), EventSpec.DEFAULT));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteArrayText.encodeEvents(EncoderSpec.of(TextEncoding.UTF_16)));
  }
}
