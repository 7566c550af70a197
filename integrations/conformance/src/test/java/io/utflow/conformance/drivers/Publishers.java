/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Job;
import io.utflow.conformance.PieceDecoder;
import io.utflow.reactor.ByteBufText;
import io.utflow.spring.CodecSpec;
import io.utflow.spring.UtflowCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.SpringVersion;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.ServerSentEventHttpMessageReader;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.ByteBufFlux;

/** Operators of a {@code Flux}, each pushed one piece after the other. */
final class Publishers<B> implements PieceDecoder {
  /** Those that Spring looks for by default. */
  private static final List<String> LINE_ENDS = List.of("\r\n", "\n");

  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final ResolvableType EVENT =
      ResolvableType.forClassWithGenerics(
          org.springframework.http.codec.ServerSentEvent.class, String.class);

  private final List<String> outputs = new ArrayList<>();
  private final Sinks.Many<B> source = Sinks.many().unicast().onBackpressureBuffer();
  private final Function<byte[], B> wrapper;
  private @Nullable Throwable failure;

  private Publishers(Function<byte[], B> wrapper, Function<Flux<B>, Flux<?>> operator) {
    this.wrapper = wrapper;
    operator
        .apply(source.asFlux())
        .subscribe(output -> outputs.add(asText(output)), thrown -> failure = thrown);
  }

  static DecoderUnderTest ofReactorNetty() {
    return DecoderUnderTest.of(
        "reactor-netty " + ByteBufFlux.class.getPackage().getImplementationVersion() + " asString",
        (job, encoding) ->
            job == Job.TEXT
                ? netty(
                    buffers ->
                        ByteBufFlux.fromInbound(buffers)
                            .asString(CharsetDecoders.charsetOfTheJdk(encoding)))
                : null);
  }

  static List<DecoderUnderTest> ofSpring() {
    String spring = "Spring " + SpringVersion.getVersion();
    return List.of(
        DecoderUnderTest.of(
            spring + " StringDecoder",
            (job, encoding) ->
                job == Job.TEXT || job == Job.LINES_LF_OR_CRLF
                    ? spring(
                        StringDecoder.allMimeTypes(LINE_ENDS, job != Job.TEXT),
                        CharsetDecoders.charsetOfTheJdk(encoding).name())
                    : null),
        DecoderUnderTest.of(
            spring + " ServerSentEventHttpMessageReader",
            (job, encoding) ->
                job == Job.EVENTS ? events(new ServerSentEventHttpMessageReader()) : null));
  }

  static List<DecoderUnderTest> ofUtflow() {
    return List.of(
        DecoderUnderTest.of(
            "Utflow, operators of Reactor",
            (job, encoding) -> netty(operator(job, UtflowStages.encoding(encoding)))),
        DecoderUnderTest.of("Utflow, codecs of Spring", Publishers::ofUtflowInSpring));
  }

  private static Function<Flux<ByteBuf>, Flux<?>> operator(Job job, TextEncoding encoding) {
    return switch (job) {
      case TEXT -> buffers -> buffers.transform(ByteBufText.decode(encoding));
      case EVENTS -> buffers -> buffers.transform(ByteBufText.events());
      default ->
          buffers -> buffers.transform(ByteBufText.lines(encoding, UtflowStages.breaks(job)));
    };
  }

  private static @Nullable PieceDecoder ofUtflowInSpring(Job job, String name) {
    if (job == Job.EVENTS) {
      ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
      UtflowCodecs.register(codecs);
      return codecs.getReaders().stream()
          .filter(reader -> reader.canRead(EVENT, MediaType.TEXT_EVENT_STREAM))
          .findFirst()
          .map(Publishers::events)
          .orElse(null);
    }
    CodecSpec spec = CodecSpec.DEFAULT.decoder(DecoderSpec.of(UtflowStages.encoding(name)));
    return spring(
        UtflowCodecs.decoder(job == Job.TEXT ? spec : spec.lines(UtflowStages.breaks(job))), null);
  }

  private static PieceDecoder netty(Function<Flux<ByteBuf>, Flux<?>> operator) {
    return new Publishers<>(Unpooled::wrappedBuffer, operator);
  }

  private static PieceDecoder spring(Decoder<String> decoder, @Nullable String charset) {
    MimeType type =
        charset == null
            ? MimeTypeUtils.TEXT_PLAIN
            : new MimeType(MimeTypeUtils.TEXT_PLAIN, Map.of("charset", charset));
    return new Publishers<DataBuffer>(
        DefaultDataBufferFactory.sharedInstance::wrap,
        buffers -> decoder.decode(buffers, STRING, type, null));
  }

  private static PieceDecoder events(HttpMessageReader<?> reader) {
    return new Publishers<DataBuffer>(
        DefaultDataBufferFactory.sharedInstance::wrap,
        buffers -> reader.read(EVENT, new Message(buffers), Map.of()));
  }

  /** A response of events. */
  private record Message(Flux<DataBuffer> body) implements ReactiveHttpInputMessage {
    @Override
    public Flux<DataBuffer> getBody() {
      return body;
    }

    @Override
    public HttpHeaders getHeaders() {
      HttpHeaders headers = new HttpHeaders();
      headers.setContentType(MediaType.TEXT_EVENT_STREAM);
      return headers;
    }
  }

  private static String asText(Object output) {
    if (output instanceof ServerSentEvent event) {
      return UtflowStages.output(event);
    }
    if (output instanceof org.springframework.http.codec.ServerSentEvent<?> event) {
      return (event.event() == null ? "message" : event.event())
          + "\n"
          + (event.id() == null ? "" : event.id())
          + "\n"
          + event.data();
    }
    return output.toString();
  }

  @Override
  public List<String> piece(byte[] bytes) throws Exception {
    source.tryEmitNext(wrapper.apply(bytes));
    return taken();
  }

  @Override
  public List<String> end() throws Exception {
    source.tryEmitComplete();
    return taken();
  }

  private List<String> taken() throws Exception {
    if (failure != null) {
      throw new Exception(failure);
    }
    List<String> taken = List.copyOf(outputs);
    outputs.clear();
    return taken;
  }

  @Override
  public void close() {
    source.tryEmitComplete();
  }
}
