/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.CharsetSurfaceLaws;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TranscodeSurface;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Charsets through every handler, in every kind of buffer. */
@Tag("long")
class CharsetHandlersTest extends CharsetSurfaceLaws {
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

  @Override
  protected Surface decoder() {
    return through(TextStreamDecoder::new);
  }

  @Override
  protected Surface lines() {
    return through(spec -> new TextLineDecoder(spec, LineSpec.of(LineBreaks.ANY)));
  }

  @Override
  protected List<TranscodeSurface> transcoders() {
    return List.of(
        OutboundSurfaces.receiver(this::buffer), OutboundSurfaces.transcoder(this::buffer));
  }

  @Override
  protected EncodeSurface encoder() {
    return OutboundSurfaces.encoder();
  }

  private Surface through(Function<DecoderSpec, ChannelHandler> handler) {
    return (spec, pieces) -> {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(handler.apply(spec), recorder);
      Outcome outcome =
          Outcome.record(pieces, (piece, texts) -> feed(channel, recorder, piece, texts));
      channel.finish();
      return outcome;
    };
  }

  private void feed(
      EmbeddedChannel channel, Recorder recorder, byte @Nullable [] piece, Consumer<String> texts)
      throws Throwable {
    if (piece == null) {
      channel.finish();
    } else {
      channel.writeInbound(buffer(piece));
    }
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
