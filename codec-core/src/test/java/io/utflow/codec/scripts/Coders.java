/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The coders as subjects. */
final class Coders {
  /** Room that every encoding can go on with. */
  private static final int LEAST_BYTES = 8;

  private Coders() {}

  /** What the coders have in common: an input that is used up by one or more calls. */
  private abstract static class Coder implements Subject {
    final Transcript told;
    final BufferKind kind;
    final int room;
    private @Nullable ByteBuffer input;
    private boolean ending;

    Coder(Setup setup, Transcript told) {
      this.told = told;
      this.kind = setup.kind();
      this.room = setup.number(Key.ROOM);
    }

    /** One call. False: the input is used up. */
    abstract boolean call(ByteBuffer in, boolean ending);

    @Override
    public void offer(byte[] bytes) {
      input = kind.of(bytes);
    }

    @Override
    public void end() {
      ending = true;
      input = kind.of(new byte[0]);
    }

    @Override
    public boolean poll() {
      ByteBuffer in = input;
      if (in == null) {
        return false;
      }
      boolean more = call(in, ending);
      if (!more) {
        if (in.hasRemaining()) {
          throw new Violation("UNDERFLOW, but " + in.remaining() + " bytes are not used up");
        }
        input = null;
      }
      return more;
    }

    final void restart() {
      input = null;
      ending = false;
    }
  }

  private static String hex(ByteBuffer written) {
    byte[] bytes = new byte[written.remaining()];
    written.get(bytes);
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  private abstract static class Decoding extends Coder {
    final TextDecoder decoder;

    Decoding(Setup setup, Transcript told) {
      super(setup, told);
      this.decoder = setup.decoderSpec(told).newDecoder();
    }

    @Override
    public int pending() {
      return decoder.pendingBytes();
    }

    @Override
    public byte[] take() {
      return decoder.takePending();
    }

    @Override
    public void reset() {
      decoder.reset();
      restart();
    }

    @Override
    public void note() {
      told.end(decoder.resolvedEncoding(), decoder.position());
    }
  }

  static Subject decodingBuffers(Setup setup, Transcript told) {
    return new Decoding(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        CharBuffer out = CharBuffer.allocate(Math.max(2, room));
        boolean more;
        try {
          more = decoder.decode(in, out, ending) == CoderStatus.OVERFLOW;
          if (more && out.remaining() > 1) {
            throw new Violation("OVERFLOW with room for " + out.remaining() + " chars");
          }
        } finally {
          told.output(out.flip().toString());
        }
        return more;
      }
    };
  }

  static Subject decodingStrings(Setup setup, Transcript told) {
    return new Decoding(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        try {
          told.output(decoder.decode(in, ending));
        } finally {
          told.output(decoder.takeDecodedPrefix());
        }
        return false;
      }
    };
  }

  static Subject decodingPieces(Setup setup, Transcript told) {
    return new Decoding(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        String piece = decoder.decodePiece(in, Math.max(2, room), ending);
        told.output(piece);
        return !piece.isEmpty();
      }
    };
  }

  static Subject transcoding(Setup setup, Transcript told) {
    TextTranscoder transcoder =
        setup.decoderSpec(told).newTranscoder(setup.encoderSpec(new Transcript()));
    return new Coder(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        ByteBuffer out = ByteBuffer.allocate(Math.max(LEAST_BYTES, room));
        try {
          return transcoder.transcode(in, out, ending) == CoderStatus.OVERFLOW;
        } finally {
          told.output(hex(out.flip()));
        }
      }

      @Override
      public int pending() {
        return transcoder.pendingBytes();
      }

      @Override
      public void reset() {
        transcoder.reset();
        restart();
      }

      @Override
      public void note() {
        told.end(transcoder.resolvedEncoding(), transcoder.position());
      }
    };
  }

  static Subject validating(Setup setup, Transcript told) {
    TextValidator validator = setup.decoderSpec(told).newValidator();
    return new Coder(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        validator
            .validate(in, ending)
            .ifPresent(
                sequence -> {
                  throw sequence.toException();
                });
        return false;
      }

      @Override
      public int pending() {
        return validator.pendingBytes();
      }

      @Override
      public void reset() {
        validator.reset();
        restart();
      }

      @Override
      public void note() {
        told.end(validator.resolvedEncoding(), validator.position());
      }
    };
  }

  static Subject encoding(Setup setup, Transcript told) {
    TextEncoder encoder = setup.encoderSpec(told).newEncoder();
    return new Coder(setup, told) {
      @Override
      boolean call(ByteBuffer in, boolean ending) {
        CharBuffer text = in.asCharBuffer();
        ByteBuffer out = ByteBuffer.allocate(Math.max(LEAST_BYTES, room));
        try {
          return encoder.encode(text, out, ending) == CoderStatus.OVERFLOW;
        } finally {
          in.position(in.limit() - 2 * text.remaining() - in.remaining() % 2);
          if (in.remaining() == 1) {
            in.get();
          }
          told.output(hex(out.flip()));
        }
      }

      @Override
      public void reset() {
        encoder.reset();
        restart();
      }

      @Override
      public void note() {
        told.end(Optional.empty(), encoder.position());
      }
    };
  }
}
