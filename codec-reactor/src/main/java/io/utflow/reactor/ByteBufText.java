/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Text in streams of Netty's {@link ByteBuf} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text =
 *     connection.inbound().receive().retain().transform(ByteBufText.decode(TextEncoding.UTF_8));
 * }</pre>
 *
 * <p>The operators own each buffer that reaches them and release it exactly once: when it is used
 * up, or when the stream fails or is cancelled. The indices of a buffer do not move. A composite
 * buffer of more than 1 KiB is read component by component, without a copy.
 *
 * <p>reactor-netty keeps the ownership of what it emits, hence the {@code retain()}. When the peer
 * closes, a reactor-netty server cancels what its handler returned, before it tells the end of the
 * input. So a handler for which the last text matters, above all a last line without a terminator,
 * returns what reads {@linkplain #toTheEnd to the end}:
 *
 * <pre>{@code
 * server.handle((in, out) ->
 *     in.receive().retain()
 *         .transform(ByteBufText.lines(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF))
 *         .concatMap(this::store)
 *         .as(ByteBufText.toTheEnd()));
 * }</pre>
 *
 * <p>{@linkplain io.utflow.reactor The package} says what all facades share: what each operator
 * emits, demand, ownership, errors, threads.
 */
public final class ByteBufText {
  private static final TextOperators<ByteBuf> OPERATORS = new TextOperators<>(ByteBufs.INSTANCE);

  private ByteBufText() {}

  /**
   * Decodes to {@linkplain io.utflow.reactor pieces of text}.
   *
   * @param spec how bytes become text
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(DecoderSpec spec) {
    return OPERATORS.decode(spec);
  }

  /**
   * Decodes to pieces of text; U+FFFD replaces each ill-formed sequence.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #decode(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> decode(Charset charset) {
    return decode(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * {@linkplain io.utflow.reactor Validates}: passes each buffer on as it is, while its text is
   * well-formed. Of the buffer in which an ill-formed sequence shows, a slice with what is before
   * it is passed on, if anything is, then the error. The subscriber releases what is passed on.
   *
   * @param spec the encoding, its byte order mark and the observer; the policy is not used
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(DecoderSpec spec) {
    return OPERATORS.validate(spec);
  }

  /**
   * As {@link #validate(DecoderSpec)}, by the defaults of {@link DecoderSpec#of}.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #validate(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> validate(Charset charset) {
    return validate(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor lines}.
   *
   * @param spec how bytes become text
   * @param lines what ends a line, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> lines(
      DecoderSpec spec, LineSpec lines) {
    return OPERATORS.lines(spec, lines);
  }

  /**
   * Decodes to lines, by the defaults of {@link LineSpec#of}; U+FFFD replaces each ill-formed
   * sequence.
   *
   * @param encoding of the bytes
   * @param breaks what ends a line
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> lines(
      TextEncoding encoding, LineBreaks breaks) {
    return lines(DecoderSpec.of(encoding), LineSpec.of(breaks));
  }

  /**
   * As {@link #lines(TextEncoding, LineBreaks)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @param breaks what ends a line
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> lines(
      Charset charset, LineBreaks breaks) {
    return lines(DecoderSpec.of(TextEncoding.of(charset)), LineSpec.of(breaks));
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor records}.
   *
   * @param spec how bytes become text
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> records(
      DecoderSpec spec, RecordSpec records) {
    return OPERATORS.records(spec, records);
  }

  /**
   * Decodes to records; U+FFFD replaces each ill-formed sequence.
   *
   * @param encoding of the bytes
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<String>> records(
      TextEncoding encoding, RecordSpec records) {
    return records(DecoderSpec.of(encoding), records);
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor lines with their byte offsets}.
   *
   * @param spec how bytes become text
   * @param lines what ends a line, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines) {
    return OPERATORS.locatedLines(spec, lines);
  }

  /**
   * Goes on with the lines of a stream at a position that a {@link LocatedLine} told. The bytes of
   * the source are those from there on; offsets count from the start of the whole stream.
   *
   * @param spec as at the start of the stream, with a byte order of its own
   * @param lines what ends a line, and how long it may be
   * @param from where the bytes of the source begin
   * @return an operator for {@link Flux#transform}
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own, or
   *     has state
   */
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return OPERATORS.locatedLines(spec, lines, from);
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor records with their byte offsets}.
   *
   * @param spec how bytes become text
   * @param records what ends a record, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<LocatedLine>> locatedRecords(
      DecoderSpec spec, RecordSpec records) {
    return OPERATORS.locatedRecords(spec, records);
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor server-sent events}.
   *
   * @param spec how bytes become text; of UTF-8
   * @param events how long an event may be, and what is kept
   * @return an operator for {@link Flux#transform}
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ServerSentEvent>> events(
      DecoderSpec spec, EventSpec events) {
    return OPERATORS.events(spec, events);
  }

  /**
   * Decodes to server-sent events, by {@link EventSpec#DEFAULT}; U+FFFD replaces each ill-formed
   * sequence.
   *
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ServerSentEvent>> events() {
    return events(DecoderSpec.of(TextEncoding.UTF_8), EventSpec.DEFAULT);
  }

  /**
   * Decodes {@linkplain io.utflow.reactor the whole text}, if it has at most {@code maxChars}.
   *
   * @param spec how bytes become text
   * @param maxChars the bound, in UTF-16 code units, at least 1
   * @return an operator for {@link Flux#as}
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static Function<Flux<? extends ByteBuf>, Mono<String>> text(
      DecoderSpec spec, int maxChars) {
    return OPERATORS.text(spec, maxChars);
  }

  /**
   * Decodes the whole text; U+FFFD replaces each ill-formed sequence.
   *
   * @param encoding of the bytes
   * @param maxChars the bound, in UTF-16 code units, at least 1
   * @return an operator for {@link Flux#as}
   * @throws IllegalArgumentException if the bound is below 1
   */
  public static Function<Flux<? extends ByteBuf>, Mono<String>> text(
      TextEncoding encoding, int maxChars) {
    return text(DecoderSpec.of(encoding), maxChars);
  }

  /**
   * Runs {@linkplain io.utflow.reactor any stage that reads bytes}. No output may refer to a view:
   * the buffer is released when it is used up.
   *
   * @param stages called at each subscription; must answer a new stage each time
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}
   */
  public static <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return OPERATORS.through(stages);
  }

  /**
   * As {@link #through(Supplier)}, for outputs that must be released. The subscriber releases those
   * that it receives.
   *
   * @param stages called at each subscription; must answer a new stage each time
   * @param release called once with each output that was polled but cannot be delivered, because
   *     the stream was cancelled
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}
   */
  public static <O> Function<Flux<? extends ByteBuf>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    return OPERATORS.through(stages, release);
  }

  /**
   * {@linkplain io.utflow.reactor Transcodes} to buffers of {@code allocator}, which the subscriber
   * releases.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @param allocator where the new buffers come from
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> transcode(
      DecoderSpec from, EncoderSpec to, ByteBufAllocator allocator) {
    return OPERATORS.transcode(from, to, new ByteBufOutput(allocator));
  }

  /**
   * As {@link #transcode(DecoderSpec, EncoderSpec, ByteBufAllocator)}, with Netty's default
   * allocator.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuf>, Flux<ByteBuf>> transcode(
      DecoderSpec from, EncoderSpec to) {
    return transcode(from, to, ByteBufAllocator.DEFAULT);
  }

  /**
   * {@linkplain io.utflow.reactor Encodes} to buffers of {@code allocator}, which the subscriber
   * releases.
   *
   * @param spec how text becomes bytes
   * @param allocator where the new buffers come from
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(
      EncoderSpec spec, ByteBufAllocator allocator) {
    return OPERATORS.encode(spec, new ByteBufOutput(allocator));
  }

  /**
   * As {@link #encode(EncoderSpec, ByteBufAllocator)}, with Netty's default allocator.
   *
   * @param spec how text becomes bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(EncoderSpec spec) {
    return encode(spec, ByteBufAllocator.DEFAULT);
  }

  /**
   * As {@link #encode(EncoderSpec)}; U+FFFD replaces each unpaired surrogate.
   *
   * @param encoding of the bytes to write
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(
      TextEncoding encoding) {
    return encode(EncoderSpec.of(encoding));
  }

  /**
   * As {@link #encode(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuf>> encode(Charset charset) {
    return encode(EncoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * {@linkplain io.utflow.reactor Encodes server-sent events} to buffers of {@code allocator},
   * which the subscriber releases.
   *
   * @param spec how text becomes bytes; in UTF-8
   * @param allocator where the new buffers come from
   * @return an operator for {@link Flux#transform}
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static Function<Flux<? extends ServerSentEvent>, Flux<ByteBuf>> encodeEvents(
      EncoderSpec spec, ByteBufAllocator allocator) {
    return OPERATORS.encodeEvents(spec, new ByteBufOutput(allocator));
  }

  /**
   * As {@link #encodeEvents(EncoderSpec, ByteBufAllocator)}, with Netty's default allocator.
   *
   * @param spec how text becomes bytes; in UTF-8
   * @return an operator for {@link Flux#transform}
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static Function<Flux<? extends ServerSentEvent>, Flux<ByteBuf>> encodeEvents(
      EncoderSpec spec) {
    return encodeEvents(spec, ByteBufAllocator.DEFAULT);
  }

  /**
   * As {@link #encodeEvents(EncoderSpec)}; U+FFFD replaces each unpaired surrogate.
   *
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ServerSentEvent>, Flux<ByteBuf>> encodeEvents() {
    return encodeEvents(EncoderSpec.of(TextEncoding.UTF_8));
  }

  /**
   * Reads a source to its end, also when the subscriber cancels, and tells the end: what the
   * handler of a reactor-netty server returns, so that all that the peer has sent is handled before
   * the close and after it.
   *
   * <p>The source is requested without bound, and is not cancelled: it must end by itself, as the
   * input of a connection does when the connection is closed. Its elements are discarded. Its
   * failure is passed on; once the subscriber has cancelled it goes to {@code
   * Hooks.onErrorDropped}, which logs it.
   *
   * @return an operator for {@link Flux#as} and {@link Mono#as}
   */
  public static Function<Publisher<?>, Mono<Void>> toTheEnd() {
    return ToTheEnd::new;
  }
}
