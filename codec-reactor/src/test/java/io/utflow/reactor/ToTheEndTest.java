/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class ToTheEndTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CONNECTIONS = 300;

  /** The server cancels when a peer closes; each line is stored nevertheless, however slowly. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyLineOfEachConnectionIsStored(boolean halfClosed) throws IOException {
    Sinks.Many<String> stored = Sinks.many().unicast().onBackpressureBuffer();
    DisposableServer server =
        TcpServer.create()
            .host("127.0.0.1")
            .port(0)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(5))
            .handle(
                (in, out) ->
                    in.receive()
                        .retain()
                        .transform(ByteBufText.lines(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF))
                        .concatMap(line -> store(stored, line))
                        .as(ByteBufText.toTheEnd()))
            .bindNow();
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        open.add(socket);
        String text = "first %d\nsecond %d\nlast %d".formatted(i, i, i);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        if (halfClosed) {
          socket.shutdownOutput();
        } else {
          socket.close();
        }
      }
      List<String> lines =
          stored.asFlux().take(3 * CONNECTIONS).collectList().blockOptional(PATIENCE).orElseThrow();
      assertThat(lines)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, CONNECTIONS)
                  .boxed()
                  .flatMap(i -> Flux.just("first " + i, "second " + i, "last " + i).toStream())
                  .toList());
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
      server.disposeNow();
    }
  }

  private static Mono<Void> store(Sinks.Many<String> stored, String line) {
    return Mono.<Void>fromRunnable(
            () -> stored.emitNext(line, Sinks.EmitFailureHandler.busyLooping(PATIENCE)))
        .subscribeOn(Schedulers.boundedElastic());
  }

  @Test
  void theEndIsToldAndElementsAreDiscarded() {
    List<Object> discarded = new ArrayList<>();
    StepVerifier.create(
            Flux.just("a", "b")
                .as(ByteBufText.toTheEnd())
                .doOnDiscard(String.class, discarded::add))
        .verifyComplete();
    assertThat(discarded).containsExactly("a", "b");
    StepVerifier.create(Mono.just(1).as(ByteBufText.toTheEnd()), 0).verifyComplete();
  }

  @Test
  void aFailureIsPassedOn() {
    StepVerifier.create(Flux.error(new IOException("x")).as(ByteBufText.toTheEnd()))
        .verifyErrorMessage("x");
  }

  @Test
  void theContextOfTheSubscriberReachesTheSource() {
    StepVerifier.create(
            Mono.deferContextual(context -> Mono.error(new IOException(context.get("k") + "")))
                .as(ByteBufText.toTheEnd())
                .contextWrite(context -> context.put("k", "value")))
        .verifyErrorMessage("value");
  }

  @Test
  void aCancelDoesNotReachTheSourceWhoseFailureIsDroppedThen() {
    TestPublisher<String> source = TestPublisher.create();
    List<String> seen = new ArrayList<>();
    List<Throwable> dropped = new ArrayList<>();
    Disposable subscription =
        source
            .flux()
            .doOnNext(seen::add)
            .as(ByteBufText.toTheEnd())
            .contextWrite(
                context ->
                    context.put("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped::add))
            .subscribe();
    source.next("before");
    subscription.dispose();
    source.next("after");
    source.assertNotCancelled();
    IOException failure = new IOException("behind the cancel");
    source.error(failure);
    assertThat(seen).containsExactly("before", "after");
    assertThat(dropped).containsExactly(failure);
  }
}
