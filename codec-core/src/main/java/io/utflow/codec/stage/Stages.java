package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextTranscoder;
import java.nio.ByteBuffer;

/** Makes the stages. Each is for one stream. */
public final class Stages {
  private Stages() {}

  /**
   * Decodes bytes to pieces of text of at most {@link DecoderSpec#pieceLength()} UTF-16 code units,
   * none empty, none cut inside a surrogate pair.
   */
  public static Stage<ByteBuffer, String> chunks(DecoderSpec spec) {
    return chunks(spec.newDecoder(), spec.pieceLength());
  }

  /**
   * As {@link #chunks(DecoderSpec)}, with a decoder that the caller keeps to look at, or to take
   * {@link TextDecoder#takePending() the carried bytes} from when it gives up the stage.
   *
   * @param maxChars the longest piece, in UTF-16 code units, at least 2
   */
  public static Stage<ByteBuffer, String> chunks(TextDecoder decoder, int maxChars) {
    return new ChunkStage(decoder, maxChars);
  }

  /**
   * Encodes text to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty, each
   * ending between two characters. A high surrogate at the end of an input waits for the next.
   */
  public static <B> Stage<CharSequence, B> encode(EncoderSpec spec, OutputBuffers<B> buffers) {
    return new EncodeStage<>(spec.newEncoder(), buffers, spec.pieceLength());
  }

  /**
   * Transcodes bytes to buffers of at most {@link EncoderSpec#pieceLength()} bytes, none empty,
   * each ending between two characters.
   */
  public static <B> Stage<ByteBuffer, B> transcode(
      DecoderSpec from, EncoderSpec to, OutputBuffers<B> buffers) {
    return transcode(from.newTranscoder(to), to.pieceLength(), buffers);
  }

  /**
   * As {@link #transcode(DecoderSpec, EncoderSpec, OutputBuffers)}, with a transcoder that the
   * caller keeps to look at, or to take {@link TextTranscoder#takePending() the carried bytes}
   * from.
   *
   * @param maxBytes the longest buffer, in bytes, at least 4
   */
  public static <B> Stage<ByteBuffer, B> transcode(
      TextTranscoder transcoder, int maxBytes, OutputBuffers<B> buffers) {
    return new TranscodeStage<>(transcoder, buffers, maxBytes);
  }

  /** Decodes bytes to lines. A line goes out when the last byte of its terminator is in. */
  public static Stage<ByteBuffer, String> lines(DecoderSpec spec, LineSpec lines) {
    return lines(spec.newDecoder(), lines);
  }

  /** As {@link #lines(DecoderSpec, LineSpec)}, with a decoder that the caller keeps to look at. */
  public static Stage<ByteBuffer, String> lines(TextDecoder decoder, LineSpec lines) {
    return new SplitStage(decoder, lines.rule());
  }

  /** Decodes bytes to records. */
  public static Stage<ByteBuffer, String> records(DecoderSpec spec, RecordSpec records) {
    return records(spec.newDecoder(), records);
  }

  /**
   * As {@link #records(DecoderSpec, RecordSpec)}, with a decoder that the caller keeps to look at.
   */
  public static Stage<ByteBuffer, String> records(TextDecoder decoder, RecordSpec records) {
    return new SplitStage(decoder, records.rule());
  }
}
