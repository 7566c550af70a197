/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpResponse;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.CountedPart;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stage;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.LongAdder;
import org.reactivestreams.Publisher;
import org.springframework.http.ReactiveHttpInputMessage;
import reactor.core.publisher.Flux;
import reactor.netty.Connection;
import reactor.netty.tcp.TcpServer;

/**
 * What the code in the javadoc of the published modules may use without declaring it: a pipeline, a
 * spec, a flux of buffers. It is only compiled.
 */
abstract class Given {
  ChannelPipeline pipeline;
  ChannelHandlerContext ctx;
  ChannelHandler receiver;
  HttpResponse head;

  Connection connection;
  TcpServer server;
  ReactiveHttpInputMessage request;
  Flux<byte[]> arrays;
  Flux<ByteBuffer> buffers;
  Flux<ByteBuf> byteBufs;

  HttpClient client;
  HttpRequest get;
  Flow.Publisher<ByteBuffer> source;
  Flow.Subscriber<Object> subscriber;

  TextDecoder decoder;
  List<byte[]> pieces;
  byte[] bytes;
  ByteBuffer received;
  ByteBuffer utf16;
  ByteBuffer utf8;
  String text;
  String nameFromSomewhere;
  OutputStream out;

  ReadableByteChannel channel;
  FileChannel file;
  Path path;
  ByteBuffer firstBytes;
  long begin;
  long end;
  DecoderSpec spec;
  LineSpec lines;
  FrameResult<String, String> result;
  ByteBuffer content;
  byte[] crlf;
  ByteStage<LocatedLine> stage;
  LocatedLine last;
  LongAdder bytesIn;

  native ByteBuffer bytesOfTheFileFrom(long byteOffset);

  native Publisher<Void> store(String line);

  /** A stage of the user's own. */
  static final class Headers extends OwnStage<Header> {}

  /** Another. */
  static final class Events extends OwnStage<String> {}

  /** A protocol of the user's own. */
  static final class Replies implements CountedTexts<String> {
    @Override
    public native CountedPart next();

    @Override
    public native String line(String line);
  }

  /** What {@link Headers} yields. */
  record Header(String name, String value) {}

  private static class OwnStage<O> implements Stage<String, O> {
    @Override
    public native void offer(String input);

    @Override
    public native void endOfInput();

    @Override
    public native O poll();

    @Override
    public native void close();
  }
}
