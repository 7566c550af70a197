package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Overlong;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;

/**
 * Decodes the bytes of a channel, cut anywhere, to a {@code String} for each record, in any
 * encoding. Records end with delimiters of your own: NUL, an empty line, U+001E.
 *
 * <pre>{@code
 * pipeline.addLast(new TextRecordDecoder(TextEncoding.UTF_8, RecordSpec.delimitedBy("\0")));
 * }</pre>
 *
 * <p>A record is fired when the last byte of its delimiter is received, or the first byte behind it
 * where a longer delimiter begins with it; the last one, if it has no delimiter, when the channel
 * closes or its input is shut down. Memory is bounded by {@link RecordSpec#maxLength(int)}. Under
 * {@link Overlong#FAIL} a longer record is a {@link TooLongFrameException}, fired once, as soon as
 * the bound is passed; the record is left out, and decoding goes on behind its delimiter.
 *
 * <p>All else is as with {@link TextLineDecoder}: ill-formed text, failures, removal, {@link
 * #discardAndRemove()}. One for each channel, never shared.
 */
public final class TextRecordDecoder extends StageDecoder<String> {
  private final OverlongLines overlong;

  /** Decodes by specs that channels may share. */
  public TextRecordDecoder(DecoderSpec spec, RecordSpec records) {
    this(spec, records, new OverlongLines());
  }

  /** Decodes {@code encoding}, and replaces what is ill-formed by U+FFFD. */
  public TextRecordDecoder(TextEncoding encoding, RecordSpec records) {
    this(DecoderSpec.of(encoding), records);
  }

  private TextRecordDecoder(DecoderSpec spec, RecordSpec records, OverlongLines overlong) {
    super(Stages.records(spec, overlong.watching(records)));
    this.overlong = overlong;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    overlong.fireTo(ctx);
  }
}
