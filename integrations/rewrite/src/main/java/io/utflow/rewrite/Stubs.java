/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

/** The types that templates name, so that a recipe needs no jar of theirs. */
final class Stubs {
  private static final String ENCODING =
      "package io.utflow.codec; public interface TextEncoding { TextEncoding UTF_8 = null; }";

  private static final String BYTE_BUF =
      "package io.netty.buffer; public abstract class ByteBuf {}";

  private static final String PUBLISHER =
      "package org.reactivestreams; public interface Publisher<T> {}";

  private static final String FLUX =
      """
      package reactor.core.publisher;
      import java.util.function.Function;
      import org.reactivestreams.Publisher;
      public abstract class Flux<T> implements Publisher<T> {
        public final <V> Flux<V> transform(
            Function<? super Flux<T>, ? extends Publisher<V>> operator) { return null; }
      }
      """;

  private static final String BYTE_BUF_FLUX =
      """
      package reactor.netty;
      public class ByteBufFlux extends reactor.core.publisher.Flux<io.netty.buffer.ByteBuf> {
        public final ByteBufFlux retain() { return this; }
      }
      """;

  private static final String BYTE_BUF_TEXT =
      """
      package io.utflow.reactor;
      import io.netty.buffer.ByteBuf;
      import java.util.function.Function;
      import reactor.core.publisher.Flux;
      public final class ByteBufText {
        public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(
            io.utflow.codec.TextEncoding encoding) { return null; }
        public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(
            java.nio.charset.Charset charset) { return null; }
      }
      """;

  /** For operators over the buffers of reactor-netty. */
  static final String[] REACTOR = {
    ENCODING, BYTE_BUF, PUBLISHER, FLUX, BYTE_BUF_FLUX, BYTE_BUF_TEXT
  };

  /** For the codecs of Spring. */
  static final String[] SPRING = {
    "package org.springframework.core.codec; public interface Decoder<T> {}",
    "package io.utflow.codec.stage; public enum LineBreaks { LF_OR_CRLF }",
    """
    package io.utflow.spring;
    public final class CodecSpec {
      public static final CodecSpec DEFAULT = null;
      public CodecSpec lines(io.utflow.codec.stage.LineBreaks breaks) { return this; }
    }
    """,
    """
    package io.utflow.spring;
    public final class UtflowCodecs {
      public static org.springframework.core.codec.Decoder<String> decoder(CodecSpec spec) {
        return null;
      }
    }
    """
  };

  private Stubs() {}
}
