package io.utflow.codec.stage;

import io.utflow.codec.CodeUnitDecoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;

/** Makes the stages. Each is for one stream. */
public final class Stages {
  private Stages() {}

  /**
   * Decodes bytes to pieces of text of at most {@link DecoderSpec#pieceLength()} UTF-16 code units,
   * none empty, none cut inside a surrogate pair.
   */
  public static ByteStage<String> chunks(DecoderSpec spec) {
    return new ChunkStage(spec.newDecoder(), spec.pieceLength());
  }

  /** Decodes bytes to lines. A line goes out when the last byte of its terminator is in. */
  public static ByteStage<String> lines(DecoderSpec spec, LineSpec lines) {
    return split(spec, lines.rule(), LineMaker.TEXT, false);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, with the byte offsets of each line and the position
   * behind it.
   */
  public static ByteStage<LocatedLine> locatedLines(DecoderSpec spec, LineSpec lines) {
    return split(spec, lines.rule(), LocatedLine::new, false);
  }

  /**
   * Goes on with the lines of a stream at a position that a {@link LocatedLine} told.
   *
   * @param spec as at the start of the stream, with a byte order of its own
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

  /** As {@link #records(DecoderSpec, RecordSpec)}, with the byte offsets of each record. */
  public static ByteStage<LocatedLine> locatedRecords(DecoderSpec spec, RecordSpec records) {
    return split(spec, records.rule(), LocatedLine::new, false);
  }

  /** Decodes bytes to records. */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    return split(spec, records.rule(), LineMaker.TEXT, false);
  }

  /**
   * Encodes text to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. A high surrogate at the end of an input waits for the next.
   */
  public static <B> Stage<CharSequence, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    return new EncodeStage<>(spec.newEncoder(), buffers, spec);
  }

  /**
   * Transcodes bytes to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty,
   * each ending between two characters.
   */
  public static <B> ByteStage<B> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> buffers) {
    return new TranscodeStage<>(from.newTranscoder(to), buffers, to);
  }

  private static <O> ByteStage<O> split(
      DecoderSpec spec, SplitRule rule, LineMaker<O> maker, boolean behindCarriageReturn) {
    if (CodeUnitDecoder.isFor(spec)) {
      UnitSplitStage<O> stage = new UnitSplitStage<>(spec, rule, maker);
      stage.beginBehindCarriageReturn(behindCarriageReturn);
      return stage;
    }
    SplitStage<O> stage = new SplitStage<>(spec, rule, maker);
    stage.beginBehindCarriageReturn(behindCarriageReturn);
    return stage;
  }
}
