/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.pool.ShortCopy;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Text in streams of {@code byte[]} that are cut anywhere.
 *
 * <pre>{@code
 * Flux<String> text = arrays.transform(ByteArrayText.decode(TextEncoding.UTF_8));
 * }</pre>
 *
 * <p>An array is read in place and not written to. Its content must not change before the operator
 * asks for the next array or the stream ends. Arrays need no release.
 *
 * <p>{@linkplain io.utflow.reactor The page of the package} says what each method takes, and what
 * its operator emits; demand, ownership, errors, threads. All facades share it.
 */
public final class ByteArrayText {
  private static final TextOperators<byte[]> OPERATORS =
      new TextOperators<>(
          new Buffers<>() {
            @Override
            public ByteBuffer[] views(byte[] buffer) {
              return new ByteBuffer[] {ByteBuffer.wrap(buffer)};
            }

            @Override
            public @Nullable ShortCopy copy(byte[] buffer) {
              if (buffer.length > ShortCopy.MOST_BYTES) {
                return null;
              }
              ShortCopy copy = ShortCopy.borrow(buffer.length);
              System.arraycopy(buffer, 0, copy.array(), 0, buffer.length);
              return copy;
            }

            @Override
            public byte[] prefix(byte[] buffer, int length) {
              return Arrays.copyOf(buffer, length);
            }
          });

  private ByteArrayText() {}

  /** {@return {@linkplain io.utflow.reactor pieces of text}} */
  public static Function<Flux<? extends byte[]>, Flux<String>> decode(DecoderSpec spec) {
    return OPERATORS.decode(spec);
  }

  /** {@return {@linkplain io.utflow.reactor pieces of text} of the encoding given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> decode(TextEncoding encoding) {
    return decode(DecoderSpec.of(encoding));
  }

  /** {@return {@linkplain io.utflow.reactor pieces of text} of the charset given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> decode(Charset charset) {
    return decode(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /** {@return {@linkplain io.utflow.reactor pieces of text} in the encoding found out} */
  public static Function<Flux<? extends byte[]>, Flux<String>> decode(Detection detection) {
    return OPERATORS.decode(detection);
  }

  /** {@return {@linkplain io.utflow.reactor the buffers themselves} while they are well-formed} */
  public static Function<Flux<? extends byte[]>, Flux<byte[]>> validate(DecoderSpec spec) {
    return OPERATORS.validate(spec);
  }

  /**
   * {@return {@linkplain io.utflow.reactor the buffers themselves} while they are well-formed text
   * of the encoding given}
   */
  public static Function<Flux<? extends byte[]>, Flux<byte[]>> validate(TextEncoding encoding) {
    return validate(DecoderSpec.of(encoding));
  }

  /**
   * {@return {@linkplain io.utflow.reactor the buffers themselves} while they are well-formed text
   * of the charset given}
   */
  public static Function<Flux<? extends byte[]>, Flux<byte[]>> validate(Charset charset) {
    return validate(DecoderSpec.of(TextEncoding.of(charset)));
  }

  /** {@return {@linkplain io.utflow.reactor lines}} */
  public static Function<Flux<? extends byte[]>, Flux<String>> lines(
      DecoderSpec spec, LineSpec lines) {
    return OPERATORS.lines(spec, lines);
  }

  /** {@return {@linkplain io.utflow.reactor lines} of the encoding given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> lines(
      TextEncoding encoding, LineBreaks breaks) {
    return lines(DecoderSpec.of(encoding), LineSpec.of(breaks));
  }

  /** {@return {@linkplain io.utflow.reactor lines} of the encoding given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> lines(
      TextEncoding encoding, LineSpec lines) {
    return lines(DecoderSpec.of(encoding), lines);
  }

  /** {@return {@linkplain io.utflow.reactor lines} of the charset given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> lines(
      Charset charset, LineBreaks breaks) {
    return lines(DecoderSpec.of(TextEncoding.of(charset)), LineSpec.of(breaks));
  }

  /** {@return {@linkplain io.utflow.reactor lines} in the encoding found out} */
  public static Function<Flux<? extends byte[]>, Flux<String>> lines(
      Detection detection, LineSpec lines) {
    return OPERATORS.lines(detection, lines);
  }

  /** {@return {@linkplain io.utflow.reactor records}} */
  public static Function<Flux<? extends byte[]>, Flux<String>> records(
      DecoderSpec spec, RecordSpec records) {
    return OPERATORS.records(spec, records);
  }

  /** {@return {@linkplain io.utflow.reactor records} of the encoding given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> records(
      TextEncoding encoding, RecordSpec records) {
    return records(DecoderSpec.of(encoding), records);
  }

  /**
   * {@return {@linkplain io.utflow.reactor records} of the encoding given that end with one of
   * these delimiters}
   */
  public static Function<Flux<? extends byte[]>, Flux<String>> records(
      TextEncoding encoding, String... delimiters) {
    return records(DecoderSpec.of(encoding), RecordSpec.delimitedBy(delimiters));
  }

  /** {@return {@linkplain io.utflow.reactor records} of the charset given} */
  public static Function<Flux<? extends byte[]>, Flux<String>> records(
      Charset charset, RecordSpec records) {
    return records(DecoderSpec.of(TextEncoding.of(charset)), records);
  }

  /** {@return {@linkplain io.utflow.reactor records} in the encoding found out} */
  public static Function<Flux<? extends byte[]>, Flux<String>> records(
      Detection detection, RecordSpec records) {
    return OPERATORS.records(detection, records);
  }

  /** {@return {@linkplain io.utflow.reactor lines with their byte offsets}} */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines) {
    return OPERATORS.locatedLines(spec, lines);
  }

  /**
   * {@return {@linkplain io.utflow.reactor lines with their byte offsets}, of the encoding given}
   */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedLines(
      TextEncoding encoding, LineSpec lines) {
    return locatedLines(DecoderSpec.of(encoding), lines);
  }

  /** {@return {@linkplain io.utflow.reactor lines with their byte offsets}, from a position on} */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return OPERATORS.locatedLines(spec, lines, from);
  }

  /**
   * {@return {@linkplain io.utflow.reactor lines with their byte offsets}, in the encoding found
   * out}
   */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedLines(
      Detection detection, LineSpec lines) {
    return OPERATORS.locatedLines(detection, lines);
  }

  /** {@return {@linkplain io.utflow.reactor records with their byte offsets}} */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedRecords(
      DecoderSpec spec, RecordSpec records) {
    return OPERATORS.locatedRecords(spec, records);
  }

  /**
   * {@return {@linkplain io.utflow.reactor records with their byte offsets}, of the encoding given}
   */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedRecords(
      TextEncoding encoding, RecordSpec records) {
    return locatedRecords(DecoderSpec.of(encoding), records);
  }

  /**
   * {@return {@linkplain io.utflow.reactor records with their byte offsets}, in the encoding found
   * out}
   */
  public static Function<Flux<? extends byte[]>, Flux<LocatedLine>> locatedRecords(
      Detection detection, RecordSpec records) {
    return OPERATORS.locatedRecords(detection, records);
  }

  /** {@return {@linkplain io.utflow.reactor server-sent events}} */
  public static Function<Flux<? extends byte[]>, Flux<ServerSentEvent>> events(
      DecoderSpec spec, EventSpec events) {
    return OPERATORS.events(spec, events);
  }

  /** {@return {@linkplain io.utflow.reactor server-sent events} by the defaults} */
  public static Function<Flux<? extends byte[]>, Flux<ServerSentEvent>> events() {
    return events(DecoderSpec.of(TextEncoding.UTF_8), EventSpec.DEFAULT);
  }

  /**
   * {@return {@linkplain io.utflow.reactor the whole text}, of at most {@code maxChars} UTF-16 code
   * units}
   */
  public static Function<Flux<? extends byte[]>, Mono<String>> text(
      DecoderSpec spec, int maxChars) {
    return OPERATORS.text(spec, maxChars);
  }

  /** {@return {@linkplain io.utflow.reactor the whole text} of the encoding given} */
  public static Function<Flux<? extends byte[]>, Mono<String>> text(
      TextEncoding encoding, int maxChars) {
    return text(DecoderSpec.of(encoding), maxChars);
  }

  /** {@return {@linkplain io.utflow.reactor the whole text} of the charset given} */
  public static Function<Flux<? extends byte[]>, Mono<String>> text(Charset charset, int maxChars) {
    return text(DecoderSpec.of(TextEncoding.of(charset)), maxChars);
  }

  /**
   * {@return an operator that emits the outputs of {@linkplain io.utflow.reactor a stage of your
   * choice}}
   */
  public static <O> Function<Flux<? extends byte[]>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages) {
    return OPERATORS.through(stages);
  }

  /**
   * {@return an operator that emits the outputs of {@linkplain io.utflow.reactor a stage of your
   * choice}, which must be released}
   */
  public static <O> Function<Flux<? extends byte[]>, Flux<O>> through(
      Supplier<? extends Stage<ByteBuffer, O>> stages, Consumer<? super O> release) {
    return OPERATORS.through(stages, release);
  }

  /** {@return {@linkplain io.utflow.reactor transcoded bytes}} */
  public static Function<Flux<? extends byte[]>, Flux<byte[]>> transcode(
      DecoderSpec from, EncoderSpec to) {
    return OPERATORS.transcode(from, to, ByteArrayOutput.INSTANCE);
  }

  /** {@return {@linkplain io.utflow.reactor transcoded bytes}, from one encoding to another} */
  public static Function<Flux<? extends byte[]>, Flux<byte[]>> transcode(
      TextEncoding from, TextEncoding to) {
    return transcode(DecoderSpec.of(from), EncoderSpec.of(to));
  }

  /** {@return {@linkplain io.utflow.reactor encoded text}} */
  public static Function<Flux<? extends CharSequence>, Flux<byte[]>> encode(EncoderSpec spec) {
    return OPERATORS.encode(spec, ByteArrayOutput.INSTANCE);
  }

  /** {@return {@linkplain io.utflow.reactor encoded text} in the encoding given} */
  public static Function<Flux<? extends CharSequence>, Flux<byte[]>> encode(TextEncoding encoding) {
    return encode(EncoderSpec.of(encoding));
  }

  /** {@return {@linkplain io.utflow.reactor encoded text} in the charset given} */
  public static Function<Flux<? extends CharSequence>, Flux<byte[]>> encode(Charset charset) {
    return encode(EncoderSpec.of(TextEncoding.of(charset)));
  }

  /** {@return {@linkplain io.utflow.reactor encoded events}} */
  public static Function<Flux<? extends ServerSentEvent>, Flux<byte[]>> encodeEvents(
      EncoderSpec spec) {
    return OPERATORS.encodeEvents(spec, ByteArrayOutput.INSTANCE);
  }

  /** {@return {@linkplain io.utflow.reactor encoded events} by the defaults} */
  public static Function<Flux<? extends ServerSentEvent>, Flux<byte[]>> encodeEvents() {
    return encodeEvents(EncoderSpec.of(TextEncoding.UTF_8));
  }
}
