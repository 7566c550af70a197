package io.utflow.codec.stage;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Bytes to bounded buffers of bytes in another encoding. */
final class TranscodeStage<B> extends ByteOutputStage<ByteBuffer, B> implements ByteStage<B> {
  private final TextTranscoder transcoder;

  TranscodeStage(TextTranscoder transcoder, OutputBuffers<B> buffers, EncoderSpec spec) {
    super(NOTHING, buffers, spec);
    this.transcoder = transcoder;
  }

  @Override
  CoderStatus code(ByteBuffer input, ByteBuffer room, boolean ending) {
    return transcoder.transcode(input, room, ending);
  }

  @Override
  int remaining(ByteBuffer input) {
    return input.remaining();
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return transcoder.resolvedEncoding();
  }

  @Override
  public long read() {
    return transcoder.position();
  }

  @Override
  public long illFormed() {
    return transcoder.illFormedCount();
  }

  @Override
  public byte[] takeRest() {
    refuseFromWithin();
    // Text waits in a stream that goes on, a failed sequence in one that is about to throw.
    byte[] waiting = encoded(transcoder.takeOwedText(), resolvedEncoding());
    byte[] first = hasFailed() ? NO_BYTES : join(waiting, transcoder.takeFailed(), NOTHING);
    byte[] rest = join(first, transcoder.takePending(), current());
    close();
    return rest;
  }
}
