/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stage of a user's own may look at the input before when it is offered the next. */
class OwnStageBuffersTest extends HandlerTest {
  private static final int LONGEST = 2000;

  /** Refuses an input while the one before is not used up, as it can see by its buffer. */
  private static final class Keeping implements ByteStage<byte[]> {
    private ByteBuffer kept = ByteBuffer.allocate(0);

    @Override
    public void offer(ByteBuffer next) {
      if (kept.hasRemaining()) {
        throw new IllegalStateException(kept.remaining() + " bytes of the input before are unread");
      }
      kept = next;
    }

    @Override
    public byte @Nullable [] poll() {
      if (!kept.hasRemaining()) {
        return null;
      }
      byte[] bytes = new byte[kept.remaining()];
      kept.get(bytes);
      return bytes;
    }

    @Override
    public void endOfInput() {}

    @Override
    public byte[] takeUndelivered() {
      byte[] rest = poll();
      return rest == null ? new byte[0] : rest;
    }

    @Override
    public Optional<TextEncoding> resolvedEncoding() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @EnumSource
  void everyLengthOfMessageIsReadOnce(Buffers.Kind kind) {
    byte[] bytes = new byte[LONGEST];
    new Random(1).nextBytes(bytes);
    EmbeddedChannel channel = new EmbeddedChannel(new StageDecoder<>(new Keeping()), recorder);
    for (int length = 1; length <= LONGEST; length++) {
      byte[] message = Arrays.copyOf(bytes, length);
      channel.writeInbound(buffers.of(kind, message));
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      for (Object event : recorder.take()) {
        if (event instanceof byte[] part) {
          read.writeBytes(part);
        } else {
          assertThat(event).as("%d bytes", length).isEqualTo(Recorder.READ_COMPLETE);
        }
      }
      assertThat(Arrays.equals(read.toByteArray(), message)).as("%d bytes", length).isTrue();
    }
    channel.finish();
  }
}
