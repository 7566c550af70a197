/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodingLawsTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The vectors and laws of transcoding, in both directions of a channel. */
@Tag("long")
class TextStreamTranscoderLawsTest {
  private final Buffers buffers = new Buffers();
  private int made;

  @AfterEach
  void everyBufferWasReleased() {
    buffers.assertAllReleased();
  }

  /** The kinds take turns. */
  private ByteBuf buffer(byte[] bytes) {
    Buffers.Kind[] kinds = Buffers.Kind.values();
    if (made % 1000 == 0) {
      buffers.assertAllReleased();
    }
    return buffers.of(kinds[made++ % kinds.length], bytes);
  }

  private abstract class Laws extends TranscodingLawsTest {
    @Override
    protected List<TextEncoding> targets() {
      return List.of(TextEncoding.UTF_16);
    }

    @Override
    protected int rounds() {
      return 1;
    }

    @Override
    protected List<List<byte[]>> cuts(byte[] bytes) {
      return List.of(Cuts.bytewise(bytes));
    }
  }

  @Nested
  class Inbound extends Laws {
    @Override
    protected TranscodeSurface surface() {
      return OutboundSurfaces.receiver(TextStreamTranscoderLawsTest.this::buffer);
    }
  }

  @Nested
  class Outbound extends Laws {
    @Override
    protected TranscodeSurface surface() {
      return OutboundSurfaces.transcoder(TextStreamTranscoderLawsTest.this::buffer);
    }

    @Override
    protected List<TextEncoding> targets() {
      return List.of(TextEncoding.UTF_8);
    }

    @Override
    protected boolean boundsPieces() {
      return false;
    }
  }
}
