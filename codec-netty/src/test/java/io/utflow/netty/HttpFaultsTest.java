/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of HTTP that are cut by others, and what waits while a receiver is at work. */
class HttpFaultsTest extends HttpHandlerTest {
  private static HttpRequest head(String uri) {
    return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, uri);
  }

  private static HttpRequest compressed(String uri) {
    HttpRequest head = head(uri);
    head.headers().set("Content-Encoding", "gzip");
    return head;
  }

  private HttpContent content(String text) {
    return new DefaultHttpContent(octets(text));
  }

  private LastHttpContent last(String text) {
    return new DefaultLastHttpContent(octets(text));
  }

  /** Whatever the message before it was waiting for, and only where that was not told yet. */
  @Test
  void aHeadInAMessageCutsThatMessage() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    channel.writeInbound(head("/1"), content("a\nhalf"), head("/2"), content("b\n"), last(""));
    assertThat(told.take()).containsExactly("</1>", "a", "!400", "</2>", "b", ".");
    assertThat(told.errors.get(0)).hasMessageContaining("another message begins");
    channel.writeInbound(head("/3"), head("/4"), last("c"));
    assertThat(told.take()).containsExactly("</3>", "!400", "</4>", "c", ".");
    channel.writeInbound(compressed("/5"), content("x"), head("/6"), last("d"));
    assertThat(told.take()).containsExactly("</5>", "!415", "</6>", "d", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void aFullResponseIsReadAsItsParts() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    channel.writeInbound(
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.ACCEPTED, octets("a\nb")));
    assertThat(told.take()).containsExactly("<202>", "a", "b", ".");
    channel.finishAndReleaseAll();
  }

  /** The rest of it is not read, whatever it is, and the failure is told once. */
  @Test
  void contentThatCouldNotBeDecodedCutsTheMessage() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    HttpContent broken = content("b\nhalf");
    broken.setDecoderResult(DecoderResult.failure(new IOException("no chunk")));
    channel.writeInbound(head("/1"), content("a\n"), broken, content("c\n"));
    channel.pipeline().fireExceptionCaught(new DecoderException("and again"));
    channel.writeInbound(last(""), full("/2", "d"));
    assertThat(told.take()).containsExactly("</1>", "a", "b", "!400", "</2>", "d", ".");
    LastHttpContent end = last("x");
    end.setDecoderResult(DecoderResult.failure(new IOException("no trailer")));
    channel.writeInbound(head("/3"), end, full("/4", "e"));
    assertThat(told.take()).containsExactly("</3>", "!400", "</4>", "e", ".");
    channel.finishAndReleaseAll();
  }

  /** The handler before has told that the message has no end: whoever reads on must know. */
  @Test
  void afterTheRemovalTheCauseOfACutGoesOn() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          if ("a".equals(message)) {
            ctx.pipeline().remove(HttpTextDecoder.class);
          }
        };
    HttpContent broken = content("a\nb");
    broken.setDecoderResult(DecoderResult.failure(new IOException("no chunk")));
    channel.writeInbound(head("/1"), broken);
    assertThat(told.take()).containsExactly("</1>", "a", "{62}", "!IOException");
    channel.finishAndReleaseAll();
  }

  @Test
  void contentWithoutBytesChangesNothing() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    channel.writeInbound(
        head("/1"), content(""), content("a"), content(""), content("b"), content(""), last(""));
    assertThat(told.take()).containsExactly("</1>", "ab", ".");
    channel.finishAndReleaseAll();
  }

  /** Both the head and the end of the channel would fail it. */
  @Test
  void aHeadThatIsNoneFailsOnceThoughTheChannelEnds() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead = (ctx, message) -> ctx.pipeline().fireChannelInactive();
    HttpRequest broken = head("/");
    broken.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("no head")));
    channel.writeInbound(broken);
    assertThat(told.take()).containsExactly("</>", "!400", "inactive");
    assertThat(told.errors).singleElement().asString().contains("by the end of the channel");
  }

  /** It is only to be released, for the message has failed. */
  @Test
  void contentThatWasReleasedUnreadFailsTheStream() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    HttpContent released = content("x");
    // Made before, for a pool would give them the buffer that was released.
    Object[] behind = {last(""), full("/2", "a")};
    channel.writeInbound(compressed("/"), content("x"));
    released.release();
    channel.writeInbound(released, behind[0], behind[1]);
    assertThat(told.take()).containsExactly("</>", "!415", "!DecoderException");
    channel.finishAndReleaseAll();
  }

  /** An error in JSON has no event; read as events it would be gone. */
  @Test
  void aBodyThatHasNoEventsGoesOnAsItIs() {
    EmbeddedChannel channel =
        new EmbeddedChannel(HttpTextDecoder.events(UTF_8, EventSpec.DEFAULT), told);
    channel.writeInbound(of("application/json", "/1"), content("{"), content(""), last("}"));
    assertThat(told.take()).containsExactly("</1>", "{7b}", "{7d}", ".");
    channel.writeInbound(of("text/event-stream-not", "/2"), last(""));
    assertThat(told.take()).containsExactly("</2>", ".");
    String event = String.valueOf(ServerSentEvent.of("x"));
    for (String type : List.of("Text/Event-Stream ; charset=utf-8", "text/event-stream")) {
      channel.writeInbound(of(type, "/3"), last("data:x\n\n"));
      assertThat(told.take()).containsExactly("</3>", event, ".");
    }
    HttpContent broken = content("c");
    broken.setDecoderResult(DecoderResult.failure(new IOException("no chunk")));
    channel.writeInbound(of("text/html", "/4"), content("b"), broken);
    assertThat(told.take()).containsExactly("</4>", "{62}", "{63}", "!400");
    channel.writeInbound(of("text/html", "/5"), content("b"));
    channel.finish();
    assertThat(told.take()).containsExactly("</5>", "{62}", "!400", "inactive");
  }

  private static HttpRequest of(String type, String uri) {
    HttpRequest head = head(uri);
    head.headers().set("Content-Type", type);
    return head;
  }

  // What fails a body.

  @Test
  void eachBoundAndEachRefusalHasItsStatus() {
    EmbeddedChannel events = server(HttpTextDecoder.events(UTF_8, EventSpec.DEFAULT.maxChars(10)));
    events.writeInbound(
        octets(
            post("", "data:12345\n\ndata:123456789012\n\n")
                + post("", "data:12345\ndata:67890\n\n")
                + post("", "data:6\n\n")));
    assertThat(told.take())
        .containsExactly(
            "</>",
            String.valueOf(ServerSentEvent.of("12345")),
            "!413",
            "</>",
            "!413",
            "</>",
            String.valueOf(ServerSentEvent.of("6")),
            ".");
    events.finishAndReleaseAll();
    told.take();
    EmbeddedChannel bare =
        server(HttpTextDecoder.lines(UTF_8, LineSpec.of(LineBreaks.CRLF).refuseBareBreaks()));
    bare.writeInbound(octets(post("", "a\r\nb\nc\r\n") + post("", "d\r\n")));
    assertThat(told.take()).containsExactly("</>", "a", "!400", "</>", "d", ".");
    bare.finishAndReleaseAll();
  }

  /** What the sender has done wrong is no fault of the server. */
  @Test
  void aShortRecordABrokenEscapeAndALostFrameAreTheSendersFault() {
    EmbeddedChannel records = server(HttpTextDecoder.records(UTF_8, RecordSpec.ofChars(2)));
    records.writeInbound(octets(post("", "abc") + post("", "de")));
    assertThat(told.take()).containsExactly("</>", "ab", "!400", "</>", "de", ".");
    records.finishAndReleaseAll();
    told.take();
    EmbeddedChannel packed =
        server(
            new HttpTextDecoder<>(
                message -> Stages.decode(UTF_8).then(Packing.PERCENT.refuseBroken().unpacker())));
    packed.writeInbound(octets(post("", "%2") + post("", "%41")));
    assertThat(told.take()).containsExactly("</>", "!400", "</>", "A", ".");
    packed.finishAndReleaseAll();
    told.take();
    for (FrameException.Reason reason : FrameException.Reason.values()) {
      EmbeddedChannel frames =
          server(
              new HttpTextDecoder<>(
                  message ->
                      Stages.decode(UTF_8)
                          .switchingAfter(
                              text -> {
                                throw new FrameException(reason, 0, "thrown", null);
                              })));
      frames.writeInbound(octets(post("", "a")));
      String status = reason == FrameException.Reason.TOO_LONG ? "!413" : "!400";
      assertThat(told.take()).containsExactly("</>", status);
      frames.finishAndReleaseAll();
      told.take();
    }
  }

  /** What fails a record within a body is told as what fails the body. */
  @Test
  void theCauseOfAFrameThatCannotBeReadTellsTheStatus() {
    DecoderSpec observed =
        UTF_8.observer(
            sequence -> {
              throw new IllegalArgumentException("a fault of the observer");
            });
    for (DecoderSpec spec : List.of(observed, UTF_8.onMalformed(MalformedPolicy.REPORT))) {
      EmbeddedChannel channel = server(HttpTextDecoder.records(spec, RecordSpec.ofBytes(1)));
      channel.writeInbound(octets(post("", "a\u00FF") + post("", "b")));
      String status = spec == observed ? "!500" : "!400";
      assertThat(told.take()).containsExactly("</>", "a", status, "</>", "b", ".");
      channel.finishAndReleaseAll();
      told.take();
    }
  }

  @Test
  void aFunctionThatMakesNoStageIs500() {
    EmbeddedChannel channel = server(new HttpTextDecoder<String>(message -> null));
    channel.writeInbound(octets(post("", "a") + post("", "")));
    assertThat(told.take()).containsExactly("</>", "!500", "</>", ".");
    channel.finishAndReleaseAll();
    told.take();
    AssertionError thrown = new AssertionError("thrown");
    EmbeddedChannel throwing =
        server(
            new HttpTextDecoder<String>(
                message -> {
                  throw thrown;
                }));
    throwing.writeInbound(octets(post("", "a") + post("", "")));
    assertThat(told.take()).containsExactly("</>", "!500", "</>", ".");
    assertThat(told.errors.get(1)).hasCause(thrown);
    throwing.finishAndReleaseAll();
  }

  // What waits while a receiver is at work.

  @Test
  void whatWaitedGoesOnUnreadBehindARemoval() {
    EmbeddedChannel channel = new EmbeddedChannel(lines(), told);
    told.onRead =
        (ctx, message) -> {
          if (message.equals("a")) {
            channel.pipeline().fireChannelRead(content("c\n"));
            channel.pipeline().fireChannelRead(last("d"));
            channel.pipeline().fireChannelRead(full("/2", "e"));
            channel.pipeline().remove(HttpTextDecoder.class);
          }
        };
    channel.writeInbound(head("/1"), content("a\nb"));
    assertThat(told.take())
        .containsExactly("</1>", "a", "{62}", "{630a}", "{64}", ".", "</2>", "{65}", ".");
    channel.finishAndReleaseAll();
  }

  /** Of messages all that waits is dropped, heads and failures too; what is no message stays. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWaitedIsDroppedByADiscard(boolean atTheHead) {
    HttpTextDecoder<String> decoder = lines();
    EmbeddedChannel channel = new EmbeddedChannel(decoder, told);
    long[] dropped = {-1};
    told.onRead =
        (ctx, message) -> {
          if (atTheHead == message instanceof HttpRequest) {
            told.onRead = null;
            channel.pipeline().fireChannelRead(octets("raw"));
            channel.pipeline().fireChannelRead(last("xy"));
            channel.pipeline().fireChannelRead(head("/2"));
            channel.pipeline().fireChannelRead("other");
            channel.pipeline().fireExceptionCaught(new DecoderException("within"));
            channel.pipeline().fireChannelRead(full("/3", "z"));
            dropped[0] = decoder.discardAndRemove();
          }
        };
    channel.writeInbound(full("/1", "a\nb"));
    assertThat(dropped[0]).isEqualTo((atTheHead ? 3 : 1) + 3 + 2 + 1);
    List<String> expected = atTheHead ? List.of("</1>", "other") : List.of("</1>", "a", "other");
    assertThat(told.take()).isEqualTo(expected);
    channel.finishAndReleaseAll();
  }

  /** The head that was read last is nobody's failure any more. */
  @Test
  void anEndThatWaitsBehindARemovalFailsNothing() {
    EmbeddedChannel channel = new EmbeddedChannel();
    HttpTextDecoder<String> decoder =
        HttpTextDecoder.text(
            UTF_8.observer(
                sequence -> {
                  channel.pipeline().fireChannelRead(head("/2"));
                  channel.pipeline().fireUserEventTriggered(SHUTDOWN);
                }));
    channel.pipeline().addLast(decoder, told);
    told.onRead =
        (ctx, message) -> {
          if (message instanceof HttpRequest request && request.uri().equals("/2")) {
            channel.pipeline().remove(HttpTextDecoder.class);
          }
        };
    channel.writeInbound(
        new io.netty.handler.codec.http.DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.POST,
            "/1",
            Unpooled.copiedBuffer("\u00FF", StandardCharsets.ISO_8859_1)));
    assertThat(told.take()).containsExactly("</1>", "\uFFFD", ".", "</2>");
    channel.finishAndReleaseAll();
  }
}
