/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.engine.Encoder;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.TextStage;
import java.nio.ByteBuffer;

/** Text to bounded buffers of bytes. */
public final class EncodeStage<B> extends ByteOutputStage<CharSequence, B>
    implements TextStage<CharSequence, B> {
  private final Encoder encoder;

  /** How many chars of the input are taken; 0 when it is used up. */
  private int taken;

  public EncodeStage(OutputBuffers<B> buffers, EncoderSpec spec) {
    super("", buffers, spec);
    this.encoder = Encoder.quiet(new Encoder(spec));
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
  public long illFormedCount() {
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
  public String takeUndelivered() {
    beforeHandOver();
    CharSequence input = current();
    String rest = encoder.takePending() + input.subSequence(taken, input.length());
    close();
    return rest;
  }
}
