/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bodies of one connection that is kept alive, by the handler that the guide shows: what comes
 * of each is what comes of it alone.
 */
class HttpBodiesTest extends HandlerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  /** Many of them end where another could go on: in a line, a sequence, an event, a mark. */
  private static final List<byte[]> BODIES =
      List.of(
          utf8("user=alice"),
          utf8("user=bob\n"),
          Samples.hex("61F09F"),
          Samples.hex("988062"),
          utf8(""),
          utf8("id: 7\ndata: half"),
          utf8("data: x\n\ndata: y\n\n"),
          Samples.hex("EFBB"),
          Samples.hex("BF61FF"),
          utf8("last\r"),
          utf8("\nof all"));

  /** What is put into the pipeline for each body. */
  private enum Decoders {
    LINES(() -> new TextLineDecoder(UTF_8, LINE_SPEC)),
    TEXT(() -> new TextStreamDecoder(UTF_8)),
    REPORTED(() -> new TextStreamDecoder(UTF_8.onMalformed(MalformedPolicy.REPORT))),
    TRANSCODED(() -> new TextStreamTranscoder(UTF_8, EncoderSpec.of(TextEncoding.UTF_16))),
    EVENTS(ServerSentEventDecoder::new);

    private final Supplier<StageDecoder<?>> make;

    Decoders(Supplier<StageDecoder<?>> make) {
      this.make = make;
    }
  }

  private static final LineSpec LINE_SPEC = LineSpec.of(LineBreaks.ANY);

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** As the guide and the javadoc show it, for any decoder. */
  private static final class BodyBytes extends SimpleChannelInboundHandler<HttpContent> {
    private final Supplier<StageDecoder<?>> decoders;

    BodyBytes(Supplier<StageDecoder<?>> decoders) {
      this.decoders = decoders;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpContent part) {
      if (part.decoderResult().isFailure()) {
        ctx.fireExceptionCaught(part.decoderResult().cause());
        return;
      }
      ctx.fireChannelRead(part.content().retain());
      if (part instanceof LastHttpContent) {
        ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        ctx.pipeline().replace(StageDecoder.class, null, decoders.get());
      }
    }
  }

  /** What comes out, by body: pieces of text and of bytes are joined. */
  private static final class Outputs extends ChannelInboundHandlerAdapter {
    private final boolean inPieces;
    private final List<List<Object>> bodies = new ArrayList<>(List.of(new ArrayList<>()));

    Outputs(Decoders decoders) {
      this.inPieces = decoders != Decoders.LINES;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof ByteBuf bytes) {
        add(ByteBufUtil.hexDump(bytes));
        bytes.release();
      } else if (message instanceof String || message instanceof ServerSentEvent) {
        add(message);
      }
    }

    private void add(Object output) {
      List<Object> body = bodies.get(bodies.size() - 1);
      boolean joins =
          inPieces
              && output instanceof String
              && !body.isEmpty()
              && body.get(body.size() - 1) instanceof String;
      if (joins) {
        body.set(body.size() - 1, body.get(body.size() - 1) + "" + output);
      } else if (!(inPieces && "".equals(output))) {
        body.add(output);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
      bodies.get(bodies.size() - 1).add(List.of(String.valueOf(failure.getMessage())));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        bodies.add(new ArrayList<>());
      }
    }
  }

  /** What comes of a body that is the only one of its channel. */
  private List<Object> alone(Decoders decoders, byte[] body) {
    Outputs outputs = new Outputs(decoders);
    EmbeddedChannel channel = new EmbeddedChannel(decoders.make.get(), outputs);
    channel.writeInbound(buffers.of(body));
    channel.finish();
    return outputs.bodies.get(0);
  }

  private static byte[] requests(List<byte[]> bodies) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] body : bodies) {
      boolean chunked = body.length > 2 && body.length % 2 == 0;
      all.writeBytes(
          utf8(
              "POST / HTTP/1.1\r\n"
                  + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length)
                  + "\r\n\r\n"));
      if (chunked) {
        for (byte[] chunk : Cuts.every(body, 2)) {
          all.writeBytes(utf8("2\r\n"));
          all.writeBytes(chunk);
          all.writeBytes(utf8("\r\n"));
        }
        all.writeBytes(utf8("0\r\n\r\n"));
      } else {
        all.writeBytes(body);
      }
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @EnumSource
  void whatComesOfABodyIsWhatComesOfItAlone(Decoders decoders) {
    List<List<Object>> expected = new ArrayList<>();
    BODIES.forEach(body -> expected.add(alone(decoders, body)));
    expected.add(List.of());
    byte[] requests = requests(BODIES);
    for (Buffers.Kind kind : List.of(Buffers.Kind.HEAP, Buffers.Kind.DIRECT)) {
      for (int size : new int[] {1, 2, 3, 5, 7, 11, 13, 17, 50, 64, requests.length}) {
        Outputs outputs = new Outputs(decoders);
        EmbeddedChannel channel =
            new EmbeddedChannel(
                new HttpServerCodec(), new BodyBytes(decoders.make), decoders.make.get(), outputs);
        Cuts.every(requests, size).forEach(part -> channel.writeInbound(buffers.of(kind, part)));
        channel.finishAndReleaseAll();
        assertThat(outputs.bodies).as("%s, pieces of %s", kind, size).isEqualTo(expected);
      }
    }
  }

  /** A body that a broken chunk cuts does not look whole. */
  @Test
  void aBodyThatIsCutHasNoEnd() {
    Outputs outputs = new Outputs(Decoders.LINES);
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new HttpServerCodec(),
            new BodyBytes(Decoders.LINES.make),
            Decoders.LINES.make.get(),
            outputs);
    String head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    channel.writeInbound(buffers.of(utf8(head + "3\r\na\nb\r\nno chunk\r\n")));
    assertThat(outputs.bodies).hasSize(1);
    assertThat(outputs.bodies.get(0)).hasSize(2).element(0).isEqualTo("a");
    channel.finishAndReleaseAll();
  }
}
