/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.benchmarks.text.NamedText;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.reactor.DataBufferText;
import io.utflow.spring.CodecSpec;
import io.utflow.spring.UtflowCodecs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractDataBufferDecoder;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Prints how many times faster a whole body becomes one {@code String} than by Spring's {@code
 * StringDecoder}, for bodies and pieces of several sizes, on the heap and outside, of words that do
 * not repeat. Arguments: {@code facade} for {@code DataBufferText.text}, {@code codecs} for the
 * decoder that {@code UtflowCodecs} registers; both without. {@code --tsv FILE} also writes a
 * {@link ResultFile}.
 */
public final class BodyTable {
  private static final int TEXT_BYTES = 1 << 20;
  private static final int BOUND = 10_000_000;
  private static final ResolvableType STRING = ResolvableType.forClass(String.class);
  private static final NettyDataBufferFactory NETTY =
      new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

  /** A body of at most so many bytes in pieces of so many. */
  private record Shape(int body, int piece, BufferKind kind) {
    String name() {
      String length = body < 1 << 10 ? body + " bytes" : (body >> 10) + " KiB";
      return length + " in " + piece + (kind == BufferKind.HEAP ? ", heap" : ", direct");
    }

    Pieces cut(String text) {
      return Pieces.of(text, StandardCharsets.UTF_8, piece);
    }

    /** Reads one body after the other; returns the sum of their lengths. */
    Subject read(Function<Flux<DataBuffer>, Mono<String>> toText) {
      int count = body / piece;
      return pieces -> {
        long[] chars = new long[1];
        int all = pieces.arrays().size();
        for (int from = 0; from < all; from += count) {
          int end = Math.min(all, from + count);
          toText.apply(buffers(pieces, from, end)).subscribe(text -> chars[0] += text.length());
        }
        return chars[0];
      };
    }

    private Flux<DataBuffer> buffers(Pieces pieces, int from, int end) {
      if (kind == BufferKind.HEAP) {
        Function<byte[], DataBuffer> wrap = DefaultDataBufferFactory.sharedInstance::wrap;
        return Flux.fromIterable(pieces.arrays().subList(from, end)).map(wrap);
      }
      return Flux.fromIterable(pieces.buffers(kind).subList(from, end))
          .map(ByteBuf::retainedDuplicate)
          .map(NETTY::wrap);
    }
  }

  private BodyTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Kernels.awaitChoice();
    List<NamedText> texts = NamedText.languages(TEXT_BYTES);
    List<String> asked = new ArrayList<>(List.of(arguments));
    Optional<Path> file = ResultFile.takeFrom(asked);
    List<Result> results = new ArrayList<>();
    if (!asked.contains("codecs")) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
      results.addAll(
          print("DataBufferText.text", texts, flux -> flux.as(DataBufferText.text(spec, BOUND))));
    }
    if (!asked.contains("facade")) {
      Decoder<String> decoder = UtflowCodecs.decoder(CodecSpec.DEFAULT);
      ((AbstractDataBufferDecoder<?>) decoder).setMaxInMemorySize(BOUND);
      results.addAll(print("UtflowCodecs", texts, toMono(decoder)));
    }
    if (file.isPresent()) {
      ResultFile.write(file.get(), "Whole bodies, each one String, UTF-8", "GB/s", results);
    }
  }

  private static List<Result> print(
      String title, List<NamedText> texts, Function<Flux<DataBuffer>, Mono<String>> ours) {
    StringDecoder spring = StringDecoder.allMimeTypes();
    spring.setMaxInMemorySize(-1);
    List<Duels.Duel> duels = new ArrayList<>();
    for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
      for (int[] shape : SHAPES) {
        Shape of = new Shape(shape[0], shape[1], kind);
        duels.add(new Duels.Duel(of.name(), of::cut, of.read(ours), of.read(toMono(spring))));
      }
    }
    return Duels.print(title + " against StringDecoder.decodeToMono", texts, duels);
  }

  private static final int[][] SHAPES = {
    {1 << 6, 1 << 6},
    {1 << 8, 1 << 8},
    {1 << 10, 1 << 10},
    {4 << 10, 1460},
    {4 << 10, 4 << 10},
    {64 << 10, 1460},
    {64 << 10, 8 << 10},
    {256 << 10, 1460},
    {256 << 10, 8 << 10},
    {1 << 20, 8 << 10}
  };

  private static Function<Flux<DataBuffer>, Mono<String>> toMono(Decoder<String> decoder) {
    return flux -> decoder.decodeToMono(flux, STRING, MimeTypeUtils.TEXT_PLAIN, null);
  }
}
