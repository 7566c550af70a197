/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The surfaces of the core itself that encode. */
public final class EncodeSurfaces {
  /** No character fits in the first ones, and the longest only in the last. */
  static int[] starving(TextEncoding encoding) {
    return IntStream.rangeClosed(0, longest(encoding)).toArray();
  }

  /** The bytes of the longest character. */
  static int longest(TextEncoding encoding) {
    return switch (encoding.name()) {
      case "CESU-8", "Modified-UTF-8" -> 6;
      case "UTF-EBCDIC" -> 5;
      default -> 4;
    };
  }

  private EncodeSurfaces() {}

  /** An encoder that writes to buffers of the piece length. */
  public static EncodeSurface encoder(TextKind in, BufferKind out) {
    return (spec, pieces) -> {
      Driver driver = new Driver(spec, in, out, spec.pieceBytes());
      return ByteOutcome.record(
          pieces, (piece, bytes) -> driver.feed(piece == null ? "" : piece, piece == null, bytes));
    };
  }

  /** The same, with the end of the input declared together with the last piece. */
  public static EncodeSurface encoderEndingWithLastPiece(TextKind in, BufferKind out) {
    return (spec, pieces) -> {
      Driver driver = new Driver(spec, in, out, spec.pieceBytes());
      int[] fed = {0};
      return ByteOutcome.record(
          pieces,
          (piece, bytes) ->
              driver.feed(piece == null ? "" : piece, ++fed[0] >= pieces.size(), bytes));
    };
  }

  /** An encoder that is given room for 0, 1, 2 and more bytes in turn. */
  public static EncodeSurface starvingEncoder(TextKind in, BufferKind out) {
    return (spec, pieces) -> {
      Driver driver = new Driver(spec, in, out, starving(spec.encoding()));
      return ByteOutcome.record(
          pieces, (piece, bytes) -> driver.feed(piece == null ? "" : piece, piece == null, bytes));
    };
  }

  /** {@link Stages#encode}. */
  public static EncodeSurface stage(TextKind in, BufferKind out) {
    return (spec, pieces) -> {
      CountingBuffers buffers = new CountingBuffers(out);
      Stage<CharSequence, CountingBuffers.Counted> stage = Stages.encode(spec, buffers);
      ByteOutcome outcome =
          ByteOutcome.record(
              pieces,
              (piece, bytes) -> {
                if (piece == null) {
                  stage.endOfInput();
                } else {
                  stage.offer(in.of(piece));
                }
                pollAll(stage, bytes);
              });
      stage.close();
      buffers.verify();
      return outcome;
    };
  }

  static void pollAll(Stage<?, CountingBuffers.Counted> stage, Consumer<byte[]> bytes) {
    CountingBuffers.Counted output;
    while ((output = stage.poll()) != null) {
      bytes.accept(output.bytes());
    }
  }

  /** Calls an encoder until an input is used up, and checks what each call says of itself. */
  private static final class Driver {
    private final TextEncoder encoder;
    private final TextKind in;
    private final OutputRoom room;
    private final int[] rooms;
    private final int longest;
    private int calls;

    Driver(EncoderSpec spec, TextKind in, BufferKind out, int... rooms) {
      this.encoder = spec.newEncoder();
      this.in = in;
      this.room = new OutputRoom(out);
      this.rooms = rooms;
      this.longest = longest(spec.encoding());
    }

    void feed(String piece, boolean end, Consumer<byte[]> bytes) {
      CharSequence text = in.of(piece);
      CharBuffer buffer = text instanceof CharBuffer chars ? chars : null;
      int taken = 0;
      CoderStatus status;
      do {
        int size = rooms[calls++ % rooms.length];
        ByteBuffer out = room.of(size);
        long before = encoder.position() + encoder.pendingChars();
        try {
          status = call(text, buffer, taken, out, end);
        } finally {
          byte[] written = room.written();
          if (written.length > 0) {
            bytes.accept(written);
          }
          int moved = (int) (encoder.position() + encoder.pendingChars() - before);
          taken += moved;
          int expectedLength = piece.length() - taken;
          require(buffer == null || buffer.remaining() == expectedLength, "position of the input");
          require(expectedLength >= 0 && encoder.pendingChars() <= 1, "what is taken and carried");
        }
        require(
            status == CoderStatus.UNDERFLOW ? taken == piece.length() : out.remaining() < longest,
            "UNDERFLOW with input left, or OVERFLOW with room for any character");
      } while (status == CoderStatus.OVERFLOW);
    }

    private CoderStatus call(
        CharSequence text, @Nullable CharBuffer buffer, int taken, ByteBuffer out, boolean end) {
      return buffer == null
          ? encoder.encode(text, taken, out, end)
          : encoder.encode(buffer, out, end);
    }
  }

  static void require(boolean held, String what) {
    if (!held) {
      throw new AssertionError(what);
    }
  }
}
