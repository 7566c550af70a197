package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * Text in streams of {@link ByteBuffer} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = buffers.transform(ByteBufferText.decode(UTF_8));
 * }</pre>
 *
 * <p>What is read is a buffer from its position to its limit, through a duplicate: its own position
 * does not move. Its content must not change before the operator asks for the next buffer or the
 * stream ends.
 */
public final class ByteBufferText {
  private static final Buffers<ByteBuffer> BUFFERS =
      new Buffers<>() {
        @Override
        public ByteBuffer[] views(ByteBuffer buffer) {
          return new ByteBuffer[] {buffer.duplicate()};
        }

        @Override
        public ByteBuffer prefix(ByteBuffer buffer, int length) {
          return buffer.slice(buffer.position(), length).order(buffer.order());
        }
      };

  private ByteBufferText() {}

  /**
   * Decodes to pieces of text as long as a buffer allows, none empty, none longer than {@link
   * DecoderSpec#pieceLength()} UTF-16 code units, none cut inside a surrogate pair. Every complete
   * character of a buffer is emitted with that buffer.
   *
   * <p>If the spec reports ill-formed text, the text before the ill-formed sequence is emitted,
   * then an {@link io.utflow.codec.IllFormedTextException}. If the source fails, the text that had
   * arrived is emitted, then the source's error; bytes of an unfinished character are dropped.
   *
   * @param spec how bytes become text
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> decode(DecoderSpec spec) {
    return TextOperators.decode(BUFFERS, spec);
  }

  /**
   * As {@link #decode(DecoderSpec)}, replacing ill-formed text by U+FFFD.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * Passes the same buffer on while the text is well-formed; a character cut by its end is judged
   * with the next buffer, or at the end of the stream. Of the first buffer with an ill-formed
   * sequence a slice with what stands before it is passed on, if any, then follows an {@link
   * io.utflow.codec.IllFormedTextException}. The policy of the spec is ignored.
   *
   * @param spec the encoding, its byte order mark and the observer
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> validate(DecoderSpec spec) {
    return TextOperators.validate(BUFFERS, spec);
  }

  /**
   * As {@link #validate(DecoderSpec)}, with a byte order mark allowed as the encoding has it.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> validate(
      TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }

  /**
   * Decodes to lines. A line is emitted when the last byte of its terminator is in, the last one
   * also without; memory is bounded by {@link LineSpec#maxLength(int)}.
   *
   * <p>A line that is too long is an {@link io.utflow.codec.stage.OverlongLineException} unless the
   * spec says otherwise. Text before an ill-formed sequence that has no terminator is no line: it
   * is the {@link io.utflow.codec.IllFormedTextException#decodedPrefix()}.
   *
   * @param spec how bytes become text
   * @param lines what ends a line, and how long it may be
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> lines(
      DecoderSpec spec, LineSpec lines) {
    return TextOperators.lines(BUFFERS, spec, lines);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, replacing ill-formed text, lines to 65,536 chars.
   *
   * @param encoding of the bytes
   * @param breaks what ends a line
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> lines(
      TextEncoding encoding, LineBreaks breaks) {
    return lines(DecoderSpec.of(encoding), LineSpec.of(breaks));
  }

  /**
   * Decodes to records, as {@link #lines(DecoderSpec, LineSpec)} does to lines.
   *
   * @param spec how bytes become text
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> records(
      DecoderSpec spec, RecordSpec records) {
    return TextOperators.records(BUFFERS, spec, records);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, each line with the byte offsets of its begin and of
   * the end of its text, and with the position at which the next begins. Offsets count the bytes of
   * the whole stream.
   *
   * @param spec how bytes become text
   * @param lines what ends a line, and how long it may be
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines) {
    return TextOperators.locatedLines(BUFFERS, spec, lines);
  }

  /**
   * Goes on with the lines of a stream at a position that a {@link LocatedLine} told: the bytes of
   * the source are those from there on, offsets count from the start of the whole stream.
   *
   * @param spec as at the start of the stream, with a byte order of its own
   * @param lines what ends a line, and how long it may be
   * @param from where the bytes of the source begin
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return TextOperators.locatedLines(BUFFERS, spec, lines, from);
  }

  /**
   * As {@link #records(DecoderSpec, RecordSpec)}, each record with its byte offsets.
   *
   * @param spec how bytes become text
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedRecords(
      DecoderSpec spec, RecordSpec records) {
    return TextOperators.locatedRecords(BUFFERS, spec, records);
  }

  /**
   * Runs any stage that reads bytes, a new one for each subscription: those of {@link
   * io.utflow.codec.stage.Stages}, a chain of stages, one that {@linkplain
   * io.utflow.codec.stage.ByteStage#switchingAfter switches} its encoding, or one of your own. The
   * operators of this class that read bytes are made of it.
   *
   * <pre>{@code
   * ByteBufferText.through(() -> Stages.lines(spec, lines).then(new Events()))
   * }</pre>
   *
   * <p>The stage is offered a buffer in one or more views, and polled until null before the next,
   * as far as there is demand and one output ahead of it. The buffer may change when it is drained,
   * so no output may refer to a view. A stage that answers {@link Stage#isSpent()} is polled once
   * less for each input. What the stage or {@code stages} throws becomes the error of the stream,
   * behind the outputs before it; if the source fails, the stage is not told of an end. The stage
   * is closed when the stream ends, fails or is cancelled, never while it is being polled.
   *
   * @param stages called at each subscription; must not answer the same stage twice
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return TextOperators.through(BUFFERS, stages);
  }

  /**
   * As {@link #through(Supplier)}, for outputs that must be released. Each is the subscriber's to
   * release once it was delivered.
   *
   * @param stages called at each subscription; must not answer the same stage twice
   * @param release called once with an output that was polled and is not delivered, since the
   *     stream was cancelled
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    Objects.requireNonNull(release, "release");
    return TextOperators.through(BUFFERS, stages, release::accept);
  }

  /**
   * Transcodes to heap buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. Ill-formed text is treated as by {@link #decode(DecoderSpec)}.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> transcode(
      DecoderSpec from, EncoderSpec to) {
    return TextOperators.transcode(BUFFERS, from, to, OutputBuffers.onHeap());
  }

  /**
   * Encodes to heap buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. A surrogate pair split over two elements is one character, a
   * byte order mark, where the encoding has one, is written once.
   *
   * @param spec how text becomes bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuffer>> encode(EncoderSpec spec) {
    return TextOperators.encode(BUFFERS, spec, OutputBuffers.onHeap());
  }

  /**
   * As {@link #encode(EncoderSpec)}, replacing ill-formed text by U+FFFD.
   *
   * @param encoding of the bytes to write
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuffer>> encode(
      TextEncoding encoding) {
    return encode(EncoderSpec.of(encoding));
  }
}
