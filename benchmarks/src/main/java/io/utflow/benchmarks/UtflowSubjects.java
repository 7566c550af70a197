/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/**
 * The coders of the core, called directly. Each is opened once and reset for each stream.
 *
 * <p>Each has a loop of its own, as those of {@link JdkSubjects} have, although the loops are
 * alike: in a loop that all shared, the JVM could inline none of the calls that are measured.
 */
final class UtflowSubjects {
  private UtflowSubjects() {}

  static Subject chars(DecoderSpec spec) {
    TextDecoder decoder = spec.newDecoder();
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

  static Subject charsDirect(DecoderSpec spec) {
    TextDecoder decoder = spec.newDecoder();
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

  static Subject strings(DecoderSpec spec) {
    TextDecoder decoder = spec.newDecoder();
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        chars += decoder.decode(piece).length();
      }
      return chars;
    };
  }

  static Subject stringsDirect(DecoderSpec spec) {
    TextDecoder decoder = spec.newDecoder();
    return pieces -> {
      decoder.reset();
      long chars = 0;
      for (ByteBuffer piece : pieces.directs()) {
        chars += decoder.decode(piece.duplicate(), false).length();
      }
      return chars;
    };
  }

  static Subject lines(DecoderSpec spec, LineSpec lines) {
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
      stage.close();
      return chars;
    };
  }

  /** Counts the ill-formed sequences; after the first of a stream nothing more is read of it. */
  static Subject validator(DecoderSpec spec) {
    TextValidator validator = spec.newValidator();
    return pieces -> {
      validator.reset();
      long sequences = 0;
      for (byte[] piece : pieces.arrays()) {
        sequences += validator.validate(ByteBuffer.wrap(piece), false).isPresent() ? 1 : 0;
      }
      return sequences;
    };
  }

  static Subject transcoder(DecoderSpec from, EncoderSpec to) {
    TextTranscoder transcoder = from.newTranscoder(to);
    ByteBuffer out = ByteBuffer.allocate(2 * Subject.ROOM);
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

  static Subject encoder(EncoderSpec spec) {
    TextEncoder encoder = spec.newEncoder();
    ByteBuffer out = ByteBuffer.allocate(2 * Subject.ROOM);
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
}
