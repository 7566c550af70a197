/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.ReferenceCountUtil;
import io.utflow.cli.Printable;
import io.utflow.cli.UnknownCharset;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.examples.server.CloseWhenAnswered;
import io.utflow.netty.HttpTextDecoder;
import io.utflow.netty.HttpTextEncoder;
import io.utflow.netty.HttpTextException;
import java.io.PrintWriter;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /transcode?from=utf-16le&to=utf-8}. Without {@code from} the charset of the {@code
 * Content-Type} names the encoding, and without that it is UTF-8. Ill-formed text is refused,
 * unless {@code on-malformed=replace} or {@code skip}.
 *
 * <p>A body that is compressed is unpacked, or refused by the name of its {@code Content-Encoding}.
 * It streams through as fast as the client reads the response. The response begins when {@value
 * #LEADING_CHARS} chars of it are there, or all. An ill-formed sequence before that is answered
 * with 422 and its offset, and the next request of the connection is read; a later one can only
 * break off the connection.
 */
final class TranscodeRoute extends ChannelInboundHandlerAdapter {
  private static final int LEADING_CHARS = 1 << 16;

  /** The number of chars that are sent in one chunk if clients send small chunks. */
  private static final int PIECE = 8192;

  private static final int LONGEST_LINE = 4096;
  private static final int LONGEST_HEAD = 8192;

  /**
   * The number of bytes of a body that are unpacked at once, by a factor of up to 1,000. While the
   * client does not read its answer no more are unpacked.
   */
  private static final int CHUNK = 2048;

  /** A request whose body comes back. */
  private static final class Transcoding {
    final DecoderSpec from;
    final EncoderSpec to;
    final StringBuilder text = new StringBuilder();
    boolean begun;

    Transcoding(DecoderSpec from, EncoderSpec to) {
      this.from = from;
      this.to = to;
    }
  }

  private final PrintWriter log;
  private @Nullable Transcoding current;

  private TranscodeRoute(PrintWriter log) {
    this.log = log;
  }

  /**
   * Makes the pipeline of a connection.
   *
   * @param log where ill-formed text is reported that comes too late for an answer
   */
  static void fill(ChannelPipeline pipeline, PrintWriter log) {
    TranscodeRoute route = new TranscodeRoute(log);
    pipeline
        .addLast(new HttpServerCodec(LONGEST_LINE, LONGEST_HEAD, CHUNK))
        .addLast(new HttpServerKeepAliveHandler())
        .addLast(new HttpServerExpectContinueHandler())
        .addLast(new FlowControlHandler())
        .addLast(new HttpContentDecompressor(0))
        .addLast(new HttpTextDecoder<>(request -> route.reader()))
        .addLast(new HttpTextEncoder(answer -> route.writer()))
        .addLast(route)
        .addLast(new CloseWhenAnswered());
  }

  /** The reader of a body. It refuses the body of a request that was answered already. */
  private ByteStage<String> reader() {
    Transcoding open = current;
    if (open == null) {
      throw new IllegalArgumentException("refused");
    }
    return Stages.decode(open.from);
  }

  private EncoderSpec writer() {
    return current == null ? EncoderSpec.of(TextEncoding.UTF_8) : current.to;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    Transcoding open = current;
    if (message instanceof HttpRequest request) {
      receive(ctx, request);
    } else if (message instanceof String text && open != null) {
      open.text.append(text);
      if (open.text.length() >= (open.begun ? PIECE : LEADING_CHARS)) {
        write(ctx, open);
      }
    } else if (message instanceof LastHttpContent && open != null) {
      write(ctx, open);
      current = null;
      ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void receive(ChannelHandlerContext ctx, HttpRequest request) {
    current = null;
    String coding = String.join(",", request.headers().getAll(HttpHeaderNames.CONTENT_ENCODING));
    try {
      QueryStringDecoder uri = new QueryStringDecoder(request.uri());
      if (request.decoderResult().isFailure()) {
        throw new IllegalArgumentException("not a request of HTTP");
      }
      if (!uri.path().equals("/transcode")) {
        refuse(ctx, HttpResponseStatus.NOT_FOUND, "POST the text to /transcode");
      } else if (!request.method().equals(HttpMethod.POST)) {
        refuse(
            ctx,
            HttpResponseStatus.METHOD_NOT_ALLOWED,
            "POST the text to /transcode?from=NAME&to=NAME");
      } else if (!coding.isBlank() && !coding.strip().equalsIgnoreCase("identity")) {
        HttpResponseStatus status = HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;
        refuse(ctx, status, "unknown Content-Encoding " + Printable.of(coding));
      } else {
        current = transcoding(request, uri.parameters());
      }
    } catch (UnsupportedCharsetException e) {
      HttpResponseStatus status = HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;
      refuse(ctx, status, UnknownCharset.message(e));
    } catch (IllegalArgumentException e) {
      refuse(ctx, HttpResponseStatus.BAD_REQUEST, Printable.of("" + e.getMessage()));
    }
  }

  private static Transcoding transcoding(HttpRequest request, Map<String, List<String>> query) {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(policy(query));
    @Nullable String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE);
    DecoderSpec from =
        query.containsKey("from")
            ? utf8.encoding(TextEncoding.forName(first(query, "from", "")))
            : Optional.ofNullable(type)
                .flatMap(TextEncoding::ofContentType)
                .map(utf8::declared)
                .orElse(utf8);
    return new Transcoding(from, EncoderSpec.of(TextEncoding.forName(first(query, "to", "UTF-8"))));
  }

  private static MalformedPolicy policy(Map<String, List<String>> query) {
    return switch (first(query, "on-malformed", "report")) {
      case "report" -> MalformedPolicy.REPORT;
      case "replace" -> MalformedPolicy.REPLACE;
      case "skip" -> MalformedPolicy.SKIP;
      default -> throw new IllegalArgumentException("on-malformed is report, replace or skip");
    };
  }

  private static String first(Map<String, List<String>> query, String name, String otherwise) {
    return query.getOrDefault(name, List.of(otherwise)).get(0);
  }

  private static void refuse(ChannelHandlerContext ctx, HttpResponseStatus status, String problem) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, ByteBufUtil.writeUtf8(ctx.alloc(), problem + "\n"));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=UTF-8");
    if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
      answer.headers().set(HttpHeaderNames.ALLOW, "POST");
    }
    HttpUtil.setContentLength(answer, answer.content().readableBytes());
    ctx.writeAndFlush(answer);
  }

  private static void write(ChannelHandlerContext ctx, Transcoding open) {
    if (!open.begun) {
      open.begun = true;
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      String charset = open.to.encoding().nameForPeers();
      head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=" + charset);
      HttpUtil.setTransferEncodingChunked(head, true);
      ctx.write(head);
    }
    ctx.write(open.text.toString());
    open.text.setLength(0);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    Transcoding open = current;
    if (open != null && open.begun && open.text.length() > 0) {
      write(ctx, open);
    }
    ctx.flush();
  }

  /** While the client does not read the response, nothing more is read from it. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(ctx.channel().isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Transcoding open = current;
    if (!(cause instanceof HttpTextException failure)) {
      ctx.close();
    } else if (open != null) {
      current = null;
      fail(ctx, open, failure);
    }
  }

  /** Once the status is sent, only the end of the connection can show the client that it failed. */
  private void fail(ChannelHandlerContext ctx, Transcoding open, HttpTextException failure) {
    boolean isIllFormed = failure.getCause() instanceof IllFormedTextException;
    String problem =
        failure.getCause() instanceof IllFormedTextException illFormed
            ? "" + illFormed.sequence()
            : Printable.of("" + failure.getMessage());
    if (!ctx.channel().isActive()) {
      ctx.close();
    } else if (open.begun) {
      log.println(ctx.channel().remoteAddress() + " broken off: " + problem);
      ctx.close();
    } else {
      refuse(
          ctx, isIllFormed ? HttpResponseStatus.UNPROCESSABLE_ENTITY : failure.status(), problem);
      if (!isIllFormed && failure.status().equals(HttpResponseStatus.BAD_REQUEST)) {
        // Netty has found no end of the message, so it reads no other.
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
  }
}
