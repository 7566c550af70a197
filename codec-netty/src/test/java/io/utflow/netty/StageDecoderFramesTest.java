/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that a handler before the decoder finds. */
class StageDecoderFramesTest extends HandlerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);

  private enum Told implements FrameResult<String, Object> {
    RESULT;

    @Override
    public Object output(String output) {
      return output;
    }

    @Override
    public Object end(FrameBounds bounds) {
      return "[end " + bounds.length() + "]";
    }

    @Override
    public Object failed(FrameException failure) {
      return "[" + failure.reason() + "]";
    }
  }

  private final StageDecoder<Object> decoder = new StageDecoder<>(Stages.frames(Told.RESULT, 1000));

  private static ByteStage<String> lines() {
    return Stages.lines(UTF_8, LINES);
  }

  /**
   * A frame is one byte of length and its content; 0 cuts the one before, which has no end then.
   */
  private final class Lengths extends ByteToMessageDecoder {
    private int left;

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
      if (left == 0) {
        left = in.readByte();
        decoder.begin(lines());
      }
      int count = Math.min(left, in.readableBytes());
      left -= count;
      if (count > 0) {
        ctx.fireChannelRead(in.readRetainedSlice(count));
      }
      if (left == 0) {
        decoder.endFrame();
      }
    }
  }

  @Test
  void whatComesOfAFrameIsWhatComesOfItAlone() {
    byte[] stream = "\4a\nhf\3b\nc\1d".getBytes(StandardCharsets.US_ASCII);
    for (List<byte[]> pieces : Cuts.hostile(stream)) {
      StageDecoderFramesTest test = new StageDecoderFramesTest();
      EmbeddedChannel channel =
          new EmbeddedChannel(test.new Lengths(), test.decoder, test.recorder);
      pieces.forEach(piece -> channel.writeInbound(buffers.of(piece)));
      assertThat(test.recorder.events())
          .as(Cuts.describe(pieces))
          .containsExactly("a", "hf", "[end 4]", "b", "c", "[end 3]", "d", "[end 1]");
      channel.finish();
    }
  }

  @Test
  void aFrameThatIsCutHasNoEnd() {
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    decoder.begin(lines());
    channel.writeInbound(buffers.of((byte) 'a', (byte) '\n', (byte) 'b'));
    decoder.cutFrame(new EOFException());
    decoder.begin(lines());
    channel.writeInbound(buffers.of((byte) 'c'));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", "[CUT]", "[CUT]", Recorder.INACTIVE);
  }

  /** Calls that come while a receiver is at work keep their order with the buffers. */
  @Test
  void callsWithinAReceiverTakeTheirTurn() {
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    recorder.onFirstRead(
        (ctx, message) -> {
          decoder.endFrame();
          decoder.begin(lines());
          ctx.pipeline().fireChannelRead(buffers.of((byte) 'c'));
          decoder.endFrame();
        });
    decoder.begin(lines());
    channel.writeInbound(buffers.of((byte) 'a', (byte) '\n', (byte) 'b'));
    assertThat(recorder.events()).containsExactly("a", "b", "[end 3]", "c", "[end 1]");
    channel.finish();
  }

  @Test
  void callsOutOfOrderAreRefused() {
    assertThatThrownBy(() -> decoder.begin(lines())).isInstanceOf(IllegalStateException.class);
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    assertThatThrownBy(decoder::endFrame).isInstanceOf(IllegalStateException.class);
    decoder.begin(lines());
    ByteStage<String> refused = lines();
    assertThatThrownBy(() -> decoder.begin(refused)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> refused.offer(ByteBuffer.allocate(0))).hasMessageContaining("CLOSED");
    // Whoever has called within a receiver has returned: it is told by an exception.
    recorder.onFirstRead((ctx, message) -> decoder.begin(lines()));
    channel.writeInbound(buffers.of((byte) 'a', (byte) '\n'));
    assertThat(recorder.errors()).hasSize(1).first().isInstanceOf(DecoderException.class);
    channel.finish();

    StageDecoder<String> unframed = new StageDecoder<>(Stages.decode(UTF_8));
    EmbeddedChannel other = new EmbeddedChannel(unframed);
    ByteStage<String> unread = lines();
    assertThatThrownBy(() -> unframed.begin(unread))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Stages.frames");
    assertThatThrownBy(() -> unread.offer(ByteBuffer.allocate(0))).hasMessageContaining("CLOSED");
    other.finish();
  }

  @Test
  void removedInAFrameItHandsOverWhatIsLeft() {
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    recorder.onFirstRead((ctx, message) -> ctx.pipeline().remove(decoder));
    decoder.begin(lines());
    channel.writeInbound(buffers.of((byte) 'a', (byte) '\n', (byte) 'b'));
    assertThat(recorder.events()).containsExactly("a", new Recorder.Bytes("62"));
    decoder.endFrame();
    assertThat(recorder.events()).hasSize(2);
    channel.finish();
  }

  /** What a call yields within a read is followed by the end of that read, and not by another. */
  @Test
  void aReadEndsOnce() {
    EmbeddedChannel channel = new EmbeddedChannel(new Lengths(), decoder, recorder);
    channel.writeInbound(buffers.of((byte) 1, (byte) 'a', (byte) 1, (byte) 'b'));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly("a", "[end 1]", "b", "[end 1]", Recorder.READ_COMPLETE);
    channel.finish();
  }
}
