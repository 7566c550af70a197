package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.TextEncoding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/** Text in random pieces through a real socket into a real reactor-netty server. */
class LoopbackTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static List<TextEncoding> encodings() {
    return Buffered.ENCODINGS;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void textArrivesAsItWasSent(TextEncoding encoding) {
    String text = Buffered.TEXT.repeat(100);
    Sinks.One<String> received = Sinks.one();
    DisposableServer server =
        TcpServer.create()
            .host("127.0.0.1")
            .port(0)
            .handle(
                (in, out) ->
                    in.receive()
                        .retain()
                        .transform(ByteBufText.decode(encoding))
                        .collect(StringBuilder::new, StringBuilder::append)
                        .doOnSuccess(all -> received.tryEmitValue(all.toString()))
                        .doOnError(received::tryEmitError)
                        .then())
            .bindNow();
    try {
      Connection client = TcpClient.create().host("127.0.0.1").port(server.port()).connectNow();
      Flux<ByteBuf> pieces =
          Flux.fromIterable(randomPieces(Buffered.encode(text, encoding), new Random(42)))
              .map(Unpooled::wrappedBuffer);
      client.outbound().send(pieces, piece -> true).then().block(PATIENCE);
      client.disposeNow();
      assertThat(received.asMono().block(PATIENCE)).isEqualTo(text);
    } finally {
      server.disposeNow();
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
