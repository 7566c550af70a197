package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;

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
    return new ChunkStage(spec.newDecoder(), spec.pieceLength());
  }

  /**
   * Decodes bytes to lines. A line goes out when the last byte of its terminator is in.
   *
   * @param spec how the bytes are read
   * @param lines what ends a line, and how long it may be
   * @return a new stage, which reads one stream
   */
  public static ByteStage<String> lines(DecoderSpec spec, LineSpec lines) {
    return new SplitStage(spec.newDecoder(), lines.rule());
  }

  /**
   * Decodes bytes to records.
   *
   * @param spec how the bytes are read
   * @param records what ends a record, and how long it may be
   * @return a new stage, which reads one stream
   */
  public static ByteStage<String> records(DecoderSpec spec, RecordSpec records) {
    return new SplitStage(spec.newDecoder(), records.rule());
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
    return new EncodeStage<>(spec.newEncoder(), buffers, spec.pieceLength());
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
    return new TranscodeStage<>(from.newTranscoder(to), buffers, to.pieceLength());
  }
}
