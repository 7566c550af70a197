package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.engine.CodeUnits;
import java.util.function.ToIntFunction;

/** Makes the stages. Each is for one stream. */
public final class Stages {
  private Stages() {}

  /**
   * Decodes bytes to pieces of text of at most {@link DecoderSpec#pieceLength()} UTF-16 code units,
   * none empty, none cut inside a surrogate pair.
   *
   * @param spec how the bytes are read
   * @return a new stage, which reads one stream
   */
  public static ByteStage<String> chunks(DecoderSpec spec) {
    ChunkStage stage = new ChunkStage(spec.withoutListener());
    return listened(stage, stage, String::length, spec);
  }

  /**
   * Decodes bytes to lines. A line goes out when the last byte of its terminator is in.
   *
   * @param spec how the bytes are read
   * @param lines what ends a line, and how long it may be
   * @return a new stage, which reads one stream
   */
  public static ByteStage<String> lines(DecoderSpec spec, LineSpec lines) {
    return split(spec, lines.rule(), LineMaker.TEXT, false);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, with the byte offsets of each line and the position
   * behind it.
   *
   * @param spec how the bytes are read
   * @param lines what a line is
   * @return a new stage, for one stream
   */
  public static ByteStage<LocatedLine> locatedLines(DecoderSpec spec, LineSpec lines) {
    return split(spec, lines.rule(), LocatedLine::new, false);
  }

  /**
   * Goes on with the lines of a stream at a position that a {@link LocatedLine} told.
   *
   * @param spec as at the start of the stream, with a byte order of its own
   * @param lines what a line is
   * @param from where the bytes begin that will be offered
   * @return a new stage, for one stream
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own, or
   *     has state
   */
  public static ByteStage<LocatedLine> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    return split(
        spec.startingAt(from.byteOffset()),
        lines.rule(),
        LocatedLine::new,
        from.behindCarriageReturn());
  }

  /**
   * As {@link #records(DecoderSpec, RecordSpec)}, with the byte offsets of each record.
   *
   * @param spec how the bytes are read
   * @param records what a record is
   * @return a new stage, for one stream
   */
  public static ByteStage<LocatedLine> locatedRecords(DecoderSpec spec, RecordSpec records) {
    return split(spec, records.rule(), LocatedLine::new, false);
  }

  /**
   * Decodes bytes to records.
   *
   * @param spec how the bytes are read
   * @param records what ends a record, and how long it may be
   * @return a new stage, which reads one stream
   */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    return split(spec, records.rule(), LineMaker.TEXT, false);
  }

  /**
   * Encodes text to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. A high surrogate at the end of an input waits for the next.
   *
   * @param <B> the type of output buffer
   * @param spec how the text is written
   * @param buffers where output buffers come from
   * @return a new stage, which reads one stream
   */
  public static <B> Stage<CharSequence, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    EncodeStage<B> stage = new EncodeStage<>(spec.withoutListener().newEncoder(), buffers, spec);
    return spec.listener().isEmpty()
        ? stage
        : new ListenedTextStage<>(
            stage, stage, output -> stage.lastLength(), spec.encoding(), spec.listener().get());
  }

  /**
   * Transcodes bytes to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty,
   * each ending between two characters.
   *
   * @param <B> the type of output buffer
   * @param from how the bytes are read
   * @param to how they are written
   * @param buffers where output buffers come from
   * @return a new stage, which reads one stream
   */
  public static <B> ByteStage<B> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> buffers) {
    TranscodeStage<B> stage =
        new TranscodeStage<>(from.withoutListener().newTranscoder(to), buffers, to);
    return listened(stage, stage, output -> stage.lastLength(), from);
  }

  private static <O> ByteStage<O> listened(
      ByteStage<O> stage, Progress progress, ToIntFunction<O> length, DecoderSpec spec) {
    return spec.listener().isEmpty()
        ? stage
        : new ListenedByteStage<>(stage, progress, length, spec.encoding(), spec.listener().get());
  }

  /**
   * Validates bytes without decoding them: yields, for each input that is not empty, how many of
   * its bytes may pass. Complete sequences of an input are judged with it, one that its end cuts
   * with the next input, or as truncated at the end; the bytes of such a one have passed by then.
   * Of the input in which the first ill-formed sequence shows, the bytes before that pass, if there
   * are any; then {@code poll} throws an {@link io.utflow.codec.IllFormedTextException}, or what
   * the observer threw. The policy of the spec is not used.
   *
   * @param spec how the bytes are read
   * @return a new stage, for one stream
   */
  public static ByteStage<Integer> validate(DecoderSpec spec) {
    ValidateStage stage = new ValidateStage(spec.withoutListener());
    return listened(stage, stage, Integer::intValue, spec);
  }

  private static <O> ByteStage<O> split(
      DecoderSpec spec, SplitRule rule, LineMaker<O> maker, boolean behindCarriageReturn) {
    DecoderSpec quiet = spec.withoutListener();
    if (CodeUnits.areSplit(quiet)) {
      UnitSplitStage<O> stage = new UnitSplitStage<>(quiet, rule, maker);
      stage.beginBehindCarriageReturn(behindCarriageReturn);
      return listened(stage, stage, Stages::chars, spec);
    }
    SplitStage<O> stage = new SplitStage<>(quiet, rule, maker);
    stage.beginBehindCarriageReturn(behindCarriageReturn);
    return listened(stage, stage, Stages::chars, spec);
  }

  private static int chars(Object line) {
    return line instanceof LocatedLine located ? located.text().length() : ((String) line).length();
  }
}
