/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.stage.RecordSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of HTTP that fail, have no body, or are encoded. */
class HttpMessagesTest extends HttpHandlerTest {
  // Failures.

  @Test
  void aMessageFailsAloneAndTheNextIsReadAsIfNothingHadHappened() {
    EmbeddedChannel channel = server(lines());
    channel.writeInbound(
        octets(post("", "a\n\u00FFb\nc\n") + post("", "d\n") + post("", "\u00C3") + post("", "e")));
    assertThat(told.take())
        .containsExactly("</>", "a", "!400", "</>", "d", ".", "</>", "!400", "</>", "e", ".");
    assertThat(told.errors.get(0)).hasCauseInstanceOf(IllFormedTextException.class);
    channel.finishAndReleaseAll();
  }

  @Test
  void theRestOfABodyThatHasFailedIsReleasedUnread() {
    List<Long> found = new ArrayList<>();
    EmbeddedChannel channel =
        server(HttpTextDecoder.text(STRICT.observer(sequence -> found.add(sequence.byteOffset()))));
    channel.writeInbound(octets("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\na\u00FF"));
    for (int i = 0; i < 4; i++) {
      channel.writeInbound(octets("\u00FF"));
    }
    channel.writeInbound(octets(post("", "\u00FF")));
    assertThat(told.take()).containsExactly("</>", "a", "!400", "</>", "!400");
    assertThat(found).containsExactly(1L, 0L);
    channel.finishAndReleaseAll();
  }

  @Test
  void aBodyOverItsBoundIs413() {
    EmbeddedChannel channel = server(HttpTextDecoder.wholeText(UTF_8, 3));
    channel.writeInbound(octets(post("", "abc") + post("", "abcd") + post("", "ab")));
    assertThat(told.take()).containsExactly("</>", "abc", ".", "</>", "!413", "</>", "ab", ".");
    channel.finishAndReleaseAll();
    EmbeddedChannel other = server(HttpTextDecoder.lines(UTF_8, LINES.maxChars(3)));
    other.writeInbound(octets(post("", "abc\nabcd\nx\n") + post("", "y\n")));
    assertThat(told.take()).containsExactly("inactive", "</>", "abc", "!413", "</>", "y", ".");
    other.finishAndReleaseAll();
  }

  @Test
  void whatNobodyFoughtForIs500() {
    EmbeddedChannel channel =
        server(
            new HttpTextDecoder<>(
                message -> {
                  throw new ArithmeticException();
                }));
    channel.writeInbound(octets(post("", "a")));
    assertThat(told.take()).containsExactly("</>", "!500");
    channel.finishAndReleaseAll();
    EmbeddedChannel observed =
        server(
            HttpTextDecoder.text(
                UTF_8.observer(
                    sequence -> {
                      throw new ArithmeticException();
                    })));
    observed.writeInbound(octets(post("", "\u00FF")));
    assertThat(told.take()).containsExactly("inactive", "</>", "!500");
    observed.finishAndReleaseAll();
  }

  /** An {@code Error} is no matter of a message. */
  @Test
  void anErrorEndsTheStream() {
    EmbeddedChannel channel =
        server(
            HttpTextDecoder.text(
                UTF_8.observer(
                    sequence -> {
                      throw new StackOverflowError();
                    })));
    channel.writeInbound(octets(post("", "\u00FF") + post("", "a")));
    assertThat(told.take()).containsExactly("</>", "!DecoderException");
    channel.finishAndReleaseAll();
  }

  // The head.

  @ParameterizedTest
  @CsvSource({
    "text/plain, C3A9, \u00E9",
    "text/plain;charset=iso-8859-1, E9, \u00E9",
    "text/plain; charset=utf-8 ; x=y, C3A9, \u00E9",
    "text/plain;charset='utf-8', C3A9, \u00E9",
    "text/plain;charset=utf-16le, FEFF00E9, \u00E9",
    ", C3A9, \u00E9"
  })
  void theCharsetIsThatOfContentType(String type, String hex, String text) {
    String body = new String(Samples.hex(hex), StandardCharsets.ISO_8859_1);
    for (HttpTextDecoder<?> decoder :
        List.of(
            HttpTextDecoder.text(UTF_8),
            HttpTextDecoder.lines(UTF_8, LINES),
            HttpTextDecoder.records(UTF_8, RecordSpec.delimitedBy("|")),
            HttpTextDecoder.wholeText(UTF_8, 100))) {
      EmbeddedChannel channel = server(decoder);
      channel.writeInbound(
          octets(post(type == null ? "" : "Content-Type: " + type + "\r\n", body)));
      assertThat(told.take()).containsExactly("</>", text, ".");
      channel.finishAndReleaseAll();
      told.take();
    }
  }

  @Test
  void aCharsetThatIsUnknownIs415() {
    EmbeddedChannel channel = server(HttpTextDecoder.text(UTF_8));
    String unknown = "Content-Type: text/plain;charset=bogus\r\n";
    channel.writeInbound(octets(post(unknown, "a") + post("", "b") + post(unknown, "")));
    // Without content, nobody asks how it is read.
    assertThat(told.take()).containsExactly("</>", "!415", "</>", "b", ".", "</>", ".");
    channel.finishAndReleaseAll();
    EmbeddedChannel events = server(HttpTextDecoder.events(UTF_8, EventSpec.DEFAULT));
    String western = "Content-Type: text/event-stream;charset=iso-8859-1\r\n";
    events.writeInbound(octets(post(western, "data: a\n\n")));
    assertThat(told.take()).containsExactly("inactive", "</>", "!415");
    events.finishAndReleaseAll();
  }

  private static String gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aContentEncodingThatNobodyHasUndoneIsRefusedByName() {
    EmbeddedChannel channel = server(lines());
    String coded = "Content-Encoding: gzip\r\n";
    channel.writeInbound(
        octets(
            post(coded, gzip("a\n"))
                + post("Content-Encoding: identity\r\n", "b\n")
                + post("Content-Encoding: identity, br\r\n", "x")
                + post(coded, "")));
    assertThat(told.take())
        .containsExactly("</>", "!415", "</>", "b", ".", "</>", "!415", "</>", ".");
    assertThat(told.errors.get(0)).hasMessageContaining("Content-Encoding gzip");
    assertThat(told.errors.get(1)).hasMessageContaining("Content-Encoding br");
    // Netty undoes the chunks alone.
    String both = "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n";
    channel.writeInbound(octets(both + "1\r\nx\r\n0\r\n\r\n"));
    assertThat(told.take()).containsExactly("</>", "!415");
    assertThat(told.errors.get(2)).hasMessageContaining("Transfer-Encoding gzip");
    channel.finishAndReleaseAll();
  }

  @Test
  void aDecompressorBeforeItUndoesIt() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new HttpServerCodec(), new HttpContentDecompressor(0), lines(), told);
    String body = gzip("a\nb\nhalf");
    for (char c : post("Content-Encoding: gzip\r\n", body).toCharArray()) {
      channel.writeInbound(octets("" + c));
    }
    assertThat(told.take()).containsExactly("</>", "a", "b", "half", ".");
    // What it cannot undo has no end. Netty reads nothing more of such a connection.
    String broken = post("Content-Encoding: gzip\r\n", "no gzip, though long enough for a head");
    channel.writeInbound(Unpooled.copiedBuffer(broken, StandardCharsets.ISO_8859_1));
    assertThat(told.take()).containsExactly("</>", "!400");
    channel.finishAndReleaseAll();
  }

  /** What a handler before it could not decode is missing in the body. */
  @Test
  void anExceptionOfAHandlerBeforeItCutsTheBody() {
    ChannelInboundHandlerAdapter failing =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpContent content
                && content.content().isReadable()
                && content.content().getByte(0) == '!') {
              content.release();
              throw new DecoderException("!");
            }
            ctx.fireChannelRead(message);
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(failing, lines(), told);
    channel.writeInbound(
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/1"),
        new DefaultHttpContent(octets("a\nhalf")),
        new DefaultHttpContent(octets("!")),
        new DefaultHttpContent(octets("rest")),
        new DefaultLastHttpContent(),
        full("/2", "b"),
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/3"),
        new DefaultHttpContent(octets("!")),
        new DefaultLastHttpContent(),
        full("/4", "c"));
    assertThat(told.take())
        .containsExactly("</1>", "a", "!400", "</2>", "b", ".", "</3>", "!400", "</4>", "c", ".");
    // Between messages it is nobody's.
    channel.writeInbound(new DefaultHttpContent(octets("!")));
    channel.pipeline().fireExceptionCaught(new IOException());
    assertThat(told.take()).containsExactly("!DecoderException", "!IOException");
    channel.finishAndReleaseAll();
  }

  // Ends.

  @Test
  void aChunkThatIsNoneCutsTheBody() {
    EmbeddedChannel channel = server(lines());
    String head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    channel.writeInbound(octets(head + "3\r\na\nb\r\nno chunk\r\n"));
    assertThat(told.take()).containsExactly("</>", "a", "!400");
    channel.finishAndReleaseAll();
    assertThat(told.take()).containsExactly("inactive");
  }

  @Test
  void aHeadThatIsNoneFails() {
    EmbeddedChannel channel = server(lines());
    channel.writeInbound(octets("POST / HTTP/1.1\r\nno field\u0000: x\r\n : y\r\n\r\n"));
    assertThat(told.take()).hasSize(2).contains("!400");
    channel.finishAndReleaseAll();
  }

  @Test
  void theEndHasTheTrailers() {
    EmbeddedChannel channel = server(lines());
    channel.writeInbound(
        octets(
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1\r\na\r\n0\r\nsum: 1\r\n\r\n"));
    assertThat(told.take()).containsExactly("</>", "a", ".[sum=1]");
    channel.finishAndReleaseAll();
  }

  @Test
  void whatHasNoBodyHasAHeadAndAnEnd() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec(), lines(), told);
    channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.HEAD, "/"));
    channel.writeInbound(
        octets("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n"));
    assertThat(told.take()).containsExactly("<200>", ".");
    channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
    channel.writeInbound(
        octets("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"));
    assertThat(told.take()).containsExactly("<100>", ".", "<200>", "a", ".");
    for (int status : new int[] {204, 304}) {
      channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
      channel.writeInbound(
          octets("HTTP/1.1 " + status + " x\r\nContent-Type: text/a;charset=bogus\r\n\r\n"));
      assertThat(told.take()).containsExactly("<" + status + ">", ".");
    }
    channel.writeOutbound(
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.CONNECT, "a:1"));
    channel.writeInbound(octets("HTTP/1.1 200 OK\r\n\r\n"));
    channel.writeInbound(octets("\u00FF\1"));
    assertThat(told.take()).containsExactly("<200>", ".", "ff01");
    channel.releaseOutbound();
    channel.finishAndReleaseAll();
  }

  /** The answer has no length: the end of the channel ends it. */
  @Test
  void theEndOfTheChannelMayBeTheEndOfTheBody() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec(), lines(), told);
    channel.writeOutbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_0, HttpMethod.GET, "/"));
    channel.writeInbound(octets("HTTP/1.0 200 OK\r\n\r\na\nb"));
    channel.releaseOutbound();
    channel.finishAndReleaseAll();
    assertThat(told.take()).containsExactly("<200>", "a", "b", ".", "inactive");
  }

  @Test
  void anAggregatorBehindItSeesHeadsAndEnds() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new HttpServerCodec(), lines(), new HttpObjectAggregator(100), told);
    channel.writeInbound(octets(post("", "a\nb") + post("", "c")));
    // The text passes it; what it makes of head and end is a message without content.
    assertThat(told.take()).containsExactly("a", "b", "</>", ".", "c", "</>", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void whoWaitsFor100GetsIt() {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new HttpServerCodec(),
            new io.netty.handler.codec.http.HttpServerExpectContinueHandler(),
            lines(),
            told);
    channel.writeInbound(
        octets("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
    assertThat(told.take()).containsExactly("</>");
    ByteBuf answer = channel.readOutbound();
    assertThat(answer.toString(StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 100");
    answer.release();
    channel.writeInbound(octets("a\n"));
    assertThat(told.take()).containsExactly("a", ".");
    channel.finishAndReleaseAll();
  }
}
