package io.utflow.netty;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;

/**
 * Encodes the text written to a channel, one stream of it: a surrogate pair split over two messages
 * is one character, and a byte order mark, where the encoding has one, is written once.
 *
 * <p>Each message becomes one {@code ByteBuf}, encoded in place. A high surrogate at the end of a
 * message waits for the next; at the close of the channel, or the removal of the handler, it is
 * unpaired, and what becomes of it is written and flushed first. The close itself does not wait:
 * what the socket has not taken by then fails its promise, as with any handler. To close behind the
 * last message, close when its promise is done. A channel that the peer closed, or that a handler
 * nearer to the transport closes, asks nobody: then what waits is dropped.
 *
 * <p>An unpaired surrogate is treated by the policy of the spec. If that reports, the bytes before
 * it are written, the promise fails with an {@link io.netty.handler.codec.EncoderException} over
 * the {@link io.utflow.codec.IllFormedTextException}, and so do the promises of all later messages,
 * over an {@link IllegalStateException} whose cause is the first failure; at the close the
 * exception is fired. So it is with the exception of an observer or handler of the spec.
 *
 * <p>One for each channel, never shared. Messages that are no {@code CharSequence} pass through.
 * The piece length of the spec is not used.
 */
public final class TextStreamEncoder extends StageEncoder<CharSequence, CharSequence> {

  /** Encodes by {@code spec}, which channels may share. */
  public TextStreamEncoder(EncoderSpec spec) {
    this(spec, new AppendingBuffers());
  }

  /** Encodes to {@code encoding}, and replaces what is ill-formed by U+FFFD. */
  public TextStreamEncoder(TextEncoding encoding) {
    this(EncoderSpec.of(encoding));
  }

  private TextStreamEncoder(EncoderSpec spec, AppendingBuffers target) {
    super(CharSequence.class, target, Stages.encode(spec.pieceLength(Integer.MAX_VALUE), target));
  }

  @Override
  CharSequence[] inputsOf(CharSequence message) {
    return new CharSequence[] {message};
  }
}
