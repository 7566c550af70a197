package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;

/**
 * Turns the bytes of a channel, cut anywhere, into bytes of another encoding on the way in; {@link
 * Outbound} does so on the way out.
 *
 * <p>Each received {@code ByteBuf} yields buffers of at most {@link EncoderSpec#pieceLength()}
 * bytes from the channel's allocator, none empty, each ending between two characters. What becomes
 * of ill-formed input, of failures, of the end of the channel and of a removal is as with {@link
 * TextStreamDecoder}. One for each channel, never shared.
 */
public final class TextStreamTranscoder extends StageDecoder<ByteBuf> {
  private final AllocatedBuffers buffers;

  /** Transcodes by specs that channels may share. */
  public TextStreamTranscoder(DecoderSpec from, EncoderSpec to) {
    this(from, to, new AllocatedBuffers());
  }

  private TextStreamTranscoder(DecoderSpec from, EncoderSpec to, AllocatedBuffers buffers) {
    super(Stages.transcode(from, to, buffers));
    this.buffers = buffers;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    buffers.allocateFrom(ctx.alloc());
  }

  /**
   * Turns the bytes written to a channel, cut anywhere, into bytes of another encoding. Each
   * message becomes one {@code ByteBuf}. A sequence cut by the end of a message waits for the next;
   * at the close of the channel, or the removal of the handler, it is truncated, and what becomes
   * of it is written first. Failures are as with {@link TextStreamEncoder}.
   */
  public static final class Outbound extends StageEncoder<ByteBuf, ByteBuffer> {

    /** Transcodes by specs that channels may share. */
    public Outbound(DecoderSpec from, EncoderSpec to) {
      this(from, to, new AppendingBuffers());
    }

    private Outbound(DecoderSpec from, EncoderSpec to, AppendingBuffers target) {
      super(
          ByteBuf.class, target, Stages.transcode(from, to.pieceLength(Integer.MAX_VALUE), target));
    }

    @Override
    ByteBuffer[] inputsOf(ByteBuf message) {
      return message.nioBuffers();
    }
  }
}
