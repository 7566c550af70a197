/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Transcoder;
import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A stage from bytes to bounded buffers of bytes in another encoding.
 *
 * <p>It is given bytes, cut anywhere. It guarantees that text that was read and not written is
 * handed over with the rest. It leaves the conversion to {@link Transcoder}.
 */
public final class TranscodeStage<B> extends ByteOutputStage<ByteBuffer, B>
    implements ByteStage<B>, ForgetsInput {
  private final Transcoder transcoder;

  public TranscodeStage(DecoderSpec from, OutputBuffers<B> buffers, EncoderSpec to) {
    super(NOTHING, buffers, to);
    this.transcoder = Transcoder.quiet(new Transcoder(from, to));
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
  public long illFormedCount() {
    return transcoder.illFormedCount();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    // Text waits in a stream that goes on, a failed sequence in one that is about to throw.
    byte[] waiting = encoded(transcoder.takeUnwritten(), resolvedEncoding());
    byte[] first = hasFailed() ? NO_BYTES : join(waiting, transcoder.takeFailed(), NOTHING);
    byte[] rest = join(first, transcoder.takePending(), current());
    close();
    return rest;
  }
}
