/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.reactor.DataBufferText;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractDataBufferDecoder;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.log.LogFormatUtils;
import org.springframework.http.HttpLogging;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Bytes to {@code String}s: pieces, lines, or the whole text. */
final class StringBodyDecoder extends AbstractDataBufferDecoder<String> {
  /** The elements of newline-delimited JSON are its lines, also if the spec asks for no lines. */
  private static final LineSpec NDJSON =
      LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(Integer.MAX_VALUE);

  private final CodecSpec spec;
  private final ReceivedText received;

  StringBodyDecoder(CodecSpec spec) {
    this(spec, MimeTypes.text(spec.decoder().encoding()), MimeTypeUtils.ALL);
  }

  /**
   * A decoder.
   *
   * @param told the MIME types that it tells; it reads all but {@code text/event-stream}
   */
  private StringBodyDecoder(CodecSpec spec, MimeType... told) {
    super(told);
    this.spec = spec;
    this.received = new ReceivedText(spec);
    setLogger(HttpLogging.forLogName(StringBodyDecoder.class));
  }

  /**
   * One that tells no MIME types. RSocket sends data in the first that a decoder outside Spring's
   * core tells, which is to be that of JSON or CBOR.
   */
  static StringBodyDecoder besideOthers(CodecSpec spec) {
    return new StringBodyDecoder(spec, new MimeType[0]);
  }

  CodecSpec spec() {
    return spec;
  }

  @Override
  public boolean canDecode(ResolvableType elementType, @Nullable MimeType mimeType) {
    return elementType.resolve() == String.class && !MimeTypes.isEventStream(mimeType);
  }

  @Override
  public Flux<String> decode(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    Supplier<Stage<ByteBuffer, String>> stages;
    try {
      stages = elements(mimeType, hints);
    } catch (UnreadableCharsetException e) {
      return Flux.error(e);
    }
    Flux<String> text =
        Flux.from(input).transform(DataBufferText.through(() -> new BodyStage<>(stages.get())));
    return logger.isDebugEnabled() ? text.doOnNext(element -> log(element, hints)) : text;
  }

  /** Decoded from its buffers, which need not be joined; an unknown charset is an error at once. */
  @Override
  public Mono<String> decodeToMono(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    DecoderSpec bytes;
    try {
      bytes = Charsets.reading(mimeType, hints, spec.decoder());
    } catch (UnreadableCharsetException e) {
      return Mono.error(e);
    }
    Detection detection = detection(mimeType, hints);
    Supplier<Stage<ByteBuffer, String>> texts =
        () ->
            detection == null
                ? Stages.text(bytes, Integer.MAX_VALUE)
                : Stages.text(detection, Integer.MAX_VALUE);
    int limit = getMaxInMemorySize();
    Mono<String> text =
        Flux.from(input)
            .transform(
                DataBufferText.through(
                    () -> new BodyStage<>(new WholeBodyStage(texts.get(), limit))))
            .singleOrEmpty()
            .map(received::whole);
    return logger.isDebugEnabled() ? text.doOnNext(whole -> log(whole, hints)) : text;
  }

  /** The whole text. */
  @Override
  public String decode(
      DataBuffer buffer,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    String text =
        received.whole(
            WholeBuffer.decode(
                buffer,
                () -> Charsets.reading(mimeType, hints, spec.decoder()),
                () -> detection(mimeType, hints)));
    log(text, hints);
    return text;
  }

  /** A spec whose encoding is a peer's may be refused: lines of WTF-8 may not be skipped in. */
  private void requireGoingTogether(
      DecoderSpec bytes, Function<DecoderSpec, Stage<ByteBuffer, String>> stages) {
    if (!bytes.equals(spec.decoder())) {
      try {
        stages.apply(bytes).close();
      } catch (IllegalArgumentException e) {
        throw new UnreadableCharsetException(e);
      }
    }
  }

  /** The detection if no charset is named; null if a known charset is named, or for JSON. */
  private @Nullable Detection detection(
      @Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
    Detection detection = spec.detection().orElse(null);
    if (detection == null || MimeTypes.isJson(mimeType)) {
      return null;
    }
    return Charsets.declaredByPeer(mimeType, hints).isPresent() ? null : detection;
  }

  private Supplier<Stage<ByteBuffer, String>> elements(
      @Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
    int limit = getMaxInMemorySize() < 0 ? Integer.MAX_VALUE : Math.max(1, getMaxInMemorySize());
    DecoderSpec bytes = Charsets.reading(mimeType, hints, spec.decoder());
    Detection detection = detection(mimeType, hints);
    if (detection != null) {
      return spec.lines()
          .<Supplier<Stage<ByteBuffer, String>>>map(
              asked -> () -> received.each(Stages.lines(detection, bounded(asked, limit))))
          .orElse(() -> received.pieces(Stages.decode(detection)));
    }
    Function<DecoderSpec, Stage<ByteBuffer, String>> stages = elements(mimeType, limit);
    requireGoingTogether(bytes, stages);
    return () -> stages.apply(bytes);
  }

  private static LineSpec bounded(LineSpec asked, int limit) {
    return asked.maxChars(Math.min(asked.maxChars(), limit));
  }

  private Function<DecoderSpec, Stage<ByteBuffer, String>> elements(
      @Nullable MimeType mimeType, int limit) {
    boolean isNdjson =
        mimeType != null && mimeType.equalsTypeAndSubtype(MediaType.APPLICATION_NDJSON);
    Optional<LineSpec> asked =
        isNdjson
            ? Optional.of(spec.lines().map(StringBodyDecoder::ofJson).orElse(NDJSON))
            : spec.lines();
    if (asked.isEmpty()) {
      return bytes -> received.pieces(Stages.decode(bytes));
    }
    LineSpec lines = bounded(asked.get(), limit);
    return bytes -> received.each(Stages.lines(bytes, lines));
  }

  /**
   * The lines that are asked for, if they end with LF: others may end at a U+2028 in a string or a
   * CR between two values, or fail to end at an LF. A spec that refuses lines is taken as it is:
   * what it puts in their place is not to be had.
   */
  private static LineSpec ofJson(LineSpec asked) {
    if (asked.breaks() == LineBreaks.LF_OR_CRLF
        || asked.breaks() == LineBreaks.LF_ONLY
        || asked.refuses()) {
      return asked;
    }
    LineSpec lines =
        NDJSON
            .maxChars(asked.maxChars())
            .maxBytes(asked.maxBytes())
            .onTooLong(asked.onTooLong())
            .keepTerminator(asked.keepsTerminator())
            .dropMarksAtJoints(asked.dropsMarksAtJoints());
    return asked.observer().map(lines::observer).orElse(lines);
  }

  private void log(String text, @Nullable Map<String, Object> hints) {
    if (!Hints.isLoggingSuppressed(hints)) {
      LogFormatUtils.traceDebug(
          logger,
          traceOn ->
              Hints.getLogPrefix(hints) + "Decoded " + LogFormatUtils.formatValue(text, !traceOn));
    }
  }
}
