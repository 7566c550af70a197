/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.netty.StageDecoder;
import io.utflow.reactor.ByteArrayText;
import io.utflow.reactor.ByteBufText;
import io.utflow.reactor.ByteBufferText;
import io.utflow.reactor.DataBufferText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;

/** One stage, the same pairs on every surface, in every encoding, wherever the bytes are cut. */
class KeyValuesTest {
  private static final String TEXT =
      "# people\r\n"
          + "name=\u041E\u043B\u044C\u0433\u0430 \uD83D\uDE00\n\n"
          + "city = K\u00F6ln\r"
          + "last=\u20AC";

  private static final List<Map.Entry<String, String>> PAIRS =
      List.of(
          Map.entry("name", "\u041E\u043B\u044C\u0433\u0430 \uD83D\uDE00"),
          Map.entry("city", "K\u00F6ln"),
          Map.entry("last", "\u20AC"));

  /** What runs a stage. */
  enum Surface {
    BY_HAND {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        try (ByteStage<Map.Entry<String, String>> stage = KeyValues.of(spec)) {
          for (byte[] piece : pieces) {
            stage.offer(ByteBuffer.wrap(piece));
            poll(stage, all);
          }
          stage.endOfInput();
          poll(stage, all);
        }
        return all;
      }
    },
    NETTY {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        EmbeddedChannel channel = new EmbeddedChannel(new StageDecoder<>(KeyValues.of(spec)));
        try {
          for (byte[] piece : pieces) {
            channel.writeInbound(Unpooled.wrappedBuffer(piece));
          }
        } finally {
          channel.finish();
        }
        List<Map.Entry<String, String>> all = new ArrayList<>();
        Map.Entry<String, String> next;
        while ((next = channel.readInbound()) != null) {
          all.add(next);
        }
        return all;
      }
    },
    BYTE_BUF {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        return collected(
            Flux.fromIterable(pieces)
                .map(Unpooled::wrappedBuffer)
                .transform(ByteBufText.through(() -> KeyValues.of(spec))));
      }
    },
    DATA_BUFFER {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        return collected(
            Flux.fromIterable(pieces)
                .<DataBuffer>map(DefaultDataBufferFactory.sharedInstance::wrap)
                .transform(DataBufferText.through(() -> KeyValues.of(spec))));
      }
    },
    BYTE_BUFFER {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        return collected(
            Flux.fromIterable(pieces)
                .map(ByteBuffer::wrap)
                .transform(ByteBufferText.through(() -> KeyValues.of(spec))));
      }
    },
    BYTE_ARRAY {
      @Override
      List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces) {
        return collected(
            Flux.fromIterable(pieces).transform(ByteArrayText.through(() -> KeyValues.of(spec))));
      }
    };

    abstract List<Map.Entry<String, String>> read(DecoderSpec spec, List<byte[]> pieces);
  }

  private static <O> List<O> collected(Flux<O> all) {
    return Objects.requireNonNull(all.collectList().block());
  }

  private static <O> void poll(ByteStage<O> stage, List<O> all) {
    O next;
    while ((next = stage.poll()) != null) {
      all.add(next);
    }
  }

  private static byte[] encoded(TextEncoding encoding, String text) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * text.length() + 4);
    EncoderSpec.of(encoding).newEncoder().encode(text, 0, bytes, true);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @ParameterizedTest
  @EnumSource
  void everyCutOfEveryEncodingIsTheSamePairs(Surface surface) {
    for (TextEncoding encoding :
        List.of(TextEncoding.UTF_8, TextEncoding.UTF_16, TextEncoding.UTF_32LE)) {
      byte[] bytes = encoded(encoding, TEXT);
      for (int at = 0; at <= bytes.length; at++) {
        List<byte[]> pieces =
            List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length));
        assertThat(surface.read(DecoderSpec.of(encoding), pieces))
            .as("%s cut at %d", encoding, at)
            .isEqualTo(PAIRS);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLineThatIsNoPairIsTheError(Surface surface) {
    List<byte[]> pieces = List.of(encoded(TextEncoding.UTF_8, "a=1\nb\nc=2\n"));
    assertThatThrownBy(() -> surface.read(DecoderSpec.of(TextEncoding.UTF_8), pieces))
        .satisfies(
            e ->
                assertThat(e instanceof DecoderException ? e.getCause() : e)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("expected key=value, but the line is: b"));
  }
}
