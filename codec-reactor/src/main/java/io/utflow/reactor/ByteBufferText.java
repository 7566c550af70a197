/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Text in streams of {@link ByteBuffer}, heap or direct, that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = buffers.transform(ByteBufferText.decode(TextEncoding.UTF_8));
 * }</pre>
 *
 * <p>A buffer is read from its position to its limit, through a duplicate: its own position does
 * not move, and it is not written to. Its content must not change before the operator asks for the
 * next buffer or the stream ends. Buffers need no release.
 *
 * <p>{@linkplain io.utflow.reactor The package} says what all facades share: what each operator
 * emits, demand, ownership, errors, threads.
 */
public final class ByteBufferText {
  private static final TextOperators<ByteBuffer> OPERATORS =
      new TextOperators<>(
          new Buffers<>() {
            @Override
            public ByteBuffer[] views(ByteBuffer buffer) {
              return new ByteBuffer[] {buffer.duplicate()};
            }

            @Override
            public ByteBuffer prefix(ByteBuffer buffer, int length) {
              return buffer.slice(buffer.position(), length).order(buffer.order());
            }
          });

  private ByteBufferText() {}

  /**
   * Decodes to {@linkplain io.utflow.reactor pieces of text}.
   *
   * @param spec how bytes become text
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> decode(DecoderSpec spec) {
    return OPERATORS.decode(spec);
  }

  /**
   * Decodes to pieces of text; U+FFFD replaces each ill-formed sequence.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #decode(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> decode(Charset charset) {
    return decode(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * {@linkplain io.utflow.reactor Validates}: passes each buffer on as it is, while its text is
   * well-formed. Of the buffer in which an ill-formed sequence shows, a slice with what is before
   * it is passed on, if anything is, then the error.
   *
   * @param spec the encoding, its byte order mark and the observer; the policy is not used
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> validate(DecoderSpec spec) {
    return OPERATORS.validate(spec);
  }

  /**
   * As {@link #validate(DecoderSpec)}, by the defaults of {@link DecoderSpec#of}.
   *
   * @param encoding of the bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> validate(
      TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #validate(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @return an operator for {@link Flux#transform}
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> validate(Charset charset) {
    return validate(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * Decodes to {@linkplain io.utflow.reactor lines}.
   *
   * @param spec how bytes become text
   * @param lines what ends a line, and how long it may be
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> lines(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> lines(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> lines(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> records(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<String>> records(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedLines(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedLines(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<LocatedLine>> locatedRecords(
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
  public static Function<Flux<? extends ByteBuffer>, Flux<ServerSentEvent>> events(
      DecoderSpec spec, EventSpec events) {
    return OPERATORS.events(spec, events);
  }

  /**
   * Decodes to server-sent events, by {@link EventSpec#DEFAULT}; U+FFFD replaces each ill-formed
   * sequence.
   *
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ServerSentEvent>> events() {
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
  public static Function<Flux<? extends ByteBuffer>, Mono<String>> text(
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
  public static Function<Flux<? extends ByteBuffer>, Mono<String>> text(
      TextEncoding encoding, int maxChars) {
    return text(DecoderSpec.of(encoding), maxChars);
  }

  /**
   * Runs {@linkplain io.utflow.reactor any stage that reads bytes}. No output may refer to a view:
   * the buffer may change when it is used up.
   *
   * @param stages called at each subscription; must answer a new stage each time
   * @param <O> what comes out
   * @return an operator for {@link Flux#transform}
   */
  public static <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
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
  public static <O> Function<Flux<? extends ByteBuffer>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    return OPERATORS.through(stages, release);
  }

  /**
   * {@linkplain io.utflow.reactor Transcodes} to heap buffers, each ready to be read.
   *
   * @param from how the bytes are read
   * @param to how they are written
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ByteBuffer>, Flux<ByteBuffer>> transcode(
      DecoderSpec from, EncoderSpec to) {
    return OPERATORS.transcode(from, to, OutputBuffers.onHeap());
  }

  /**
   * {@linkplain io.utflow.reactor Encodes} to heap buffers, each ready to be read.
   *
   * @param spec how text becomes bytes
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuffer>> encode(EncoderSpec spec) {
    return OPERATORS.encode(spec, OutputBuffers.onHeap());
  }

  /**
   * As {@link #encode(EncoderSpec)}; U+FFFD replaces each unpaired surrogate.
   *
   * @param encoding of the bytes to write
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuffer>> encode(
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
  public static Function<Flux<? extends CharSequence>, Flux<ByteBuffer>> encode(Charset charset) {
    return encode(EncoderSpec.of(TextEncoding.of(charset)));
  }

  /**
   * {@linkplain io.utflow.reactor Encodes server-sent events}.
   *
   * @param spec how text becomes bytes; in UTF-8
   * @return an operator for {@link Flux#transform}
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public static Function<Flux<? extends ServerSentEvent>, Flux<ByteBuffer>> encodeEvents(
      EncoderSpec spec) {
    return OPERATORS.encodeEvents(spec, OutputBuffers.onHeap());
  }

  /**
   * As {@link #encodeEvents(EncoderSpec)}; U+FFFD replaces each unpaired surrogate.
   *
   * @return an operator for {@link Flux#transform}
   */
  public static Function<Flux<? extends ServerSentEvent>, Flux<ByteBuffer>> encodeEvents() {
    return encodeEvents(EncoderSpec.of(TextEncoding.UTF_8));
  }
}
