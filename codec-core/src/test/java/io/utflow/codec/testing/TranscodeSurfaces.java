/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static io.utflow.codec.testing.EncodeSurfaces.longest;
import static io.utflow.codec.testing.EncodeSurfaces.require;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The surfaces of the core itself that transcode. */
public final class TranscodeSurfaces {
  private static final byte[] EMPTY = {};

  private TranscodeSurfaces() {}

  /** A transcoder that writes to buffers of the piece length. */
  public static TranscodeSurface transcoder(BufferKind in, BufferKind out) {
    return (from, to, pieces) -> {
      Driver driver = new Driver(from, to, in, out, to.pieceBytes());
      return ByteOutcome.record(
          pieces,
          (piece, bytes) -> driver.feed(piece == null ? EMPTY : piece, piece == null, bytes));
    };
  }

  /** The same, with the end of the input declared together with the last piece. */
  public static TranscodeSurface transcoderEndingWithLastPiece(BufferKind in, BufferKind out) {
    return (from, to, pieces) -> {
      Driver driver = new Driver(from, to, in, out, to.pieceBytes());
      int[] fed = {0};
      return ByteOutcome.record(
          pieces,
          (piece, bytes) ->
              driver.feed(piece == null ? EMPTY : piece, ++fed[0] >= pieces.size(), bytes));
    };
  }

  /** A transcoder that is given room for 0, 1, 2 and more bytes in turn. */
  public static TranscodeSurface starvingTranscoder(BufferKind in, BufferKind out) {
    return (from, to, pieces) -> {
      Driver driver = new Driver(from, to, in, out, EncodeSurfaces.starving(to.encoding()));
      return ByteOutcome.record(
          pieces,
          (piece, bytes) -> driver.feed(piece == null ? EMPTY : piece, piece == null, bytes));
    };
  }

  /** {@link Stages#transcode}. */
  public static TranscodeSurface stage(BufferKind in, BufferKind out) {
    return (from, to, pieces) -> {
      CountingBuffers buffers = new CountingBuffers(out);
      Stage<ByteBuffer, CountingBuffers.Counted> stage = Stages.transcode(from, to, buffers);
      ByteOutcome outcome =
          ByteOutcome.record(
              pieces,
              (piece, bytes) -> {
                if (piece == null) {
                  stage.endOfInput();
                } else {
                  stage.offer(in.of(piece));
                }
                EncodeSurfaces.pollAll(stage, bytes);
              });
      stage.close();
      buffers.verify();
      return outcome;
    };
  }

  /** Calls a transcoder until an input is used up, and checks what each call says of itself. */
  private static final class Driver {
    private final TextTranscoder transcoder;
    private final BufferKind in;
    private final OutputRoom room;
    private final int[] rooms;
    private final int longest;
    private final int mostPending;
    private int calls;

    Driver(DecoderSpec from, EncoderSpec to, BufferKind in, BufferKind out, int... rooms) {
      this.transcoder = from.newTranscoder(to);
      this.in = in;
      this.room = new OutputRoom(out);
      this.rooms = rooms;
      this.longest = longest(to.encoding());
      this.mostPending = Encodings.VARIANTS.contains(from.encoding()) ? 5 : 3;
    }

    void feed(byte[] piece, boolean end, Consumer<byte[]> bytes) {
      ByteBuffer input = in.of(piece);
      long start = taken();
      CoderStatus status;
      do {
        int size = rooms[calls++ % rooms.length];
        ByteBuffer out = room.of(size);
        try {
          status = transcoder.transcode(input, out, end);
        } finally {
          byte[] written = room.written();
          if (written.length > 0) {
            bytes.accept(written);
          }
          long moved = taken() - start;
          require(moved == piece.length - input.remaining(), "position and pending bytes");
          require(transcoder.pendingBytes() <= mostPending, "carry");
        }
        require(
            status == CoderStatus.UNDERFLOW ? !input.hasRemaining() : out.remaining() < longest,
            "UNDERFLOW with input left, or OVERFLOW with room for any character");
      } while (status == CoderStatus.OVERFLOW);
    }

    private long taken() {
      return transcoder.position() + transcoder.pendingBytes();
    }
  }
}
