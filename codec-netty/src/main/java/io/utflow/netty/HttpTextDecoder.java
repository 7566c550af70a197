/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the body of each message of HTTP, however the network cut it, and by itself: nothing of a
 * body reaches the next one of the connection.
 *
 * <pre>{@code
 * pipeline.addLast(new HttpServerCodec());
 * pipeline.addLast(new HttpContentDecompressor(0));
 * pipeline.addLast(HttpTextDecoder.lines(DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF)));
 * pipeline.addLast(receiver); // of HttpRequest, String, LastHttpContent
 * }</pre>
 *
 * <p><b>What is fired.</b> The head of a message without its content, the outputs of the body, then
 * a {@link LastHttpContent} with the trailers and no content. A full message, as an {@code
 * HttpObjectAggregator} before this handler makes it, becomes the same three. All other messages
 * pass, {@code ByteBuf}s too, which a connection carries after a CONNECT or an upgrade. After an
 * {@code Http2StreamFrameToHttpObjectCodec} the streams of HTTP/2 are read alike.
 *
 * <p><b>Failures.</b> A message whose body cannot be read fails alone: in the place of the {@code
 * LastHttpContent} an {@link HttpTextException} is fired to {@code exceptionCaught}, which tells
 * the status to answer with. The rest of its body is released unread, and the next message is read
 * as if nothing had happened. A message fails whose text the stage or an observer refuses, and one
 * that was cut: by the end of the channel, a malformed chunk, or a {@link DecoderException} of a
 * handler before this, as a decompressor throws. Half a line of such a body is no line. A body with
 * a {@code Content-Encoding} that no handler has undone fails with 415, and so does one with a
 * {@code Transfer-Encoding} other than {@code chunked}; put an {@code HttpContentDecompressor}
 * before this handler. A body of several parts ({@code multipart/form-data}) is not taken apart.
 *
 * <p><b>The stage</b> of a message is made where its first content arrives: a message without
 * content, as the answer to HEAD, has only a head and an end, whatever its header fields say.
 *
 * <p><b>Removal.</b> When the handler is removed within a body, its bytes that have not become an
 * output go on as an {@code HttpContent}, then its later content. {@link #switchTo} reads the rest
 * of the open body in another way, and throws between two of them.
 *
 * <p>Buffers, reads and order are as with {@link StageDecoder}. Not sharable: each channel has a
 * handler of its own.
 *
 * @param <O> what comes out of a body
 */
public final class HttpTextDecoder<O> extends StageDecoder<Object> {
  /** The state of the message that is being received. */
  private enum Message {
    /** No message is being received. */
    NONE,
    /** Its head was fired. */
    HEAD,
    /** Its body is read. */
    BODY,
    /** Its body is not what this handler reads, and goes on as it is. */
    PASSING,
    /** It has failed, and the rest of it is released. */
    FAILED
  }

  /** The content of a full message, in the queue after its head. */
  private record Content(ByteBuf bytes) {}

  /** The end of a message, in the queue after its content. */
  private record End(HttpHeaders trailers) {}

  /** Something that a handler before this could not decode, in the queue. */
  private record Broken(Throwable cause) {}

  private final Function<? super HttpMessage, ? extends ByteStage<O>> stages;
  private final Predicate<? super HttpMessage> reads;
  private final HttpOutputs outputs;
  private Message message = Message.NONE;
  private @Nullable HttpMessage head;

  /**
   * Reads each body by a stage of its own.
   *
   * @param stages makes the stage for the body of a message, of which it is given the head. An
   *     {@link IllegalArgumentException} says that there is no stage for such a body: the message
   *     fails with 415
   */
  public HttpTextDecoder(Function<? super HttpMessage, ? extends ByteStage<O>> stages) {
    this(stages, message -> true, new HttpOutputs());
  }

  private HttpTextDecoder(
      Function<? super HttpMessage, ? extends ByteStage<O>> stages,
      Predicate<? super HttpMessage> reads,
      HttpOutputs outputs) {
    super(Stages.frames(outputs, Long.MAX_VALUE), outputs);
    this.stages = Objects.requireNonNull(stages, "stages");
    this.reads = reads;
    this.outputs = outputs;
  }

  /**
   * Decodes bodies to pieces of text, in the charset of their {@code Content-Type}.
   *
   * @param otherwise how bodies are read, in its encoding where the header has no charset
   * @return a handler for one channel
   */
  public static HttpTextDecoder<String> text(DecoderSpec otherwise) {
    return inCharset(otherwise, Stages::decode);
  }

  /**
   * Decodes each body to one text, in the charset of its {@code Content-Type}.
   *
   * @param otherwise how bodies are read, in its encoding where the header has no charset
   * @param maxChars the bound for each text, in UTF-16 code units; the message with a longer text
   *     fails with 413 as soon as it passes the bound
   * @return a handler for one channel
   */
  public static HttpTextDecoder<String> wholeText(DecoderSpec otherwise, int maxChars) {
    return inCharset(otherwise, spec -> Stages.text(spec, maxChars));
  }

  /**
   * Decodes bodies to lines, in the charset of their {@code Content-Type}.
   *
   * @param otherwise how bodies are read, in its encoding where the header has no charset
   * @param lines what a line is; one that is too long and fails fails its message with 413
   * @return a handler for one channel
   */
  public static HttpTextDecoder<String> lines(DecoderSpec otherwise, LineSpec lines) {
    Objects.requireNonNull(lines, "lines");
    return inCharset(otherwise, spec -> Stages.lines(spec, lines));
  }

  /**
   * Decodes bodies to records, in the charset of their {@code Content-Type}.
   *
   * @param otherwise how bodies are read, in its encoding where the header has no charset
   * @param records what a record is
   * @return a handler for one channel
   */
  public static HttpTextDecoder<String> records(DecoderSpec otherwise, RecordSpec records) {
    Objects.requireNonNull(records, "records");
    return inCharset(otherwise, spec -> Stages.records(spec, records));
  }

  /**
   * Decodes bodies to server-sent events, which are UTF-8: a body that its {@code Content-Type}
   * says to be in another charset fails. A body of another type, such as an error in JSON, has no
   * event: its {@code HttpContent}s go on as they are. Without a {@code Content-Type} it is read.
   *
   * @param otherwise how bodies are read; of UTF-8
   * @param events the bound of an event, and whether comments are kept
   * @return a handler for one channel
   */
  public static HttpTextDecoder<ServerSentEvent> events(DecoderSpec otherwise, EventSpec events) {
    Objects.requireNonNull(events, "events");
    return inCharset(
        otherwise, spec -> EventStages.decode(spec, events), HttpTextDecoder::mayHaveEvents);
  }

  private static boolean mayHaveEvents(HttpMessage message) {
    CharSequence type = HttpUtil.getMimeType(message);
    return type == null
        || HttpHeaderValues.TEXT_EVENT_STREAM.contentEqualsIgnoreCase(type.toString().strip());
  }

  private static <O> HttpTextDecoder<O> inCharset(
      DecoderSpec otherwise, Function<DecoderSpec, ByteStage<O>> stages) {
    return inCharset(otherwise, stages, message -> true);
  }

  private static <O> HttpTextDecoder<O> inCharset(
      DecoderSpec otherwise,
      Function<DecoderSpec, ByteStage<O>> stages,
      Predicate<HttpMessage> reads) {
    Objects.requireNonNull(otherwise, "otherwise");
    return new HttpTextDecoder<>(
        message -> {
          String type = message.headers().get(HttpHeaderNames.CONTENT_TYPE);
          return stages.apply(
              type == null
                  ? otherwise
                  : TextEncoding.ofContentType(type).map(otherwise::declared).orElse(otherwise));
        },
        reads,
        new HttpOutputs());
  }

  // What is received.

  @Override
  boolean isRead(Object event) {
    // What it has put into the queue itself belongs to the read that has brought it.
    return event instanceof HttpObject;
  }

  @Override
  void receiveMessage(ChannelHandlerContext ctx, Object event) {
    if (event instanceof HttpMessage received) {
      receiveHead(ctx, received);
    } else if (event instanceof HttpContent content) {
      receiveContent(ctx, content);
    } else if (event instanceof Content content) {
      read(ctx, content.bytes());
    } else if (event instanceof End end) {
      end(ctx, end.trailers());
    } else if (event instanceof Broken broken) {
      cut(ctx, broken.cause());
    } else {
      ctx.fireChannelRead(event);
    }
  }

  private void receiveHead(ChannelHandlerContext ctx, HttpMessage received) {
    if (reader().isRemoved()) {
      ctx.fireChannelRead(received);
      return;
    }
    if (reader().hasFailed()) {
      // The stream has: its messages are released.
      message = received instanceof FullHttpMessage ? Message.NONE : Message.FAILED;
      ReferenceCountUtil.release(received);
      return;
    }
    if (message != Message.NONE) {
      cut(ctx, new DecoderException("another message begins in the body of this one"));
    }
    message = Message.HEAD;
    HttpMessage bare = received;
    if (received instanceof FullHttpMessage full) {
      // First in the queue: a receiver of the head may close the channel, and then it is read now.
      waitFirst(new End(full.trailingHeaders()));
      waitFirst(new Content(full.content()));
      bare = bare(full);
    }
    head = bare;
    reader().fire(ctx, bare);
    DecoderResult result = bare.decoderResult();
    if (result.isFailure() && message == Message.HEAD) {
      fail(ctx, HttpOutputs.cut(result.cause()));
    }
  }

  private static HttpMessage bare(FullHttpMessage full) {
    HttpMessage bare =
        full instanceof HttpRequest request
            ? new DefaultHttpRequest(
                request.protocolVersion(), request.method(), request.uri(), request.headers())
            : new DefaultHttpResponse(
                full.protocolVersion(), ((HttpResponse) full).status(), full.headers());
    bare.setDecoderResult(full.decoderResult());
    return bare;
  }

  private void receiveContent(ChannelHandlerContext ctx, HttpContent content) {
    if (message == Message.NONE || reader().isRemoved()) {
      ctx.fireChannelRead(content);
      return;
    }
    DecoderResult result = content.decoderResult();
    if (result.isFailure()) {
      waitFirst(new Broken(result.cause()));
    }
    if (content instanceof LastHttpContent last) {
      // First in the queue: a receiver of an output may close the channel, and then it is read now.
      if (!result.isFailure()) {
        waitFirst(new End(last.trailingHeaders()));
      }
    }
    read(ctx, content.content());
  }

  /** Reads content, or releases it unread. */
  private void read(ChannelHandlerContext ctx, ByteBuf bytes) {
    if (reader().isRemoved()) {
      outputs.fireRest(ctx, bytes);
      return;
    }
    if (message == Message.HEAD && bytes.isReadable()) {
      beginBody(ctx);
    }
    if (message == Message.BODY && bytes.isReadable()) {
      reader().read(ctx, bytes);
    } else if (message == Message.PASSING && bytes.isReadable()) {
      reader().fire(ctx, new DefaultHttpContent(bytes));
    } else {
      reader().skip(ctx, bytes);
    }
  }

  private void beginBody(ChannelHandlerContext ctx) {
    HttpMessage of = Objects.requireNonNull(head);
    if (!reads.test(of)) {
      message = Message.PASSING;
      return;
    }
    String coding = coding(of.headers());
    if (coding != null) {
      fail(ctx, HttpOutputs.notUndone(coding));
      return;
    }
    ByteStage<O> stage;
    try {
      stage = Objects.requireNonNull(stages.apply(of), "a stage");
    } catch (Throwable e) {
      // Whatever is thrown, the content is released, and the end of the message is received.
      fail(ctx, HttpOutputs.noStage(e));
      return;
    }
    message = Message.BODY;
    reader().begin(stage);
  }

  /** A coding that no handler has undone, or null. Netty undoes chunks. */
  private static @Nullable String coding(HttpHeaders headers) {
    String coding = coding(headers, "Content-Encoding", HttpHeaderValues.IDENTITY);
    return coding != null ? coding : coding(headers, "Transfer-Encoding", HttpHeaderValues.CHUNKED);
  }

  private static @Nullable String coding(HttpHeaders headers, String name, AsciiString undone) {
    for (String value : headers.getAll(name)) {
      for (String coding : value.split(",", -1)) {
        if (!coding.isBlank()
            && !undone.contentEqualsIgnoreCase(coding.strip())
            && !HttpHeaderValues.IDENTITY.contentEqualsIgnoreCase(coding.strip())) {
          return name + " " + coding.strip();
        }
      }
    }
    return null;
  }

  private void fail(ChannelHandlerContext ctx, HttpTextException failure) {
    message = Message.FAILED;
    reader().fire(ctx, failure);
  }

  /** The message that is open has no end; without one, or after the removal, the cause goes on. */
  private void cut(ChannelHandlerContext ctx, Throwable cause) {
    if (reader().isRemoved()) {
      ctx.fireExceptionCaught(cause);
      return;
    }
    switch (message) {
      case NONE -> ctx.fireExceptionCaught(cause);
      case HEAD, PASSING -> fail(ctx, HttpOutputs.cut(cause));
      case BODY -> {
        message = Message.FAILED;
        reader().cutFrame(ctx, cause);
      }
      case FAILED -> {
        // It was told.
      }
    }
  }

  private void end(ChannelHandlerContext ctx, HttpHeaders trailers) {
    Message was = message;
    message = Message.NONE;
    head = null;
    LastHttpContent last =
        trailers.isEmpty()
            ? LastHttpContent.EMPTY_LAST_CONTENT
            : new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, trailers);
    if (reader().isRemoved()) {
      ctx.fireChannelRead(last);
    } else if (was == Message.HEAD || was == Message.PASSING) {
      reader().fire(ctx, last);
    } else if (was == Message.BODY) {
      outputs.endWith(last);
      reader().endFrame(ctx);
    }
  }

  /** A message that is not read by a stage is cut as well. */
  @Override
  void beforeEnd(ChannelHandlerContext ctx) {
    if ((message == Message.HEAD || message == Message.PASSING) && !reader().isRemoved()) {
      fail(ctx, HttpOutputs.cut(null));
    }
  }

  /** Fails the open message if a handler before this could not decode a part of it. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
    if (cause instanceof DecoderException) {
      channelRead(ctx, new Broken(cause));
    } else {
      super.exceptionCaught(ctx, cause);
    }
  }

  @Override
  @Nullable ByteBuf contentOf(Object event) {
    if (event instanceof Content content) {
      return content.bytes();
    }
    return event instanceof HttpContent content ? content.content() : super.contentOf(event);
  }

  /** Also a head without its body, and an end without its head. */
  @Override
  boolean isDropped(Object event) {
    return event instanceof HttpObject || event instanceof End || event instanceof Broken;
  }

  @Override
  boolean findsFrames() {
    return true;
  }
}
