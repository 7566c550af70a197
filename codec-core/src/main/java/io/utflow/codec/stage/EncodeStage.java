package io.utflow.codec.stage;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import java.nio.ByteBuffer;

/** Text to bounded buffers of bytes. */
final class EncodeStage<B> extends ByteOutputStage<CharSequence, B>
    implements TextStage<CharSequence, B> {
  private final TextEncoder encoder;

  /** What of the input is taken, in chars; 0 again when all is. */
  private int taken;

  EncodeStage(TextEncoder encoder, OutputBuffers<B> buffers, EncoderSpec spec) {
    super("", buffers, spec);
    this.encoder = encoder;
  }

  @Override
  CoderStatus code(CharSequence input, ByteBuffer room, boolean ending) {
    long before = encoder.position() + encoder.pendingChars();
    CoderStatus status = encoder.encode(input, taken, room, ending);
    taken += (int) (encoder.position() + encoder.pendingChars() - before);
    return status;
  }

  @Override
  public long read() {
    return encoder.position();
  }

  @Override
  public long illFormed() {
    return encoder.illFormedCount();
  }

  @Override
  int remaining(CharSequence input) {
    return input.length() - taken;
  }

  @Override
  void drained() {
    taken = 0;
  }

  @Override
  public String takeRest() {
    refuseFromWithin();
    CharSequence input = current();
    String rest = encoder.takePending() + input.subSequence(taken, input.length());
    close();
    return rest;
  }
}
