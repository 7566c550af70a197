/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stream of HTTP/2 is a channel: its frames of data are cut anywhere, and a reset cuts it. */
class Http2BodiesTest extends HandlerTest {
  private final HttpRecorder told = new HttpRecorder();

  private EmbeddedChannel stream() {
    return new EmbeddedChannel(
        new Http2StreamFrameToHttpObjectCodec(true),
        HttpTextDecoder.lines(
            DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT),
            LineSpec.of(LineBreaks.LF_OR_CRLF)),
        told);
  }

  private static Http2Headers post() {
    return new DefaultHttp2Headers().method("POST").path("/").scheme("http");
  }

  @Test
  void aBodyIsReadHoweverItsFramesAreCut() {
    byte[] body = "gr\u00FC\u00DFe\n\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> pieces : Cuts.hostile(body)) {
      EmbeddedChannel channel = stream();
      channel.writeInbound(new DefaultHttp2HeadersFrame(post(), false));
      for (byte[] piece : pieces) {
        channel.writeInbound(new DefaultHttp2DataFrame(buffers.of(piece), false));
      }
      channel.writeInbound(new DefaultHttp2DataFrame(buffers.of(), true));
      assertThat(told.take())
          .as(Cuts.describe(pieces))
          .containsExactly("</>", "gr\u00FC\u00DFe", "\uD83D\uDE00", ".");
      channel.finishAndReleaseAll();
      told.take();
    }
  }

  @Test
  void aStreamWithoutDataAndOneWithTrailers() {
    EmbeddedChannel channel = stream();
    channel.writeInbound(new DefaultHttp2HeadersFrame(post(), true));
    assertThat(told.take()).containsExactly("</>", ".");
    channel.finishAndReleaseAll();
    EmbeddedChannel other = stream();
    other.writeInbound(
        new DefaultHttp2HeadersFrame(post(), false),
        new DefaultHttp2DataFrame(buffers.of((byte) 'a'), false),
        new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().set("sum", "1"), true));
    assertThat(told.take()).containsExactly("inactive", "</>", "a", ".[sum=1]");
    other.finishAndReleaseAll();
  }

  @Test
  void aResetCutsTheBody() {
    EmbeddedChannel channel = stream();
    channel.writeInbound(
        new DefaultHttp2HeadersFrame(post(), false),
        new DefaultHttp2DataFrame(buffers.of((byte) 'a', (byte) '\n', (byte) 'b'), false));
    channel.pipeline().fireUserEventTriggered(new DefaultHttp2ResetFrame(Http2Error.CANCEL));
    channel.close();
    assertThat(told.take()).containsExactly("</>", "a", "!400", "inactive");
    channel.finishAndReleaseAll();
  }

  @Test
  void aStreamFailsAlone() {
    EmbeddedChannel channel = stream();
    channel.writeInbound(
        new DefaultHttp2HeadersFrame(post(), false),
        new DefaultHttp2DataFrame(buffers.of((byte) 0xFF), false),
        new DefaultHttp2DataFrame(buffers.of((byte) 'a'), true));
    assertThat(told.take()).containsExactly("</>", "!400");
    channel.finishAndReleaseAll();
  }
}
