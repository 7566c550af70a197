package io.utflow.netty;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;

/**
 * Decodes the bytes of a channel, cut anywhere, to {@code String}s of whole characters.
 *
 * <pre>{@code
 * pipeline.addLast(new TextStreamDecoder(TextEncoding.UTF_8));
 * pipeline.addLast(new SimpleChannelInboundHandler<String>() { ... });
 * }</pre>
 *
 * <p>Each {@code ByteBuf} is decoded at once and released, in place unless it is small and outside
 * the heap; only the few bytes of a sequence that its end has cut wait for the next. The {@code
 * String}s are well-formed, never empty, at most {@link DecoderSpec#pieceLength()} UTF-16 code
 * units long, and end where the network happened to cut, not at lines. A read that completes no
 * character triggers another where {@code autoRead} is off. Other messages pass through.
 *
 * <p>When the channel closes or its input is shut down, a sequence still open is ill-formed, and
 * what becomes of it is fired before that event.
 *
 * <p>What is ill-formed is treated by the policy of the spec. If that reports, the text before the
 * offence is fired, then {@code exceptionCaught} with a {@link
 * io.netty.handler.codec.DecoderException} over the {@link io.utflow.codec.IllFormedTextException};
 * then the stream yields nothing more, and what is still received is released unread. So it is with
 * the exception of an observer or handler of the spec. The channel stays open: close it if that is
 * the protocol.
 *
 * <p>When the handler is removed, the bytes that have not become text, if any, are fired as a
 * {@code ByteBuf}; from within {@code channelRead}, when that has returned. Before a switch to a
 * protected stream, such as STARTTLS, call {@link #discardAndRemove()} instead: those bytes came
 * unprotected.
 *
 * <p>One for each channel, never shared. The order of the text is kept also when its receiver
 * reads, closes the channel or removes the handler from within {@code channelRead}; but what it
 * reads there after it has removed the handler does not pass the handler, and comes first.
 */
public final class TextStreamDecoder extends StageDecoder<String> {
  /** Decodes by {@code spec}, which channels may share. */
  public TextStreamDecoder(DecoderSpec spec) {
    super(Stages.chunks(spec));
  }

  /** Decodes {@code encoding}, and replaces what is ill-formed by U+FFFD. */
  public TextStreamDecoder(TextEncoding encoding) {
    this(DecoderSpec.of(encoding));
  }
}
