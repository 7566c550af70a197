/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of HTTP that are written out of order, or by an observer, or fail. */
class HttpEncoderFaultsTest extends HandlerTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  private static final EncoderSpec STRICT = UTF_8.onMalformed(MalformedPolicy.REPORT);
  private static final LastHttpContent END = LastHttpContent.EMPTY_LAST_CONTENT;

  private final EmbeddedChannel channel = new EmbeddedChannel();

  private void encodeBy(EncoderSpec spec) {
    channel.pipeline().addLast(HttpTextEncoder.inCharset(spec));
  }

  private static HttpResponse head() {
    return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
  }

  /** A head as {@code <}, an end as {@code .}, bytes as digits before it. */
  private List<String> written() {
    List<String> all = new ArrayList<>();
    for (Object message; (message = channel.readOutbound()) != null; ) {
      if (message instanceof HttpResponse) {
        all.add("<");
      }
      if (message instanceof HttpContent content && content.content().isReadable()) {
        all.add(ByteBufUtil.hexDump(content.content()));
      }
      if (message instanceof LastHttpContent) {
        all.add(".");
      }
      ReferenceCountUtil.release(message);
    }
    return all;
  }

  @Test
  void withoutAContentTypeTheSpecHolds() {
    encodeBy(UTF_8.encoding(TextEncoding.UTF_16LE));
    channel.writeOutbound(head(), "a", END);
    assertThat(written()).containsExactly("<", "6100", ".");
    channel.finishAndReleaseAll();
  }

  /** Full messages are the writer's own, and an end without a head is, too. */
  @Test
  void whatIsNoTextOfAMessagePasses() {
    encodeBy(UTF_8);
    FullHttpResponse full =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, buffers.ofHex("01 02"));
    channel.writeOutbound(full, END, head(), END);
    assertThat(written()).containsExactly("<", "0102", ".", ".", "<", ".");
    assertThat(channel.write(ServerSentEvent.of("a")).cause())
        .hasCauseInstanceOf(IllegalStateException.class);
    channel.finishAndReleaseAll();
  }

  @Test
  void aHeadInAMessageBeginsAnew() {
    encodeBy(UTF_8);
    channel.writeOutbound(head(), "a\uD83D", head(), "\uDE00b", END);
    assertThat(written()).containsExactly("<", "61", "<", "efbfbd62", ".");
    channel.finishAndReleaseAll();
  }

  @Test
  void aFailureAtTheFirstCharWritesNothing() {
    encodeBy(STRICT);
    channel.write(head());
    ChannelFuture text = channel.write("\uDE00a");
    ChannelFuture event = channel.write(ServerSentEvent.of("b"));
    ChannelFuture end = channel.write(END);
    channel.flush();
    for (ChannelFuture failed : List.of(text, event, end)) {
      assertThat(failed.cause())
          .isInstanceOf(EncoderException.class)
          .hasRootCauseInstanceOf(IllFormedTextException.class);
    }
    assertThat(written()).containsExactly("<");
    channel.finishAndReleaseAll();
  }

  /** Netty's encoder takes them for content, too. */
  @Test
  void bytesAndFilesOfAMessageThatHasFailedFailToo() {
    encodeBy(STRICT);
    channel.write(head());
    ChannelFuture before = channel.writeAndFlush(buffers.ofHex("63"));
    assertThat(before.isSuccess()).isTrue();
    channel.write("a\uDE00");
    FileRegion region = new DefaultFileRegion(new File("none"), 0, 1);
    for (Object content : List.of(buffers.ofHex("62"), region)) {
      assertThat(channel.write(content).cause())
          .hasRootCauseInstanceOf(IllFormedTextException.class);
    }
    assertThat(region.refCnt()).isZero();
    channel.finishAndReleaseAll();
  }

  /** The part that was sent must not look whole: raw content after it would complete it. */
  @Test
  void contentOfAMessageThatHasFailedFailsToo() {
    encodeBy(STRICT);
    channel.write(head());
    channel.write("a\uDE00");
    ChannelFuture content = channel.write(new DefaultHttpContent(buffers.ofHex("62")));
    ChannelFuture full =
        channel.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    channel.writeAndFlush(END);
    assertThat(content.cause()).hasRootCauseInstanceOf(IllFormedTextException.class);
    assertThat(full.isSuccess()).isTrue();
    assertThat(written()).containsExactly("<", "61", "<", ".");
    channel.finishAndReleaseAll();
  }

  /** An observer may be written in a language that does not check. */
  @Test
  void whatAnObserverThrowsFailsTheMessage() {
    for (Throwable thrown : List.of(new IOException(), new StackOverflowError())) {
      EmbeddedChannel observed =
          new EmbeddedChannel(
              HttpTextEncoder.inCharset(UTF_8.observer(sequence -> Sneaky.sneak(thrown))));
      observed.write(head());
      ChannelFuture text = observed.write("a\uDE00");
      ChannelFuture end = observed.write(END);
      observed.flush();
      assertThat(text.cause()).isInstanceOf(EncoderException.class).hasCause(thrown);
      assertThat(end.cause()).isInstanceOf(EncoderException.class).hasCause(thrown);
      observed.finishAndReleaseAll();
    }
  }

  @Test
  void aFunctionThatMakesNoSpecFailsItsHead() {
    channel.pipeline().addLast(new HttpTextEncoder(message -> null));
    assertThat(channel.write(head()).cause()).isInstanceOf(EncoderException.class);
    assertThat(channel.write("a").cause()).hasCauseInstanceOf(IllegalStateException.class);
    channel.finishAndReleaseAll();
  }

  /** The stage is at work, and is closed once it has returned. */
  @Test
  void anObserverMayRemoveTheEncoder() {
    encodeBy(UTF_8.observer(sequence -> channel.pipeline().remove(HttpTextEncoder.class)));
    channel.writeOutbound(head(), "a\uDE00b", END);
    assertThat(written()).containsExactly("<", "61efbfbd62", ".");
    channel.writeOutbound(END);
    assertThat(written()).containsExactly(".");
    channel.finishAndReleaseAll();
  }
}
