/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.StageDecoder;
import io.utflow.reactor.ByteArrayText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** In a pipeline of Netty and in a {@code Flux}: the same text for every cut of the bytes. */
class SurfacesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final byte[] BYTES =
      "a\u001B]0;\u20AC\u0007\uD83D\uDE00\u202E\r\nb".getBytes(StandardCharsets.UTF_8);
  private static final String GUARDED = "a\\x1b]0;\u20AC\\x07\uD83D\uDE00\\u202e\\r\nb";

  @Test
  void inAFlux() {
    for (List<byte[]> cut : Cuts.hostile(BYTES)) {
      String text =
          Flux.fromIterable(cut)
              .transform(
                  ByteArrayText.through(
                      () -> Stages.decode(UTF_8).then(TextGuard.forTerminals().stage())))
              .reduce("", String::concat)
              .block();
      assertThat(text).isEqualTo(GUARDED);
    }
  }

  @Test
  void inAPipeline() {
    for (List<byte[]> cut : Cuts.hostile(BYTES)) {
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new StageDecoder<>(Stages.decode(UTF_8).then(TextGuard.forTerminals().stage())));
      cut.forEach(piece -> channel.writeInbound(Unpooled.wrappedBuffer(piece)));
      channel.finish();
      assertThat(String.join("", received(channel))).isEqualTo(GUARDED);
    }
  }

  @Test
  void aReportIsAnErrorBehindTheTextBefore() {
    TextGuard guard = TextGuard.forTerminals().onUnwanted(GuardAction.REPORT);
    List<String> out = new ArrayList<>();
    assertThatExceptionOfType(UnwantedTextException.class)
        .isThrownBy(
            () ->
                Flux.just(BYTES)
                    .transform(
                        ByteArrayText.through(() -> Stages.decode(UTF_8).then(guard.stage())))
                    .doOnNext(out::add)
                    .blockLast());
    assertThat(out).containsExactly("a");
    EmbeddedChannel channel =
        new EmbeddedChannel(new StageDecoder<>(Stages.decode(UTF_8).then(guard.stage())));
    assertThatExceptionOfType(DecoderException.class)
        .isThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(BYTES)))
        .withCauseInstanceOf(UnwantedTextException.class);
    assertThat(received(channel)).containsExactly("a");
  }

  /** Lines are found in the bytes, and guarded behind that. */
  @Test
  void behindLines() {
    List<String> lines =
        Flux.just("a\u001B[m\r\nb\u202E\n".getBytes(StandardCharsets.UTF_8))
            .transform(ByteArrayText.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)))
            .map(TextGuard.forLogs()::guard)
            .collectList()
            .block();
    assertThat(lines).containsExactly("a\\x1b[m", "b\\u202e");
  }

  private static List<String> received(EmbeddedChannel channel) {
    List<String> received = new ArrayList<>();
    for (String piece = channel.readInbound(); piece != null; piece = channel.readInbound()) {
      received.add(piece);
    }
    return received;
  }
}
