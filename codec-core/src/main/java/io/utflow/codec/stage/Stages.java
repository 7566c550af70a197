package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import java.util.function.ToIntFunction;

/** Makes the stages. Each is for one stream. */
public final class Stages {
  private Stages() {}

  /**
   * Decodes bytes to pieces of text of at most {@link DecoderSpec#pieceLength()} UTF-16 code units,
   * none empty, none cut inside a surrogate pair.
   */
  public static ByteStage<String> chunks(DecoderSpec spec) {
    ChunkStage stage = new ChunkStage(spec.withoutListener().newDecoder(), spec.pieceLength());
    return listened(stage, stage, String::length, spec);
  }

  /** Decodes bytes to lines. A line goes out when the last byte of its terminator is in. */
  public static ByteStage<String> lines(DecoderSpec spec, LineSpec lines) {
    SplitStage<String> stage = new SplitStage<>(spec, lines.rule(), LineMaker.TEXT);
    return listened(stage, stage, String::length, spec);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, with the byte offsets of each line and the position
   * behind it.
   */
  public static ByteStage<LocatedLine> locatedLines(DecoderSpec spec, LineSpec lines) {
    SplitStage<LocatedLine> stage = new SplitStage<>(spec, lines.rule(), LocatedLine::new);
    return listened(stage, stage, line -> line.text().length(), spec);
  }

  /**
   * Goes on with the lines of a stream at a position that a {@link LocatedLine} told.
   *
   * @param spec as at the start of the stream, with a byte order of its own
   * @throws IllegalStateException if the encoding of {@code spec} has no byte order of its own
   */
  public static ByteStage<LocatedLine> locatedLines(
      DecoderSpec spec, LineSpec lines, LinePosition from) {
    SplitStage<LocatedLine> stage =
        new SplitStage<>(spec.startingAt(from.byteOffset()), lines.rule(), LocatedLine::new);
    stage.beginBehindCarriageReturn(from.behindCarriageReturn());
    return listened(stage, stage, line -> line.text().length(), spec);
  }

  /** As {@link #records(DecoderSpec, RecordSpec)}, with the byte offsets of each record. */
  public static ByteStage<LocatedLine> locatedRecords(DecoderSpec spec, RecordSpec records) {
    SplitStage<LocatedLine> stage = new SplitStage<>(spec, records.rule(), LocatedLine::new);
    return listened(stage, stage, line -> line.text().length(), spec);
  }

  /** Decodes bytes to records. */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    SplitStage<String> stage = new SplitStage<>(spec, records.rule(), LineMaker.TEXT);
    return listened(stage, stage, String::length, spec);
  }

  /**
   * Encodes text to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. A high surrogate at the end of an input waits for the next.
   */
  public static <B> Stage<CharSequence, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    EncodeStage<B> stage =
        new EncodeStage<>(spec.withoutListener().newEncoder(), buffers, spec.pieceLength());
    return spec.listener().isEmpty()
        ? stage
        : new ListenedStage<>(
            stage, stage, output -> stage.lastLength(), spec.encoding(), spec.listener().get());
  }

  /**
   * Transcodes bytes to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty,
   * each ending between two characters.
   */
  public static <B> ByteStage<B> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> buffers) {
    TranscodeStage<B> stage =
        new TranscodeStage<>(from.withoutListener().newTranscoder(to), buffers, to.pieceLength());
    return listened(stage, stage, output -> stage.lastLength(), from);
  }

  private static <O> ByteStage<O> listened(
      ByteStage<O> stage, Progress progress, ToIntFunction<O> length, DecoderSpec spec) {
    return spec.listener().isEmpty()
        ? stage
        : new ListenedByteStage<>(stage, progress, length, spec.encoding(), spec.listener().get());
  }
}
