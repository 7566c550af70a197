/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.charset.StandardCharsets;

/** What tests of bodies of HTTP share. */
abstract class HttpHandlerTest extends HandlerTest {
  static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  static final DecoderSpec STRICT = UTF_8.onMalformed(MalformedPolicy.REPORT);
  static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  final HttpRecorder told = new HttpRecorder();

  EmbeddedChannel server(HttpTextDecoder<?> decoder) {
    return new EmbeddedChannel(new HttpServerCodec(), decoder, told);
  }

  static HttpTextDecoder<String> lines() {
    return HttpTextDecoder.lines(STRICT, LINES);
  }

  ByteBuf octets(String text) {
    return buffers.of(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String post(String headers, String body) {
    return "POST / HTTP/1.1\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  static FullHttpRequest full(String uri, String body) {
    return new DefaultFullHttpRequest(
        HttpVersion.HTTP_1_1,
        HttpMethod.POST,
        uri,
        Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
  }
}
