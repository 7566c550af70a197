package io.utflow.benchmarks;

import com.ibm.icu.charset.CharsetICU;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.string.StringDecoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

/** Utflow and its peers, by the names that the tables show. */
public enum Subjects {
  /** To a char buffer, from heap buffers. */
  UTFLOW_CHARS(Subjects::utflowChars),
  /** To a char buffer, from direct buffers. */
  UTFLOW_CHARS_DIRECT(Subjects::utflowCharsDirect),
  /** To strings. */
  UTFLOW_STRINGS(Subjects::utflowStrings),
  /** Lines, LF or CR LF. */
  UTFLOW_LINES(Subjects::utflowLines),
  /** Well-formedness only. */
  UTFLOW_VALIDATOR(Subjects::utflowValidator),
  /** To bytes of UTF-8, or of UTF-16LE if it is UTF-8 already. */
  UTFLOW_TRANSCODER(Subjects::utflowTranscoder),
  /** From strings to bytes. */
  UTFLOW_ENCODER(Subjects::utflowEncoder),
  /** The JDK's streaming decoder, from heap buffers. */
  JDK_DECODER(cs -> jdkDecoder(cs.newDecoder())),
  /** The JDK's streaming decoder, from direct buffers. */
  JDK_DECODER_DIRECT(cs -> jdkDecoderDirect(cs.newDecoder())),
  /** The JDK's streaming decoder and encoder, one behind the other. */
  JDK_DECODER_AND_ENCODER(Subjects::jdkTranscoder),
  /** From strings to bytes, wrong where a surrogate pair is cut. */
  JDK_GET_BYTES(Subjects::jdkGetBytes),
  /** A string of each piece, wrong at cuts inside characters. */
  JDK_STRING(Subjects::jdkString),
  /** Netty, a string of each buffer, wrong at cuts inside characters. */
  NETTY_TO_STRING(Subjects::nettyToString),
  /** Netty's handler in a pipeline, wrong at cuts inside characters. */
  NETTY_STRING_DECODER(Subjects::nettyStringDecoder),
  /** Spring's lines. */
  SPRING_STRING_DECODER(Subjects::springStringDecoder),
  /** ICU4J's streaming decoder, from heap buffers. */
  ICU_DECODER(cs -> jdkDecoder(CharsetICU.forNameICU(cs.name()).newDecoder()));

  private static final int ROOM = 1 << 17;

  private final Function<Charset, Subject> factory;

  Subjects(Function<Charset, Subject> factory) {
    this.factory = factory;
  }

  /** A new one, for text in {@code charset}. */
  public Subject open(Charset charset) {
    return factory.apply(charset);
  }

  private static DecoderSpec spec(Charset charset) {
    return DecoderSpec.of(TextEncoding.of(charset));
  }

  private static Subject utflowChars(Charset charset) {
    TextDecoder decoder = spec(charset).newDecoder();
    CharBuffer out = CharBuffer.allocate(ROOM);
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        decoder.decode(ByteBuffer.wrap(piece), out.clear(), false);
        chars += out.position();
      }
      return chars;
    };
  }

  private static Subject utflowCharsDirect(Charset charset) {
    TextDecoder decoder = spec(charset).newDecoder();
    CharBuffer out = CharBuffer.allocate(ROOM);
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (ByteBuffer piece : pieces.directs()) {
        decoder.decode(piece.duplicate(), out.clear(), false);
        chars += out.position();
      }
      return chars;
    };
  }

  private static Subject utflowStrings(Charset charset) {
    TextDecoder decoder = spec(charset).newDecoder();
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        chars += decoder.decode(ByteBuffer.wrap(piece), false).length();
      }
      return chars;
    };
  }

  private static Subject utflowLines(Charset charset) {
    DecoderSpec spec = spec(charset);
    LineSpec lines = LineSpec.of(LineBreaks.LF);
    return pieces -> {
      Stage<ByteBuffer, String> stage = Stages.lines(spec, lines);
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        stage.offer(ByteBuffer.wrap(piece));
        String line;
        while ((line = stage.poll()) != null) {
          chars += line.length();
        }
      }
      return chars;
    };
  }

  private static Charset other(Charset charset) {
    boolean utf8 = charset.equals(StandardCharsets.UTF_8);
    return utf8 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  private static Subject utflowTranscoder(Charset charset) {
    EncoderSpec to = EncoderSpec.of(TextEncoding.of(other(charset)));
    TextTranscoder transcoder = spec(charset).newTranscoder(to);
    ByteBuffer out = ByteBuffer.allocate(2 * ROOM);
    return pieces -> {
      transcoder.reset();
      long bytes = 0;
      for (byte[] piece : pieces.arrays()) {
        transcoder.transcode(ByteBuffer.wrap(piece), out.clear(), false);
        bytes += out.position();
      }
      return bytes;
    };
  }

  private static Subject jdkTranscoder(Charset charset) {
    CharsetDecoder decoder = charset.newDecoder();
    CharsetEncoder encoder = other(charset).newEncoder();
    CharBuffer middle = CharBuffer.allocate(ROOM);
    ByteBuffer out = ByteBuffer.allocate(2 * ROOM);
    return pieces -> {
      decoder.reset();
      encoder.reset();
      long bytes = 0;
      for (byte[] piece : pieces.arrays()) {
        decoder.decode(ByteBuffer.wrap(piece), middle.clear(), false);
        encoder.encode(middle.flip(), out.clear(), false);
        bytes += out.position();
      }
      return bytes;
    };
  }

  private static Subject utflowEncoder(Charset charset) {
    TextEncoder encoder = EncoderSpec.of(TextEncoding.of(charset)).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(2 * ROOM);
    return pieces -> {
      encoder.reset();
      long bytes = 0;
      for (String text : pieces.texts()) {
        encoder.encode(text, 0, out.clear(), false);
        bytes += out.position();
      }
      return bytes;
    };
  }

  private static Subject jdkGetBytes(Charset charset) {
    return pieces -> {
      long bytes = 0;
      for (String text : pieces.texts()) {
        bytes += text.getBytes(charset).length;
      }
      return bytes;
    };
  }

  private static Subject utflowValidator(Charset charset) {
    TextValidator validator = spec(charset).newValidator();
    return pieces -> {
      validator.reset();
      long offences = 0;
      for (byte[] piece : pieces.arrays()) {
        offences += validator.validate(ByteBuffer.wrap(piece), false).isPresent() ? 1 : 0;
      }
      return offences;
    };
  }

  private static Subject jdkDecoder(CharsetDecoder decoder) {
    CharBuffer out = CharBuffer.allocate(ROOM);
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        decoder.decode(ByteBuffer.wrap(piece), out.clear(), false);
        chars += out.position();
      }
      return chars;
    };
  }

  private static Subject jdkDecoderDirect(CharsetDecoder decoder) {
    CharBuffer out = CharBuffer.allocate(ROOM);
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (ByteBuffer piece : pieces.directs()) {
        decoder.decode(piece.duplicate(), out.clear(), false);
        chars += out.position();
      }
      return chars;
    };
  }

  private static Subject jdkString(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        chars += new String(piece, charset).length();
      }
      return chars;
    };
  }

  private static Subject nettyToString(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        ByteBuf buffer = Unpooled.wrappedBuffer(piece);
        chars += buffer.toString(charset).length();
        buffer.release();
      }
      return chars;
    };
  }

  private static Subject nettyStringDecoder(Charset charset) {
    EmbeddedChannel channel = new EmbeddedChannel(new StringDecoder(charset));
    return pieces -> {
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        channel.writeInbound(Unpooled.wrappedBuffer(piece));
        String text = channel.readInbound();
        chars += text.length();
      }
      return chars;
    };
  }

  private static Subject springStringDecoder(Charset charset) {
    org.springframework.core.codec.StringDecoder decoder =
        org.springframework.core.codec.StringDecoder.textPlainOnly();
    MimeType type = new MimeType("text", "plain", charset);
    ResolvableType string = ResolvableType.forClass(String.class);
    return pieces -> {
      Flux<DataBuffer> buffers =
          Flux.fromIterable(pieces.arrays()).map(DefaultDataBufferFactory.sharedInstance::wrap);
      long[] chars = new long[1];
      decoder.decode(buffers, string, type, null).subscribe(line -> chars[0] += line.length());
      return chars[0];
    };
  }
}
