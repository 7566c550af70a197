package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/**
 * Text in streams of Netty's {@link ByteBuf} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = connection.inbound().receive().retain().transform(ByteBufText.decode(UTF_8));
 * }</pre>
 *
 * <p>The operators own each buffer that reaches them and release it exactly once, when it is read
 * to its end, or when the stream fails or is cancelled; no discard hook sees it. reactor-netty
 * keeps the ownership of what it emits, hence the {@code retain()}. When the peer closes, a
 * reactor-netty server cancels what its handler returned: text whose end matters is subscribed to
 * in the handler, not returned by it. The indices of a buffer do not move. A composite buffer is
 * read component by component, without a copy.
 */
public final class ByteBufText {
  private static final Buffers<ByteBuf> BUFFERS =
      new Buffers<>() {
        @Override
        public ByteBuffer[] views(ByteBuf buffer) {
          // nioBuffer() of a composite buffer would copy it.
          return buffer.nioBufferCount() == 1
              ? new ByteBuffer[] {buffer.nioBuffer()}
              : buffer.nioBuffers();
        }

        @Override
        public void release(ByteBuf buffer) {
          buffer.release();
        }

        @Override
        public ByteBuf prefix(ByteBuf buffer, int length) {
          // The slice shares the reference count, and so takes the reference along.
          return buffer.slice(buffer.readerIndex(), length);
        }
      };

  private ByteBufText() {}

  /**
   * Decodes to pieces of text as long as a buffer allows, none empty, none longer than {@link
   * DecoderSpec#pieceLength()} UTF-16 code units, none cut inside a surrogate pair. Every complete
   * character of a buffer is emitted with that buffer.
   *
   * <p>If the spec reports ill-formed text, the text before the offence is emitted, then an {@link
   * io.utflow.codec.IllFormedTextException}. If the source fails, the text that had arrived is
   * emitted, then the source's error; bytes of an unfinished character are dropped.
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(DecoderSpec spec) {
    return TextOperators.decode(BUFFERS, spec);
  }

  /** As {@link #decode(DecoderSpec)}, replacing ill-formed text by U+FFFD. */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * Passes the same buffer on while the text is well-formed; a character cut by its end is judged
   * with the next buffer, or at the end of the stream. Of the first buffer with an offence a slice
   * with what stands before it is passed on, if any, then follows an {@link
   * io.utflow.codec.IllFormedTextException}. The policy of the spec is ignored. What is passed on
   * is for the subscriber to release.
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(DecoderSpec spec) {
    return TextOperators.validate(BUFFERS, spec);
  }

  /** As {@link #validate(DecoderSpec)}, with a byte order mark allowed as the encoding has it. */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }
}
