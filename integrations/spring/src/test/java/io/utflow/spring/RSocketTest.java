/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.DefaultPayload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractDecoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

/** Payloads are whole texts. */
class RSocketTest {
  private static final MimeType UTF_16 = MimeType.valueOf("text/plain;charset=utf-16");
  private static final String[] TEXTS = {"a\n\u4E2D", "\uD83D\uDE00"};

  @Test
  void payloadsAreDecodedByOurs() {
    RSocketStrategies strategies =
        RSocketStrategies.builder()
            .decoders(all -> all.add(0, UtflowCodecs.decoder(CodecSpec.DEFAULT)))
            .build();
    CloseableChannel server =
        RSocketServer.create(
                SocketAcceptor.forRequestStream(
                    payload -> {
                      payload.release();
                      return Flux.just(TEXTS)
                          .map(text -> text.getBytes(StandardCharsets.UTF_16))
                          .map(DefaultPayload::create);
                    }))
            .bindNow(TcpServerTransport.create("localhost", 0));
    RSocketRequester client =
        RSocketRequester.builder()
            .rsocketStrategies(strategies)
            .dataMimeType(UTF_16)
            .tcp("localhost", server.address().getPort());
    try {
      assertThat(
              client
                  .route("texts")
                  .retrieveFlux(String.class)
                  .collectList()
                  .block(Duration.ofMinutes(2)))
          .containsExactly(TEXTS);
    } finally {
      client.dispose();
      server.dispose();
    }
  }

  /** A decoder as that of JSON: not one of Spring's core, and with a MIME type of its own. */
  private static final class OfObjects extends AbstractDecoder<Object> {
    static final MimeType TYPE = MimeType.valueOf("application/objects");

    OfObjects() {
      super(TYPE);
    }

    @Override
    public Flux<Object> decode(
        Publisher<DataBuffer> input,
        ResolvableType elementType,
        MimeType mimeType,
        Map<String, Object> hints) {
      return Flux.error(new UnsupportedOperationException());
    }
  }

  /** Objects go on being sent in the type of their own codec. */
  @Test
  void theTypeInWhichDataIsSentStaysThatOfTheOtherCodecs() {
    for (boolean withOurs : List.of(false, true)) {
      RSocketStrategies strategies =
          RSocketStrategies.builder()
              .decoder(new OfObjects())
              .decoders(
                  all -> {
                    if (withOurs) {
                      all.add(0, UtflowCodecs.decoder(CodecSpec.DEFAULT));
                    }
                  })
              .build();
      RSocketRequester client =
          RSocketRequester.builder()
              .rsocketStrategies(strategies)
              .transport(TcpClientTransport.create(1));
      assertThat(client.dataMimeType()).isEqualTo(OfObjects.TYPE);
      client.dispose();
    }
  }
}
