/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTextEncoderTest extends HandlerTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  private static final LastHttpContent END = LastHttpContent.EMPTY_LAST_CONTENT;

  private final EmbeddedChannel channel = new EmbeddedChannel(HttpTextEncoder.inCharset(UTF_8));

  private static HttpResponse head(String type) {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    HttpUtil.setTransferEncodingChunked(head, true);
    return head;
  }

  /** What was written: a head as {@code <}, an end as {@code .}, content as digits. */
  private static List<String> written(EmbeddedChannel channel) {
    List<String> all = new ArrayList<>();
    for (Object message; (message = channel.readOutbound()) != null; ) {
      if (message instanceof HttpResponse) {
        all.add("<");
      } else if (message instanceof LastHttpContent) {
        all.add(".");
      } else {
        ByteBuf bytes = ((HttpContent) message).content();
        all.add(ByteBufUtil.hexDump(bytes));
        bytes.release();
      }
    }
    return all;
  }

  @Test
  void textBetweenAHeadAndItsEndIsContent() {
    channel.writeOutbound(head("text/plain"), "\u00E4", new StringBuilder("b"), END);
    channel.writeOutbound(head("text/plain;charset=iso-8859-1"), "\u00E4", END);
    assertThat(written(channel)).containsExactly("<", "c3a4", "62", ".", "<", "e4", ".");
  }

  @Test
  void aPairMayBeCutAndWhatWaitsIsDecidedAtTheEnd() {
    channel.writeOutbound(head("text/plain"), "a\uD83D", "\uDE00", "b\uD83D", END);
    channel.writeOutbound(head("text/plain"), "\uDE00", END);
    assertThat(written(channel))
        .containsExactly("<", "61", "f09f9880", "62", "efbfbd", ".", "<", "efbfbd", ".");
  }

  @Test
  void aFailureLeavesTheMessageWithoutAnEnd() {
    EmbeddedChannel strict =
        new EmbeddedChannel(HttpTextEncoder.inCharset(UTF_8.onMalformed(MalformedPolicy.REPORT)));
    strict.write(head("text/plain"));
    ChannelFuture broken = strict.write("a\uDE00b");
    ChannelFuture later = strict.write("c");
    ChannelFuture end = strict.write(END);
    strict.flush();
    assertThat(broken.cause()).isInstanceOf(EncoderException.class);
    assertThat(broken.cause()).hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(later.cause()).hasRootCauseInstanceOf(IllFormedTextException.class);
    assertThat(end.cause()).hasRootCauseInstanceOf(IllFormedTextException.class);
    strict.writeOutbound(head("text/plain"), "d", END);
    assertThat(written(strict)).containsExactly("<", "61", "<", "64", ".");
    strict.write(head("text/plain"));
    strict.write("e\uD83D");
    ChannelFuture cut = strict.write(END);
    strict.flush();
    assertThat(cut.cause()).hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(written(strict)).containsExactly("<", "65");
  }

  @Test
  void textOutsideOfAMessageFailsAndContentPasses() {
    ChannelFuture text = channel.write("a");
    assertThat(text.cause()).hasCauseInstanceOf(IllegalStateException.class);
    channel.writeOutbound(
        head("text/plain"), new DefaultHttpContent(buffers.of((byte) 1)), "a", END);
    assertThat(written(channel)).containsExactly("<", "01", "61", ".");
    assertThat(channel.write("b").cause()).isInstanceOf(EncoderException.class);
  }

  @Test
  void aHeadWithoutASpecIsNotSent() {
    ChannelFuture head = channel.write(head("text/plain;charset=bogus"));
    assertThat(head.cause()).isInstanceOf(EncoderException.class);
    channel.flush();
    assertThat(written(channel)).isEmpty();
  }

  @Test
  void eventsAreUtf8() {
    channel.writeOutbound(head("text/event-stream"), ServerSentEvent.of("\u00E4"), END);
    assertThat(written(channel))
        .containsExactly(
            "<", ByteBufUtil.hexDump("data: \u00E4\n\n".getBytes(StandardCharsets.UTF_8)), ".");
    channel.write(head("text/event-stream;charset=iso-8859-1"));
    assertThat(channel.write(ServerSentEvent.of("a")).cause()).isInstanceOf(EncoderException.class);
    channel.finishAndReleaseAll();
  }

  @Test
  void anObserverThatWritesIsRefused() {
    List<Throwable> thrown = new ArrayList<>();
    EmbeddedChannel observed = new EmbeddedChannel();
    observed
        .pipeline()
        .addLast(
            HttpTextEncoder.inCharset(
                UTF_8.observer(
                    sequence -> {
                      for (Object within : List.of("x", head("text/plain"), END)) {
                        thrown.add(observed.write(within).cause());
                      }
                    })));
    observed.writeOutbound(head("text/plain"), "a\uDE00", END);
    assertThat(thrown).hasSize(3).allMatch(EncoderException.class::isInstance);
    assertThat(written(observed)).containsExactly("<", "61efbfbd", ".");
  }

  @Test
  void removedInAMessageItDropsWhatWaits() {
    channel.writeOutbound(head("text/plain"), "a\uD83D");
    channel.pipeline().remove(HttpTextEncoder.class);
    channel.writeOutbound(END);
    assertThat(written(channel)).containsExactly("<", "61", ".");
  }

  /** Each event leaves when it is written, compressed, and a client reads it. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate"})
  void whatIsCompressedIsReadByAClient(String coding) {
    EmbeddedChannel server =
        new EmbeddedChannel(
            new HttpServerCodec(), new HttpContentCompressor(), HttpTextEncoder.inCharset(UTF_8));
    HttpRecorder told = new HttpRecorder();
    EmbeddedChannel client =
        new EmbeddedChannel(
            new HttpClientCodec(),
            new HttpContentDecompressor(0),
            HttpTextDecoder.events(
                io.utflow.codec.DecoderSpec.of(TextEncoding.UTF_8),
                io.utflow.codec.sse.EventSpec.DEFAULT),
            told);
    DefaultHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    request.headers().set(HttpHeaderNames.ACCEPT_ENCODING, coding);
    client.writeOutbound(request);
    carry(client, server);
    server.releaseInbound();
    server.writeOutbound(head("text/event-stream"));
    for (String data : List.of("a", "\uD83D\uDE00")) {
      ServerSentEvent event = ServerSentEvent.of(data);
      server.writeOutbound(event);
      carry(server, client);
      assertThat(told.events).endsWith(String.valueOf(event));
    }
    server.writeOutbound(END);
    carry(server, client);
    assertThat(told.events).hasSize(4).startsWith("<200>").endsWith(".");
    server.finishAndReleaseAll();
    client.finishAndReleaseAll();
  }

  private static void carry(EmbeddedChannel from, EmbeddedChannel to) {
    for (Object message; (message = from.readOutbound()) != null; ) {
      to.writeInbound(message);
    }
  }

  @Test
  void anAggregatorOfAClientReadsIt() {
    EmbeddedChannel server =
        new EmbeddedChannel(new HttpServerCodec(), HttpTextEncoder.inCharset(UTF_8));
    server.writeInbound(Unpooled.copiedBuffer("GET / HTTP/1.1\r\n\r\n", StandardCharsets.US_ASCII));
    server.releaseInbound();
    server.writeOutbound(head("text/plain"), "a\uD83D", "\uDE00", "", END);
    EmbeddedChannel client =
        new EmbeddedChannel(new HttpClientCodec(), new HttpObjectAggregator(100));
    carry(server, client);
    FullHttpResponse response = client.readInbound();
    assertThat(response.content().toString(StandardCharsets.UTF_8)).isEqualTo("a\uD83D\uDE00");
    response.release();
    server.finishAndReleaseAll();
    client.finishAndReleaseAll();
  }
}
