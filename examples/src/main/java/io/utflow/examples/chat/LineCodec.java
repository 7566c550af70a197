/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

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

/** The two handlers that read and write the lines of a connection, in an encoding. */
final class LineCodec {
  private static final String DECODER = "line decoder";
  private static final String ENCODER = "text encoder";
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(1000);

  private final DecoderSpec decoder;
  private final EncoderSpec encoder;

  private LineCodec(DecoderSpec decoder, EncoderSpec encoder) {
    this.decoder = decoder;
    this.encoder = encoder;
  }

  /** Reads as a byte order mark says, or else UTF-8; writes UTF-8. */
  static LineCodec sniffing() {
    return new LineCodec(
        DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF),
        EncoderSpec.of(TextEncoding.UTF_8));
  }

  /** Reads and writes the encoding that the client has asked for. */
  static LineCodec of(TextEncoding encoding) {
    return new LineCodec(DecoderSpec.of(encoding), writing(encoding));
  }

  private static EncoderSpec writing(TextEncoding encoding) {
    return EncoderSpec.of(encoding).bom(BomOutput.NEVER);
  }

  void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(DECODER, new TextLineDecoder(decoder, LINES));
    pipeline.addLast(ENCODER, new TextStreamEncoder(encoder));
  }

  /**
   * Changes the handlers in mid-stream; the new decoder reads the bytes that the old one did not.
   */
  void replaceIn(ChannelPipeline pipeline) {
    pipeline.replace(DECODER, DECODER, new TextLineDecoder(decoder, LINES));
    pipeline.replace(ENCODER, ENCODER, new TextStreamEncoder(encoder));
  }

  /** Reads no more, and drops what has arrived of a line that is not complete. */
  static void dropOpenLine(ChannelPipeline pipeline) {
    if (pipeline.get(DECODER) instanceof TextLineDecoder lines) {
      lines.discardAndRemove();
    }
  }

  /** Makes the encoder write the encoding in which the client was found to write. */
  static void answerInTheEncodingRead(ChannelPipeline pipeline) {
    if (pipeline.get(DECODER) instanceof TextLineDecoder lines) {
      lines
          .resolvedEncoding()
          .filter(read -> read != TextEncoding.UTF_8)
          .ifPresent(
              read -> pipeline.replace(ENCODER, ENCODER, new TextStreamEncoder(writing(read))));
    }
  }
}
