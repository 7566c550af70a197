/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.netty.inbound.TooLongLines;
import java.nio.charset.Charset;

/**
 * Decodes the bytes of a channel, however the network cut them, to a {@code String} for each
 * record, in any encoding. Records end with delimiters of your own: NUL, an empty line, U+001E.
 *
 * <pre>{@code
 * pipeline.addLast(new TextRecordDecoder(TextEncoding.UTF_8, RecordSpec.delimitedBy("\0")));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Records.</b> A record is fired when the last byte of its delimiter is received, or the
 * first byte after it where a longer delimiter begins with it; the last one, if it has no
 * delimiter, when the channel closes or its input is shut down.
 *
 * <p><b>Bounds.</b> Memory is bounded by {@link RecordSpec#maxChars(int)}, in UTF-16 code units.
 * Under {@link TooLongPolicy#FAIL} a longer record is a {@link TooLongFrameException}, fired to
 * {@code exceptionCaught} once, as soon as the bound is passed; the record is left out, and
 * decoding goes on after its delimiter.
 *
 * <p>All else is as with {@link TextLineDecoder}: buffers, ill-formed text, failures, removal,
 * {@link #discardAndRemove()}. Not sharable: each channel has a handler of its own. The specs may
 * be shared.
 */
public final class TextRecordDecoder extends StageDecoder<String> {
  private final TooLongLines tooLong;

  /**
   * Decodes by specs that channels may share.
   *
   * @param spec how bytes become text; immutable
   * @param records the delimiters and the bound; immutable
   */
  public TextRecordDecoder(DecoderSpec spec, RecordSpec records) {
    this(spec, records, new TooLongLines());
  }

  /**
   * Decodes {@code encoding}, and replaces ill-formed sequences by U+FFFD.
   *
   * @param encoding of the bytes received
   * @param records the delimiters and the bound; immutable
   */
  public TextRecordDecoder(TextEncoding encoding, RecordSpec records) {
    this(DecoderSpec.of(encoding), records);
  }

  /**
   * Decodes {@code encoding} to records that end with one of these delimiters, fails records over
   * 65,536 chars, and replaces ill-formed sequences by U+FFFD.
   *
   * @param encoding of the bytes received
   * @param delimiters well-formed texts, none empty
   */
  public TextRecordDecoder(TextEncoding encoding, String... delimiters) {
    this(DecoderSpec.of(encoding), RecordSpec.delimitedBy(delimiters));
  }

  /**
   * As {@link #TextRecordDecoder(TextEncoding, RecordSpec)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @param records the delimiters and the bound; immutable
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextRecordDecoder(Charset charset, RecordSpec records) {
    this(DecoderSpec.of(TextEncoding.of(charset)), records);
  }

  private TextRecordDecoder(DecoderSpec spec, RecordSpec records, TooLongLines tooLong) {
    super(Stages.records(spec, tooLong.watching(records)));
    this.tooLong = tooLong;
  }

  @Override
  void onAdded(ChannelHandlerContext ctx) {
    tooLong.fireTo(ctx);
  }
}
