package io.utflow.codec.stage;

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
    return new SplitStage<>(spec, lines.rule(), LineMaker.TEXT);
  }

  /**
   * As {@link #lines(DecoderSpec, LineSpec)}, with the byte offsets of each line and the position
   * behind it.
   */
  public static ByteStage<LocatedLine> locatedLines(DecoderSpec spec, LineSpec lines) {
    return new SplitStage<>(spec, lines.rule(), LocatedLine::new);
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
    return stage;
  }

  /** As {@link #records(DecoderSpec, RecordSpec)}, with the byte offsets of each record. */
  public static ByteStage<LocatedLine> locatedRecords(DecoderSpec spec, RecordSpec records) {
    return new SplitStage<>(spec, records.rule(), LocatedLine::new);
  }

  /** Decodes bytes to records. */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    return new SplitStage<>(spec, records.rule(), LineMaker.TEXT);
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
}
