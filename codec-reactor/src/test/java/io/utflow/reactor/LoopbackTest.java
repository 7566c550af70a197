/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/** Text in random pieces through a real socket into a real reactor-netty server. */
class LoopbackTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static List<TextEncoding> encodings() {
    return Buffered.ENCODINGS;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void textArrivesAsItWasSent(TextEncoding encoding) throws IOException {
    String text = Buffered.TEXT.repeat(100);
    Sinks.One<String> received = Sinks.one();
    DisposableServer server =
        TcpServer.create()
            .host("127.0.0.1")
            .port(0)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(7))
            .handle(
                (in, out) -> {
                  in.receive()
                      .retain()
                      .transform(ByteBufText.decode(encoding))
                      .collect(StringBuilder::new, StringBuilder::append)
                      .map(StringBuilder::toString)
                      .subscribe(received::tryEmitValue, received::tryEmitError);
                  // Cancelled when the peer closes, so the text must not be part of it.
                  return Mono.never();
                })
            .bindNow();
    try {
      send(randomPieces(Buffered.encode(text, encoding), new Random(42)), server.port());
      assertThat(received.asMono().block(PATIENCE)).isEqualTo(text);
    } finally {
      server.disposeNow();
    }
  }

  /** reactor-netty releases what it emits: the second release fails, or reading after the first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForgottenRetainIsAnErrorWithAdvice(boolean onAnotherThread) throws IOException {
    Sinks.One<String> received = Sinks.one();
    DisposableServer server =
        TcpServer.create()
            .host("127.0.0.1")
            .port(0)
            .handle(
                (in, out) -> {
                  Flux<ByteBuf> bytes = in.receive();
                  (onAnotherThread ? bytes.publishOn(Schedulers.parallel()) : bytes)
                      .transform(ByteBufText.decode(TextEncoding.UTF_8))
                      .ignoreElements()
                      .subscribe(text -> {}, received::tryEmitError);
                  return Mono.never();
                })
            .bindNow();
    try {
      send(List.of(new byte[] {'a'}), server.port());
      assertThatThrownBy(() -> received.asMono().block(PATIENCE))
          .isInstanceOf(IllegalReferenceCountException.class)
          .hasMessageContaining("receive().retain()");
    } finally {
      server.disposeNow();
    }
  }

  private static void send(List<byte[]> pieces, int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      for (byte[] piece : pieces) {
        socket.getOutputStream().write(piece);
      }
    }
  }

  private static List<byte[]> randomPieces(byte[] bytes, Random random) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0, to; from < bytes.length; from = to) {
      to = Math.min(from + 1 + random.nextInt(7), bytes.length);
      pieces.add(Arrays.copyOfRange(bytes, from, to));
    }
    return pieces;
  }
}
