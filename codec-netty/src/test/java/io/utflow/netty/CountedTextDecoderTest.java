/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.CountedPart;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.testing.CountedModel;
import io.utflow.codec.testing.CountedProtocol;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lines and what they announce, fired as the protocol makes it. */
class CountedTextDecoderTest extends HandlerTest {
  /** A line, or after {@code $} and its length a text. */
  private static final class Replies implements CountedTexts<String> {
    private CountedPart next = CountedPart.CRLF_LINE;

    @Override
    public CountedPart next() {
      return next;
    }

    @Override
    public @Nullable String line(String line) {
      if (line.startsWith("$")) {
        next = CountedPart.text(CountedPart.length(line.substring(1)), (byte) '\r', (byte) '\n');
        return null;
      }
      return line;
    }

    @Override
    public String text(String text) {
      next = CountedPart.CRLF_LINE;
      return "<" + text + ">";
    }
  }

  private EmbeddedChannel channel(Recorder receiver) {
    return new EmbeddedChannel(
        new CountedTextDecoder<>(TextEncoding.UTF_8, new Replies(), 16, 32), receiver);
  }

  @Test
  void whatIsFiredDoesNotDependOnTheCut() {
    byte[] stream =
        "+OK\r\n$7\r\n\u00E9\r\n\u20AC\r\n-ERR\r\n$2\r\nabc".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> pieces : Cuts.hostile(stream)) {
      for (Buffers.Kind kind : Buffers.Kind.values()) {
        Recorder receiver = new Recorder();
        EmbeddedChannel channel = channel(receiver);
        pieces.forEach(piece -> channel.writeInbound(buffers.of(kind, piece)));
        channel.finish();
        List<Object> events = receiver.events();
        assertThat(events.subList(0, 3))
            .as("%s %s", Cuts.describe(pieces), kind)
            .containsExactly("+OK", "<\u00E9\r\n\u20AC>", "-ERR");
        assertThat(events.get(3))
            .isInstanceOf(DecoderException.class)
            .extracting(failure -> ((DecoderException) failure).getCause())
            .isInstanceOf(FrameException.class);
        assertThat(events.subList(4, events.size())).containsExactly(Recorder.INACTIVE);
      }
    }
  }

  /** Random streams, by a model that knows no cut. */
  @Test
  void whatIsFiredIsWhatTheModelReads() {
    Random random = new Random(5);
    Buffers.Kind[] kinds = Buffers.Kind.values();
    for (int i = 0; i < Product.sampled(900); i++) {
      byte[] stream = CountedProtocol.stream(random);
      boolean tolerant = random.nextBoolean();
      MalformedPolicy policy = i % 2 == 0 ? MalformedPolicy.REPLACE : MalformedPolicy.REPORT;
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(policy);
      List<String> expected = CountedModel.of(spec, tolerant, 20, 30, stream);
      for (List<byte[]> pieces : Cuts.hostile(stream)) {
        Recorder receiver = new Recorder();
        EmbeddedChannel channel =
            new EmbeddedChannel(
                new CountedTextDecoder<>(spec, CountedProtocol.of(tolerant), 20, 30), receiver);
        Buffers.Kind kind = kinds[i % kinds.length];
        pieces.forEach(piece -> channel.writeInbound(buffers.of(kind, piece)));
        channel.finish();
        assertThat(receiver.events().stream().map(CountedTextDecoderTest::told).toList())
            .as("%s of %s", Cuts.describe(pieces), Arrays.toString(stream))
            .isEqualTo(
                Stream.concat(expected.stream(), Stream.of(told(Recorder.INACTIVE))).toList());
      }
    }
  }

  private static String told(Object event) {
    return event instanceof DecoderException failure
            && failure.getCause() instanceof FrameException lost
        ? "!" + lost.reason() + " " + lost.byteOffset()
        : event.toString();
  }

  /** Behind STARTTLS, say, others read on. */
  @Test
  void aRemovalHandsOverWhatFollows() {
    Recorder receiver = new Recorder();
    EmbeddedChannel channel = channel(receiver);
    receiver.onFirstRead((ctx, line) -> channel.pipeline().remove(CountedTextDecoder.class));
    channel.writeInbound(buffers.of("a\r\n$3\r\nab".getBytes(StandardCharsets.US_ASCII)));
    byte[] rest = "$3\r\nab".getBytes(StandardCharsets.US_ASCII);
    assertThat(receiver.events())
        .containsExactly("a", new Recorder.Bytes(ByteBufUtil.hexDump(rest)));
    channel.finish();
  }
}
