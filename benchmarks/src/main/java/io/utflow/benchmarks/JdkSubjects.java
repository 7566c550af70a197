/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import com.ibm.icu.charset.CharsetICU;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/**
 * The decoders and encoders of the JDK, and those of ICU4J with the same interface. Each has a loop
 * of its own; {@link UtflowSubjects} says why.
 */
final class JdkSubjects {
  private JdkSubjects() {}

  static Subject decoder(Charset charset) {
    return decoder(charset.newDecoder());
  }

  static Subject icuDecoder(Charset charset) {
    return decoder(CharsetICU.forNameICU(charset.name()).newDecoder());
  }

  private static Subject decoder(CharsetDecoder decoder) {
    CharBuffer out = Subject.CHARS;
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

  static Subject decoderDirect(Charset charset) {
    CharsetDecoder decoder = charset.newDecoder();
    CharBuffer out = Subject.CHARS;
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

  static Subject string(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        chars += new String(piece, charset).length();
      }
      return chars;
    };
  }

  /** A string of each piece of direct memory, by way of an array. */
  static Subject stringDirect(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (ByteBuffer piece : pieces.directs()) {
        byte[] array = new byte[piece.remaining()];
        piece.duplicate().get(array);
        chars += new String(array, charset).length();
      }
      return chars;
    };
  }

  /** A string of each piece of a stream, by the streaming decoder. */
  static Subject streamedStrings(Charset charset) {
    CharsetDecoder decoder = charset.newDecoder();
    CharBuffer out = Subject.CHARS;
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        decoder.decode(ByteBuffer.wrap(piece), out.clear(), false);
        chars += out.flip().toString().length();
      }
      return chars;
    };
  }

  static Subject transcoder(Charset from, Charset to) {
    CharsetDecoder decoder = from.newDecoder();
    CharsetEncoder encoder = to.newEncoder();
    CharBuffer middle = CharBuffer.allocate(Subject.ROOM);
    ByteBuffer out = ByteBuffer.allocate(2 * Subject.ROOM);
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

  static Subject encoder(Charset charset) {
    CharsetEncoder encoder = charset.newEncoder();
    ByteBuffer out = ByteBuffer.allocate(2 * Subject.ROOM);
    return pieces -> {
      encoder.reset();
      long bytes = 0;
      for (String text : pieces.texts()) {
        encoder.encode(CharBuffer.wrap(text), out.clear(), false);
        bytes += out.position();
      }
      return bytes;
    };
  }

  static Subject getBytes(Charset charset) {
    return pieces -> {
      long bytes = 0;
      for (String text : pieces.texts()) {
        bytes += text.getBytes(charset).length;
      }
      return bytes;
    };
  }

  static Subject getBytesAndPut(Charset charset) {
    ByteBuffer out = ByteBuffer.allocate(2 * Subject.ROOM);
    return pieces -> {
      long bytes = 0;
      for (String text : pieces.texts()) {
        out.clear().put(text.getBytes(charset));
        bytes += out.position();
      }
      return bytes;
    };
  }
}
