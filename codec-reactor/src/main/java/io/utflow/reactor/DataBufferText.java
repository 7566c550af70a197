package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;

/**
 * Text in streams of Spring's {@link DataBuffer} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = request.getBody().transform(DataBufferText.decode(UTF_8));
 * }</pre>
 *
 * <p>The operators own each buffer that reaches them and release it exactly once, when it is read
 * to its end, or when the stream fails or is cancelled; no discard hook sees it. Buffers without a
 * reference count need no release and get none. The read position of a buffer does not move.
 */
public final class DataBufferText {
  private static final Buffers<DataBuffer> BUFFERS =
      new Buffers<>() {
        @Override
        public ByteBuffer[] views(DataBuffer buffer) {
          // Closing the iterator ends no view: the buffer itself holds the memory.
          try (DataBuffer.ByteBufferIterator views = buffer.readableByteBuffers()) {
            List<ByteBuffer> all = new ArrayList<>(1);
            views.forEachRemaining(all::add);
            return all.toArray(ByteBuffer[]::new);
          }
        }

        @Override
        public void release(DataBuffer buffer) {
          DataBufferUtils.release(buffer);
        }

        @Override
        public DataBuffer prefix(DataBuffer buffer, int length) {
          DataBuffer prefix = buffer.split(buffer.readPosition() + length);
          release(buffer);
          return prefix;
        }
      };

  private DataBufferText() {}

  /**
   * Decodes to pieces of text as long as a buffer allows, none empty, none longer than {@link
   * DecoderSpec#pieceLength()} UTF-16 code units, none cut inside a surrogate pair. Every complete
   * character of a buffer is emitted with that buffer.
   *
   * <p>If the spec reports ill-formed text, the text before the offence is emitted, then an {@link
   * io.utflow.codec.IllFormedTextException}. If the source fails, the text that had arrived is
   * emitted, then the source's error; bytes of an unfinished character are dropped.
   */
  public static Function<Flux<? extends DataBuffer>, Flux<String>> decode(DecoderSpec spec) {
    return TextOperators.decode(BUFFERS, spec);
  }

  /** As {@link #decode(DecoderSpec)}, replacing ill-formed text by U+FFFD. */
  public static Function<Flux<? extends DataBuffer>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * Passes the same buffer on while the text is well-formed; a character cut by its end is judged
   * with the next buffer, or at the end of the stream. Of the first buffer with an offence the part
   * before it is passed on, if any, then follows an {@link io.utflow.codec.IllFormedTextException}.
   * The policy of the spec is ignored. What is passed on is for the subscriber to release.
   */
  public static Function<Flux<? extends DataBuffer>, Flux<DataBuffer>> validate(DecoderSpec spec) {
    return TextOperators.validate(BUFFERS, spec);
  }

  /** As {@link #validate(DecoderSpec)}, with a byte order mark allowed as the encoding has it. */
  public static Function<Flux<? extends DataBuffer>, Flux<DataBuffer>> validate(
      TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }
}
