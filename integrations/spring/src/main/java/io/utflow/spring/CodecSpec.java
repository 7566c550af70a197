/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the codecs that read and write text. Immutable and thread-safe; the methods that
 * change something return a new spec.
 *
 * <pre>{@code
 * CodecSpec strictLines =
 *     CodecSpec.DEFAULT
 *         .decoder(DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT))
 *         .lines(LineBreaks.ANY);
 * }</pre>
 */
public final class CodecSpec {
  /**
   * UTF-8 where the MIME type names no charset; U+FFFD replaces ill-formed sequences; text flows in
   * pieces, as it arrives.
   */
  public static final CodecSpec DEFAULT =
      new CodecSpec(
          DecoderSpec.of(TextEncoding.UTF_8), EncoderSpec.of(TextEncoding.UTF_8), null, null, null);

  private final DecoderSpec decoder;
  private final EncoderSpec encoder;
  private final @Nullable LineSpec lines;
  private final @Nullable Supplier<? extends TextStage<CharSequence, String>> through;
  private final @Nullable Detection detection;

  private CodecSpec(
      DecoderSpec decoder,
      EncoderSpec encoder,
      @Nullable LineSpec lines,
      @Nullable Supplier<? extends TextStage<CharSequence, String>> through,
      @Nullable Detection detection) {
    this.decoder = Objects.requireNonNull(decoder, "decoder");
    this.encoder = Objects.requireNonNull(encoder, "encoder");
    this.lines = lines;
    this.through = through;
    this.detection = detection;
    if (lines != null) {
      Stages.lines(decoder, lines).close();
    }
    if (lines != null && detection != null) {
      Stages.lines(detection, lines).close();
    }
  }

  /**
   * With this way to read. Its encoding is that of bodies whose MIME type names no charset, other
   * than JSON and server-sent events, which are UTF-8 then (RFC 8259, 8.1; HTML, 9.2); all else
   * holds for every encoding.
   *
   * @param spec the encoding, ill-formed text, byte order marks, observer and listener
   * @return a new spec
   * @throws IllegalArgumentException if the replacement of ill-formed text could end a line
   */
  public CodecSpec decoder(DecoderSpec spec) {
    return new CodecSpec(spec, encoder, lines, through, detection);
  }

  /**
   * With this way to write. Its encoding is that of bodies whose MIME type names no charset, other
   * than JSON and server-sent events, which are UTF-8 then; all else holds for every encoding.
   *
   * @param spec the encoding, unpaired surrogates, characters without a place, byte order marks
   * @return a new spec
   */
  public CodecSpec encoder(EncoderSpec spec) {
    return new CodecSpec(decoder, spec, lines, through, detection);
  }

  /**
   * With lines: a {@code Flux<String>} has an element for each line, without its terminator, not
   * for each piece of text. A line has at most as many UTF-16 code units as Spring's {@code
   * maxInMemorySize} has bytes.
   *
   * @param breaks the line breaks
   * @return a new spec
   * @throws IllegalArgumentException if the replacement of ill-formed text could end a line
   */
  public CodecSpec lines(LineBreaks breaks) {
    return lines(LineSpec.of(breaks).maxChars(Integer.MAX_VALUE));
  }

  /**
   * As {@link #lines(LineBreaks)}, with a bound for a line that holds beside Spring's: the smaller
   * one counts.
   *
   * @param spec the line breaks, the bound, and the treatment of longer lines
   * @return a new spec
   * @throws IllegalArgumentException if the replacement of ill-formed text could end a line
   */
  public CodecSpec lines(LineSpec spec) {
    return new CodecSpec(
        decoder, encoder, Objects.requireNonNull(spec, "lines"), through, detection);
  }

  /**
   * With a stage that received text goes through before the application sees it, such as a guard
   * against characters that are not wanted ({@code utflow-guard}):
   *
   * <pre>{@code
   * CodecSpec guarded = CodecSpec.DEFAULT.through(TextGuard.forTerminals()::stage);
   * }</pre>
   *
   * <p>Text that flows in pieces goes through one stage; a line, a whole body and the {@code
   * String} data of a server-sent event each through one of their own, so that a line stays a line.
   * JSON is not text here. An exception of the stage becomes the cause of a {@code
   * DecodingException}: a request is answered with 400.
   *
   * @param stages makes a new stage; must be thread-safe
   * @return a new spec
   */
  public CodecSpec through(Supplier<? extends TextStage<CharSequence, String>> stages) {
    return new CodecSpec(
        decoder, encoder, lines, Objects.requireNonNull(stages, "stages"), detection);
  }

  /**
   * Detects the encoding if a MIME type of text names no charset, instead of using that of {@link
   * #decoder(DecoderSpec)}. For {@code String}s only: JSON and server-sent events are UTF-8 by
   * their specifications (RFC 8259, 8.1; HTML, 9.2). A body of a few bytes is held until more
   * comes, or its end; see {@link Detection#window}.
   *
   * <pre>{@code
   * CodecSpec uploads =
   *     CodecSpec.DEFAULT.detection(
   *         Detection.unmarkedElse(DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF)));
   * }</pre>
   *
   * <p>The sender of the body can steer the detection. If a firewall, for example, has checked the
   * text in one encoding, it may be another text in the detected encoding.
   *
   * @param detection how the encoding is found
   * @return a new spec
   * @throws IllegalArgumentException if the replacement of ill-formed text could end a line
   */
  public CodecSpec detection(Detection detection) {
    return new CodecSpec(
        decoder, encoder, lines, through, Objects.requireNonNull(detection, "detection"));
  }

  /** {@return how the encoding of text without a charset is found out, if it is} */
  public Optional<Detection> detection() {
    return Optional.ofNullable(detection);
  }

  /** {@return how text is read} */
  public DecoderSpec decoder() {
    return decoder;
  }

  /** {@return how text is written} */
  public EncoderSpec encoder() {
    return encoder;
  }

  /** {@return how text is split into lines; empty if it flows in pieces} */
  public Optional<LineSpec> lines() {
    return Optional.ofNullable(lines);
  }

  /** {@return the supplier of the stage that received text goes through, if one is set} */
  public Optional<Supplier<? extends TextStage<CharSequence, String>>> through() {
    return Optional.ofNullable(through);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CodecSpec that
        && decoder.equals(that.decoder)
        && encoder.equals(that.encoder)
        && Objects.equals(lines, that.lines)
        && Objects.equals(through, that.through)
        && Objects.equals(detection, that.detection);
  }

  @Override
  public int hashCode() {
    return Objects.hash(decoder, encoder, lines, through, detection);
  }

  @Override
  public String toString() {
    return "CodecSpec["
        + decoder
        + ", "
        + encoder
        + ", "
        + (lines == null ? "pieces" : lines)
        + (through == null ? "" : ", through " + through)
        + (detection == null ? "" : ", " + detection)
        + "]";
  }
}
