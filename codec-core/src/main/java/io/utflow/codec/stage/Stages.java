package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
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
}
