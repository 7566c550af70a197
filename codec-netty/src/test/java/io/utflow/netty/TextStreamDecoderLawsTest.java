/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Surface;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The laws of decoding hold in a pipeline, in every kind of buffer. */
@Tag("long")
class TextStreamDecoderLawsTest {

  @Nested
  class Heap extends Laws {
    Heap() {
      super(Buffers.Kind.HEAP);
    }
  }

  @Nested
  class InsideDirect extends Laws {
    InsideDirect() {
      super(Buffers.Kind.INSIDE_DIRECT);
    }
  }

  @Nested
  class Composite extends Laws {
    Composite() {
      super(Buffers.Kind.COMPOSITE);
    }
  }

  private abstract static class Laws extends DecodingLawsTest {
    private static final int ROUNDS = 2;

    private final Buffers buffers = new Buffers();
    private final Buffers.Kind kind;

    Laws(Buffers.Kind kind) {
      this.kind = kind;
    }

    @Override
    protected int rounds() {
      return ROUNDS;
    }

    @Override
    protected Surface surface() {
      return (spec, pieces) -> {
        Recorder recorder = new Recorder();
        EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
        Outcome outcome =
            Outcome.record(pieces, (piece, texts) -> feed(channel, recorder, piece, texts));
        channel.finish();
        return outcome;
      };
    }

    private void feed(
        EmbeddedChannel channel, Recorder recorder, byte[] piece, Consumer<String> texts)
        throws Throwable {
      if (piece == null) {
        channel.finish();
      } else {
        channel.writeInbound(buffers.of(kind, piece));
      }
      buffers.assertAllReleased();
      for (Object event : recorder.take()) {
        if (event instanceof Throwable failure) {
          throw failure.getCause();
        }
        if (event != Recorder.READ_COMPLETE && event != Recorder.INACTIVE) {
          texts.accept((String) event);
        }
      }
    }
  }
}
