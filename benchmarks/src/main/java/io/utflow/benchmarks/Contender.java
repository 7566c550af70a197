/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import static io.utflow.benchmarks.BufferKind.COMPOSITE;
import static io.utflow.benchmarks.BufferKind.DIRECT;
import static io.utflow.benchmarks.BufferKind.HEAP;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Utflow and its peers, by the names in the tables. On heap buffers unless the name says other. */
public enum Contender {
  /** To a char buffer. */
  UTFLOW_CHARS(cs -> UtflowSubjects.chars(decoder(cs))),
  /** To a char buffer. */
  UTFLOW_CHARS_DIRECT(cs -> UtflowSubjects.charsDirect(decoder(cs))),
  /** To strings. */
  UTFLOW_STRINGS(cs -> UtflowSubjects.strings(decoder(cs))),
  /** To strings. */
  UTFLOW_STRINGS_DIRECT(cs -> UtflowSubjects.stringsDirect(decoder(cs))),
  /** Lines, LF or CR LF. */
  UTFLOW_LINES(cs -> UtflowSubjects.lines(decoder(cs), lines())),
  /** Well-formedness only. */
  UTFLOW_VALIDATOR(cs -> UtflowSubjects.validator(decoder(cs))),
  /** To bytes of UTF-8, or of UTF-16LE if it is UTF-8 already. */
  UTFLOW_TRANSCODER(cs -> UtflowSubjects.transcoder(decoder(cs), encoder(other(cs)))),
  /** From strings to bytes. */
  UTFLOW_ENCODER(cs -> UtflowSubjects.encoder(encoder(cs))),

  /** The JDK's streaming decoder. */
  JDK_DECODER(JdkSubjects::decoder),
  /** The JDK's streaming decoder. */
  JDK_DECODER_DIRECT(JdkSubjects::decoderDirect),
  /** The JDK's streaming decoder followed by its encoder. */
  JDK_DECODER_AND_ENCODER(cs -> JdkSubjects.transcoder(cs, other(cs))),
  /** A string of each piece, wrong at cuts inside characters. */
  JDK_STRING(JdkSubjects::string),
  /** The JDK's streaming encoder, from strings. */
  JDK_ENCODER(JdkSubjects::encoder),
  /** From strings to new arrays, wrong where a surrogate pair is cut. */
  JDK_GET_BYTES(JdkSubjects::getBytes),
  /** The same, copied to where a channel needs the bytes. */
  JDK_GET_BYTES_AND_PUT(JdkSubjects::getBytesAndPut),
  /** ICU4J's streaming decoder. */
  ICU_DECODER(JdkSubjects::icuDecoder),
  /** Netty, a string of each buffer, wrong at cuts inside characters. */
  NETTY_TO_STRING(NettySubjects::bufferToString),
  /** Netty, a string of each buffer, wrong at cuts inside characters. */
  NETTY_TO_STRING_DIRECT(NettySubjects::bufferToStringDirect),

  /** {@code TextStreamDecoder} in a pipeline. */
  UTFLOW_HANDLER(cs -> NettySubjects.streamDecoder(decoder(cs), HEAP)),
  /** {@code TextStreamDecoder} in a pipeline. */
  UTFLOW_HANDLER_DIRECT(cs -> NettySubjects.streamDecoder(decoder(cs), DIRECT)),
  /** {@code TextStreamDecoder} in a pipeline. */
  UTFLOW_HANDLER_COMPOSITE(cs -> NettySubjects.streamDecoder(decoder(cs), COMPOSITE)),
  /** {@code TextLineDecoder} in a pipeline. */
  UTFLOW_LINE_HANDLER(cs -> NettySubjects.lineDecoder(decoder(cs), lines(), HEAP)),
  /** {@code TextLineDecoder} in a pipeline. */
  UTFLOW_LINE_HANDLER_DIRECT(cs -> NettySubjects.lineDecoder(decoder(cs), lines(), DIRECT)),
  /** {@code TextLineDecoder} in a pipeline. */
  UTFLOW_LINE_HANDLER_COMPOSITE(cs -> NettySubjects.lineDecoder(decoder(cs), lines(), COMPOSITE)),
  /** {@code TextStreamEncoder} in a pipeline. */
  UTFLOW_ENCODING_HANDLER(cs -> NettySubjects.streamEncoder(encoder(cs))),
  /** Netty's handler in a pipeline, wrong at cuts inside characters. */
  NETTY_STRING_DECODER(cs -> NettySubjects.stringDecoder(cs, HEAP)),
  /** Netty's handler in a pipeline, wrong at cuts inside characters. */
  NETTY_STRING_DECODER_DIRECT(cs -> NettySubjects.stringDecoder(cs, DIRECT)),
  /** Netty's handler in a pipeline, wrong at cuts inside characters. */
  NETTY_STRING_DECODER_COMPOSITE(cs -> NettySubjects.stringDecoder(cs, COMPOSITE)),
  /** {@code LineBasedFrameDecoder}, then {@code StringDecoder}. */
  NETTY_LINES(cs -> NettySubjects.lineFramesAndStrings(cs, HEAP)),
  /** {@code LineBasedFrameDecoder}, then {@code StringDecoder}. */
  NETTY_LINES_DIRECT(cs -> NettySubjects.lineFramesAndStrings(cs, DIRECT)),
  /** {@code LineBasedFrameDecoder}, then {@code StringDecoder}. */
  NETTY_LINES_COMPOSITE(cs -> NettySubjects.lineFramesAndStrings(cs, COMPOSITE)),
  /** Netty's handler in a pipeline, wrong where a surrogate pair is cut. */
  NETTY_STRING_ENCODER(NettySubjects::stringEncoder),

  /** {@code ByteBufText.decode}. */
  UTFLOW_OPERATOR(cs -> ReactorSubjects.byteBufDecode(decoder(cs), HEAP)),
  /** {@code ByteBufText.decode}. */
  UTFLOW_OPERATOR_DIRECT(cs -> ReactorSubjects.byteBufDecode(decoder(cs), DIRECT)),
  /** {@code ByteBufText.decode}. */
  UTFLOW_OPERATOR_COMPOSITE(cs -> ReactorSubjects.byteBufDecode(decoder(cs), COMPOSITE)),
  /** {@code ByteBufText.lines}. */
  UTFLOW_LINE_OPERATOR_DIRECT(cs -> ReactorSubjects.byteBufLines(decoder(cs), lines(), DIRECT)),
  /** {@code DataBufferText.text}. */
  UTFLOW_SPRING_TEXT(cs -> ReactorSubjects.dataBufferText(decoder(cs), HEAP)),
  /** {@code DataBufferText.text}, from Netty's buffers. */
  UTFLOW_SPRING_TEXT_DIRECT(cs -> ReactorSubjects.dataBufferText(decoder(cs), DIRECT)),
  /** {@code DataBufferText.lines}. */
  UTFLOW_SPRING_LINES(cs -> ReactorSubjects.dataBufferLines(decoder(cs), lines(), HEAP)),
  /** {@code DataBufferText.lines}, from Netty's buffers. */
  UTFLOW_SPRING_LINES_DIRECT(cs -> ReactorSubjects.dataBufferLines(decoder(cs), lines(), DIRECT)),
  /** reactor-netty, wrong at cuts inside characters. */
  REACTOR_NETTY_AS_STRING(cs -> ReactorSubjects.asString(cs, HEAP)),
  /** reactor-netty, wrong at cuts inside characters. */
  REACTOR_NETTY_AS_STRING_DIRECT(cs -> ReactorSubjects.asString(cs, DIRECT)),
  /** reactor-netty, wrong at cuts inside characters. */
  REACTOR_NETTY_AS_STRING_COMPOSITE(cs -> ReactorSubjects.asString(cs, COMPOSITE)),
  /** Spring's {@code StringDecoder}, the whole stream to one string. */
  SPRING_TEXT(cs -> ReactorSubjects.springText(cs, HEAP)),
  /** Spring's {@code StringDecoder}, the whole stream to one string, from Netty's buffers. */
  SPRING_TEXT_DIRECT(cs -> ReactorSubjects.springText(cs, DIRECT)),
  /** Spring's lines. */
  SPRING_STRING_DECODER(cs -> ReactorSubjects.springLines(cs, HEAP)),
  /** Spring's lines, from Netty's buffers. */
  SPRING_STRING_DECODER_DIRECT(cs -> ReactorSubjects.springLines(cs, DIRECT)),
  /** Spring's lines, as char buffers. */
  SPRING_CHAR_BUFFER_DECODER(cs -> ReactorSubjects.springCharBuffers(cs, HEAP)),
  /** Spring's lines, as char buffers, from Netty's buffers. */
  SPRING_CHAR_BUFFER_DECODER_DIRECT(cs -> ReactorSubjects.springCharBuffers(cs, DIRECT));

  private final Function<Charset, Subject> factory;

  Contender(Function<Charset, Subject> factory) {
    this.factory = factory;
  }

  /** Whether it can read text in {@code charset}: Netty finds lines by a single byte of LF. */
  public boolean reads(Charset charset) {
    return switch (this) {
      case NETTY_LINES, NETTY_LINES_DIRECT, NETTY_LINES_COMPOSITE ->
          "\n".getBytes(charset).length == 1;
      default -> true;
    };
  }

  /** A new subject, for text in {@code charset}. */
  public Subject open(Charset charset) {
    if (!reads(charset)) {
      throw new IllegalArgumentException(this + " cannot read " + charset);
    }
    return factory.apply(charset);
  }

  private static DecoderSpec decoder(Charset charset) {
    return DecoderSpec.of(TextEncoding.of(charset));
  }

  private static EncoderSpec encoder(Charset charset) {
    return EncoderSpec.of(TextEncoding.of(charset));
  }

  private static LineSpec lines() {
    return LineSpec.of(LineBreaks.LF_OR_CRLF);
  }

  private static Charset other(Charset charset) {
    boolean utf8 = charset.equals(StandardCharsets.UTF_8);
    return utf8 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }
}
