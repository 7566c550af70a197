/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.netty.TextLineDecoder;
import io.utflow.netty.TextStreamEncoder;
import java.nio.ByteBuffer;

/**
 * The handlers that read and write the lines of a connection: first {@link FirstLines}, then, when
 * the client names a charset or sends a byte order mark, a {@link TextLineDecoder}.
 */
final class LineCodec {
  private static final String DECODER = "line decoder";
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(1000);

  private LineCodec() {}

  /** Reads UTF-8 or what each line else is, until the client says more; writes UTF-8. */
  static void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(DECODER, new FirstLines(() -> readAsMarkSays(pipeline)));
    pipeline.addLast(new TextStreamEncoder(TextEncoding.UTF_8));
  }

  private static void readAsMarkSays(ChannelPipeline pipeline) {
    DecoderSpec sniffing = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF);
    pipeline.replace(DECODER, DECODER, new TextLineDecoder(sniffing, LINES));
  }

  /**
   * Reads and writes the encoding that the client has asked for, from the next byte on, also where
   * that has come already.
   *
   * @return how it is written: in UTF-8 if it is only read
   */
  static TextEncoding switchTo(ChannelPipeline pipeline, TextEncoding encoding) {
    DecoderSpec next = DecoderSpec.of(encoding);
    ChannelHandler decoder = pipeline.get(DECODER);
    if (decoder instanceof FirstLines first) {
      Telnet telnet = first.telnet();
      pipeline.addAfter(DECODER, null, new TextLineDecoder(next, LINES));
      if (telnet.goesOnIn(encoding)) {
        pipeline.replace(DECODER, DECODER, new TelnetFilter(telnet));
      } else {
        pipeline.remove(DECODER);
      }
    } else {
      pipeline.get(TextLineDecoder.class).switchTo(next);
      if (decoder instanceof TelnetFilter filter && !filter.telnet().goesOnIn(encoding)) {
        pipeline.remove(filter);
      }
    }
    return write(pipeline, encoding);
  }

  private static TextEncoding write(ChannelPipeline pipeline, TextEncoding encoding) {
    EncoderSpec next = writing(encoding);
    pipeline.get(TextStreamEncoder.class).switchTo(next);
    return next.encoding();
  }

  /**
   * Writes UTF-8 in the place of an encoding without LF, in which no line could end, or that can
   * only be read.
   */
  private static EncoderSpec writing(TextEncoding encoding) {
    try {
      EncoderSpec spec = EncoderSpec.of(encoding).bom(BomOutput.NEVER);
      String read =
          DecoderSpec.of(encoding).newDecoder().decode(ByteBuffer.wrap(spec.encode("a\r\n")), true);
      if (read.equals("a\r\n")) {
        return spec;
      }
    } catch (IllegalArgumentException | UnsupportedOperationException onlyRead) {
      // Written in UTF-8.
    }
    return EncoderSpec.of(TextEncoding.UTF_8);
  }

  /** Reads no more, and drops the beginning of an incomplete line. */
  static void dropOpenLine(ChannelPipeline pipeline) {
    if (pipeline.get(DECODER) instanceof FirstLines first) {
      first.dropLastLine();
    }
    TextLineDecoder lines = pipeline.get(TextLineDecoder.class);
    if (lines != null) {
      lines.discardAndRemove();
    }
  }

  /** Makes the encoder write the encoding that a byte order mark has told. */
  static void answerInTheEncodingRead(ChannelPipeline pipeline) {
    TextLineDecoder lines = pipeline.get(TextLineDecoder.class);
    if (lines != null) {
      lines.resolvedEncoding().ifPresent(read -> write(pipeline, read));
    }
  }
}
