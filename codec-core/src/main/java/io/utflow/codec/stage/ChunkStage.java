package io.utflow.codec.stage;

import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to pieces of text: as long as the input allows, bounded, never cut inside a surrogate pair.
 */
final class ChunkStage extends AbstractStage<ByteBuffer, String>
    implements ByteStage<String>, Progress {
  private final TextDecoder decoder;
  private final int pieceLength;

  ChunkStage(TextDecoder decoder, int pieceLength) {
    super(NOTHING);
    this.decoder = decoder;
    this.pieceLength = pieceLength;
  }

  @Override
  @Nullable String next(ByteBuffer input, boolean ending) {
    String piece = decoder.decodePiece(input, pieceLength, ending);
    return piece.isEmpty() ? null : piece;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  @Override
  public long read() {
    return decoder.position();
  }

  @Override
  public long illFormed() {
    return decoder.illFormedCount();
  }

  @Override
  public byte[] takeRest() {
    refuseFromWithin();
    // Text is owed to a stream that goes on, a failed sequence to one that is about to throw.
    byte[] owed = encoded(decoder.takeOwedText(), resolvedEncoding());
    byte[] first = hasFailed() ? NO_BYTES : join(owed, decoder.takeFailed(), NOTHING);
    byte[] rest = join(first, decoder.takePending(), current());
    close();
    return rest;
  }
}
