/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of HTTP that fail, have no body, are encoded, or lose their handler. */
class HttpMessagesTest extends HandlerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec STRICT = UTF_8.onMalformed(MalformedPolicy.REPORT);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  private final HttpRecorder told = new HttpRecorder();

  private EmbeddedChannel server(HttpTextDecoder<?> decoder) {
    return new EmbeddedChannel(new HttpServerCodec(), decoder, told);
  }

  private static HttpTextDecoder<String> lines() {
    return HttpTextDecoder.lines(STRICT, LINES);
  }

  private ByteBuf octets(String text) {
    return buffers.of(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String post(String headers, String body) {
    return "POST / HTTP/1.1\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

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

  // Reads and order.

  @Test
  void aReadWithoutAnOutputAsksForAnother() {
    ReadCounter reads = new ReadCounter();
    EmbeddedChannel channel = new EmbeddedChannel(reads, new HttpServerCodec(), lines(), told);
    channel.config().setAutoRead(false);
    int before = reads.count();
    channel.writeInbound(octets("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n"));
    assertThat(reads.count()).as("the head is an answer").isEqualTo(before);
    channel.writeInbound(octets("hal"));
    assertThat(reads.count()).isEqualTo(before + 1);
    channel.writeInbound(octets("f\n"));
    assertThat(reads.count()).isEqualTo(before + 1);
    assertThat(told.take()).containsExactly("</>", "half");
    channel.finishAndReleaseAll();
  }

  /** The rest of a body that has failed is no answer to a read. */
  @Test
  void aReadOfWhatIsReleasedUnreadAsksForAnother() {
    ReadCounter reads = new ReadCounter();
    EmbeddedChannel channel =
        new EmbeddedChannel(reads, new HttpServerCodec(), HttpTextDecoder.lines(UTF_8, LINES), told);
    channel.config().setAutoRead(false);
    String unknown = "Content-Type: text/plain;charset=bogus\r\nContent-Length: 6\r\n\r\na";
    channel.writeInbound(octets("POST / HTTP/1.1\r\n" + unknown));
    assertThat(told.take()).containsExactly("</>", "!415");
    int before = reads.count();
    channel.writeInbound(octets("bcd"));
    assertThat(reads.count()).isEqualTo(before + 1);
    channel.writeInbound(octets("ef"));
    assertThat(reads.count()).isEqualTo(before + 2);
    channel.finishAndReleaseAll();
  }

  private static FullHttpRequest full(String uri, String body) {
    return new DefaultFullHttpRequest(
        HttpVersion.HTTP_1_1,
        HttpMethod.POST,
        uri,
        Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
  }

  /** Whoever closes in the middle still gets what was received, in order, before the end. */
  @ParameterizedTest
  @ValueSource(strings = {"head", "line", "end"})
  void aReceiverMayCloseTheChannel(String at) {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          boolean here =
              switch (at) {
                case "head" -> message instanceof HttpRequest;
                case "line" -> message instanceof String;
                default -> message instanceof LastHttpContent;
              };
          if (here) {
            told.onRead = null;
            channel.pipeline().fireChannelRead(full("/2", "c\nd"));
            ctx.close();
          }
        };
    channel.writeInbound(full("/1", "a\nb"));
    assertThat(told.take())
        .containsExactly("</1>", "a", "b", ".", "</2>", "c", "d", ".", "inactive");
  }

  // Removal, a switch.

  @Test
  void removedInABodyItHandsOverWhatIsLeft() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          if (message.equals("a")) {
            ctx.pipeline().remove(HttpTextDecoder.class);
          }
        };
    channel.writeInbound(
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
        new DefaultHttpContent(octets("a\nb\u00C3")),
        new DefaultHttpContent(octets("c")),
        new DefaultLastHttpContent(octets("d")),
        full("/next", "e"));
    assertThat(told.take())
        .containsExactly("</>", "a", "{62c3}", "{63}", "{64}", ".", "</next>", "{65}", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void removedAtTheHeadItHandsOverAllOfTheBody() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          told.onRead = null;
          ctx.pipeline().remove(HttpTextDecoder.class);
        };
    channel.writeInbound(full("/", "a\n"));
    assertThat(told.take()).containsExactly("</>", "{610a}", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void whatWasDiscardedReachesNobody() {
    HttpTextDecoder<String> decoder = lines();
    EmbeddedChannel channel = new EmbeddedChannel(decoder, told);
    long[] dropped = {-1};
    told.onRead =
        (ctx, message) -> {
          if (message.equals("a")) {
            dropped[0] = decoder.discardAndRemove();
          }
        };
    channel.writeInbound(
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
        new DefaultHttpContent(octets("a\nbc")));
    assertThat(dropped[0]).isEqualTo(2);
    assertThat(told.take()).containsExactly("</>", "a");
    channel.finishAndReleaseAll();
  }

  @Test
  void aSwitchReachesTheOpenBodyAlone() {
    HttpTextDecoder<String> decoder = HttpTextDecoder.lines(UTF_8, LINES);
    EmbeddedChannel channel = server(decoder);
    told.onRead =
        (ctx, message) -> {
          if (message.equals("charset")) {
            decoder.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
          } else if (message instanceof LastHttpContent) {
            assertThatThrownBy(() -> decoder.switchTo(UTF_8))
                .isInstanceOf(IllegalStateException.class);
          }
        };
    channel.writeInbound(octets(post("", "charset\n\u00E9\n") + post("", "\u00C3\u00A9\n")));
    assertThat(told.take()).containsExactly("</>", "charset", "\u00E9", ".", "</>", "\u00E9", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void contentWithoutAHeadAndOtherMessagesPass() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    channel.writeInbound("other", new DefaultLastHttpContent(octets("a")), octets("b"));
    assertThat(told.take()).containsExactly("other", "{61}", ".", "62");
    assertThatThrownBy(() -> new HttpTextDecoder<>(message -> Stages.decode(UTF_8)).endFrame())
        .isInstanceOf(IllegalStateException.class);
    channel.finishAndReleaseAll();
  }

  /** Also where the message was aggregated by somebody else. */
  @Test
  void aBufferThatWasReleasedFailsTheStream() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    FullHttpRequest released = full("/", "a");
    ReferenceCountUtil.release(released);
    channel.writeInbound(released, full("/", "b"));
    assertThat(told.take()).containsExactly("</>", "!DecoderException");
    channel.finishAndReleaseAll();
  }
}
