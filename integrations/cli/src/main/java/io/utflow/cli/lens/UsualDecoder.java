/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.string.StringDecoder;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.ByteBufFlux;

/** A decoder that people use, the real one, for one stream. */
interface UsualDecoder extends AutoCloseable {
  /** Gives it the next piece, and takes what it emits then. */
  Output receive(byte[] piece);

  /** Ends the stream, and takes what it emits then. */
  Output end();

  @Override
  void close();

  /**
   * The output of a decoder.
   *
   * @param text the whole output; may be empty
   * @param failure its exception, or null
   */
  record Output(String text, @Nullable String failure) {}

  /** One of them, by name. */
  record Kind(String name, Function<Charset, UsualDecoder> maker) {}

  /** Those that the page shows, in its order. */
  List<Kind> KINDS =
      List.of(
          new Kind("Netty StringDecoder", UsualDecoder::ofNetty),
          new Kind("reactor-netty asString", UsualDecoder::ofReactorNetty),
          new Kind("Spring StringDecoder", UsualDecoder::ofSpring));

  /** Those that Spring looks for by default. */
  List<String> LINE_ENDS = List.of("\r\n", "\n");

  /** Netty's handler, in a channel. */
  static UsualDecoder ofNetty(Charset charset) {
    EmbeddedChannel channel = new EmbeddedChannel(new StringDecoder(charset));
    return new UsualDecoder() {
      @Override
      public Output receive(byte[] piece) {
        channel.writeInbound(Unpooled.wrappedBuffer(piece));
        return emitted();
      }

      @Override
      public Output end() {
        channel.finish();
        return emitted();
      }

      private Output emitted() {
        StringBuilder text = new StringBuilder();
        for (@Nullable Object each = channel.readInbound();
            each != null;
            each = channel.readInbound()) {
          text.append(each);
        }
        return new Output(text.toString(), null);
      }

      @Override
      public void close() {
        channel.finishAndReleaseAll();
      }
    };
  }

  /** The operator of {@link ByteBufFlux}. */
  static UsualDecoder ofReactorNetty(Charset charset) {
    return new Subscribed<ByteBuf>(
        Unpooled::wrappedBuffer, buffers -> ByteBufFlux.fromInbound(buffers).asString(charset));
  }

  /**
   * The decoder of WebFlux. It emits whole lines; here it keeps their ends, so that its text can be
   * compared.
   */
  static UsualDecoder ofSpring(Charset charset) {
    MimeType type = new MimeType(MimeTypeUtils.TEXT_PLAIN, charset);
    return new Subscribed<DataBuffer>(
        DefaultDataBufferFactory.sharedInstance::wrap,
        buffers ->
            org.springframework.core.codec.StringDecoder.allMimeTypes(LINE_ENDS, false)
                .decode(buffers, ResolvableType.forClass(String.class), type, null));
  }

  /** An operator that is pushed one piece after the other. */
  final class Subscribed<B> implements UsualDecoder {
    private final Queue<String> emitted = new ArrayDeque<>();
    private final Sinks.Many<B> source = Sinks.many().unicast().onBackpressureError();
    private final Function<byte[], B> wrapper;
    private @Nullable String failure;

    Subscribed(Function<byte[], B> wrapper, Function<Flux<B>, Flux<String>> operator) {
      this.wrapper = wrapper;
      operator
          .apply(source.asFlux())
          .subscribe(emitted::add, thrown -> failure = thrown.getClass().getSimpleName(), () -> {});
    }

    @Override
    public Output receive(byte[] piece) {
      source.tryEmitNext(wrapper.apply(piece));
      return taken();
    }

    @Override
    public Output end() {
      source.tryEmitComplete();
      return taken();
    }

    private Output taken() {
      Output output = new Output(String.join("", emitted), failure);
      emitted.clear();
      return output;
    }

    @Override
    public void close() {
      source.tryEmitComplete();
    }
  }
}
