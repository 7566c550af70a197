/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of HTTP whose reads are counted, and handlers that are closed, removed, or switched. */
class HttpOrderTest extends HttpHandlerTest {
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
        new EmbeddedChannel(
            reads, new HttpServerCodec(), HttpTextDecoder.lines(UTF_8, LINES), told);
    channel.config().setAutoRead(false);
    String unknown = "Content-Type: text/plain;charset=bogus\r\nContent-Length: 6\r\n\r\na";
    channel.writeInbound(octets("POST / HTTP/1.1\r\n" + unknown));
    assertThat(told.take()).containsExactly("</>", "!415");
    int before = reads.count();
    channel.writeInbound(octets("bcd"));
    assertThat(reads.count()).isEqualTo(before + 1);
    channel.writeInbound(octets("ef"));
    assertThat(reads.count()).isEqualTo(before + 2);
    // What fails in the buffer that brings it is an answer, though its end comes with it.
    told.take();
    int answered = reads.count();
    channel.writeInbound(octets("POST / HTTP/1.1\r\n" + unknown.replace('6', '1')));
    assertThat(told.take()).containsExactly("</>", "!415");
    assertThat(reads.count()).isEqualTo(answered);
    channel.finishAndReleaseAll();
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

  /** What comes while a receiver is at work waits, and the end of a body is before what follows. */
  @Test
  void whatWaitsKeepsItsOrder() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          told.onRead = null;
          channel.pipeline().fireChannelRead(new DefaultLastHttpContent(octets("a\nb")));
          channel.pipeline().fireChannelRead(full("/2", "c"));
          channel.pipeline().fireChannelRead("other");
        };
    channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/1"));
    assertThat(told.take()).containsExactly("</1>", "a", "b", ".", "</2>", "c", ".", "other");
    channel.finishAndReleaseAll();
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
    HttpTextDecoder<String> own = new HttpTextDecoder<>(message -> Stages.decode(UTF_8));
    for (Runnable call :
        List.<Runnable>of(
            own::endFrame,
            () -> own.begin(Stages.decode(UTF_8)),
            () -> own.cutFrame(new IOException("cut")))) {
      assertThatThrownBy(call::run).isInstanceOf(UnsupportedOperationException.class);
    }
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
