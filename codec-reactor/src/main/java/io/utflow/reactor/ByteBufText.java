package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * Text in streams of Netty's {@link ByteBuf} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = connection.inbound().receive().retain().transform(ByteBufText.decode(UTF_8));
 * }</pre>
 *
 * <p>The operators own each buffer that reaches them and release it exactly once, when it is read
 * to its end, or when the stream fails or is cancelled; no discard hook sees it. The indices of a
 * buffer do not move. A composite buffer of more than 1 KiB is read component by component, without
 * a copy.
 *
 * <p>reactor-netty keeps the ownership of what it emits, hence the {@code retain()}. When the peer
 * closes, a reactor-netty server cancels what its handler returned, before the end of the input is
 * told. A handler for which the last text matters, above all a last line without a terminator,
 * returns a {@code cache()}, which passes no cancel on:
 *
 * <pre>{@code
 * server.handle((in, out) ->
 *     in.receive().retain()
 *         .transform(ByteBufText.lines(UTF_8, LineBreaks.LF))
 *         .concatMap(this::store)
 *         .then()
 *         .cache());
 * }</pre>
 */
public final class ByteBufText {
  private ByteBufText() {}

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
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(DecoderSpec spec) {
    return TextOperators.decode(ByteBufs.INSTANCE, spec);
  }

  /**
   * As {@link #decode(DecoderSpec)}, replacing ill-formed text by U+FFFD.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * Passes the same buffer on while the text is well-formed; a character cut by its end is judged
   * with the next buffer, or at the end of the stream. Of the first buffer with an ill-formed
   * sequence a slice with what stands before it is passed on, if any, then follows an {@link
   * io.utflow.codec.IllFormedTextException}. The policy of the spec is ignored. What is passed on
   * is for the subscriber to release.
   *
   * @param spec the encoding, its byte order mark and the observer
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(DecoderSpec spec) {
    return TextOperators.validate(ByteBufs.INSTANCE, spec);
  }

  /**
   * As {@link #validate(DecoderSpec)}, with a byte order mark allowed as the encoding has it.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(TextEncoding encoding) {
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
  public static Function<Flux<? extends ByteBuf>, Flux<String>> lines(
      DecoderSpec spec, LineSpec lines) {
    return TextOperators.lines(ByteBufs.INSTANCE, spec, lines);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, replacing ill-formed text, lines to 65,536 chars.
   *
   * @param encoding of the bytes
   * @param breaks what ends a line
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> lines(
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
  public static Function<Flux<? extends ByteBuf>, Flux<String>> records(
      DecoderSpec spec, RecordSpec records) {
    return TextOperators.records(ByteBufs.INSTANCE, spec, records);
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
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines) {
    return TextOperators.locatedLines(ByteBufs.INSTANCE, spec, lines);
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
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return TextOperators.locatedLines(ByteBufs.INSTANCE, spec, lines, from);
  }

  /**
   * As {@link #records(DecoderSpec, RecordSpec)}, each record with its byte offsets.
   *
   * @param spec how bytes become text
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedRecords(
      DecoderSpec spec, RecordSpec records) {
    return TextOperators.locatedRecords(ByteBufs.INSTANCE, spec, records);
  }

  /**
   * Runs any stage that reads bytes, a new one for each subscription: those of {@link
   * io.utflow.codec.stage.Stages}, a chain of stages, one that {@linkplain
   * io.utflow.codec.stage.ByteStage#switchingAfter switches} its encoding, or one of your own. The
   * operators of this class that read bytes are made of it.
   *
   * <pre>{@code
   * ByteBufText.through(() -> Stages.lines(spec, lines).then(new Events()))
   * }</pre>
   *
   * <p>The stage is offered a buffer in one or more views, and polled until null before the next,
   * as far as there is demand and one output ahead of it. The buffer is released when it is
   * drained, so no output may refer to a view. A stage that answers {@link Stage#isSpent()} is
   * polled once less for each input. What the stage or {@code stages} throws becomes the error of
   * the stream, behind the outputs before it; if the source fails, the stage is not told of an end.
   * The stage is closed when the stream ends, fails or is cancelled, never while it is being
   * polled.
   *
   * @param stages called at each subscription; must not answer the same stage twice
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return TextOperators.through(ByteBufs.INSTANCE, stages);
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
  public static <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    Objects.requireNonNull(release, "release");
    return TextOperators.through(ByteBufs.INSTANCE, stages, release::accept);
  }

  /**
   * Transcodes to buffers of {@code allocator}, the subscriber's to release, of at most {@link
   * EncoderSpec#pieceLength()} bytes, none empty, each ending between two characters. Ill-formed
   * text is treated as by {@link #decode(DecoderSpec)}.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @param allocator where the new buffers come from
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> transcode(
      DecoderSpec from, EncoderSpec to, ByteBufAllocator allocator) {
    return TextOperators.transcode(ByteBufs.INSTANCE, from, to, new ByteBufOutput(allocator));
  }

  /**
   * As the longer form, with Netty's default allocator.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> transcode(
      DecoderSpec from, EncoderSpec to) {
    return transcode(from, to, ByteBufAllocator.DEFAULT);
  }

  /**
   * Encodes to buffers of {@code allocator}, the subscriber's to release, of at most {@link
   * EncoderSpec#pieceLength()} bytes, none empty, each ending between two characters. A surrogate
   * pair split over two elements is one character, a byte order mark, where the encoding has one,
   * is written once.
   *
   * @param spec how text becomes bytes
   * @param allocator where the new buffers come from
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(
      EncoderSpec spec, ByteBufAllocator allocator) {
    return TextOperators.encode(ByteBufs.INSTANCE, spec, new ByteBufOutput(allocator));
  }

  /**
   * As the longer form, with Netty's default allocator.
   *
   * @param spec how text becomes bytes
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(EncoderSpec spec) {
    return encode(spec, ByteBufAllocator.DEFAULT);
  }

  /**
   * As {@link #encode(EncoderSpec)}, replacing ill-formed text by U+FFFD.
   *
   * @param encoding of the bytes to write
   * @return an operator for {@link Flux#transform}; each subscription is a stream of its own
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(
      TextEncoding encoding) {
    return encode(EncoderSpec.of(encoding));
  }
}
