/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The surfaces of the core itself. */
public final class CoreSurfaces {
  private static final byte[] EMPTY = {};

  private CoreSurfaces() {}

  /**
   * {@link TextDecoder#decode(ByteBuffer, CharBuffer, boolean)} to a buffer of the piece length.
   */
  public static Surface charBuffer(BufferKind kind, boolean directOutput) {
    return (spec, pieces) -> {
      TextDecoder decoder = spec.newDecoder();
      CharBuffer out = charBuffer(spec.pieceChars(), directOutput);
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            ByteBuffer in = kind.of(piece == null ? EMPTY : piece);
            decodeAll(decoder, in, out, piece == null, texts);
          });
    };
  }

  /** The same, with the end of the input declared together with the last piece. */
  public static Surface charBufferEndingWithLastPiece(BufferKind kind) {
    return (spec, pieces) -> {
      TextDecoder decoder = spec.newDecoder();
      CharBuffer out = charBuffer(spec.pieceChars(), false);
      int[] fed = {0};
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            boolean end = ++fed[0] >= pieces.size();
            decodeAll(decoder, kind.of(piece == null ? EMPTY : piece), out, end, texts);
          });
    };
  }

  private static CharBuffer charBuffer(int capacity, boolean direct) {
    return direct
        ? ByteBuffer.allocateDirect(2 * capacity).asCharBuffer()
        : CharBuffer.allocate(capacity + 2).position(2).slice();
  }

  private static void decodeAll(
      TextDecoder decoder, ByteBuffer in, CharBuffer out, boolean end, Consumer<String> texts) {
    CoderStatus status;
    do {
      out.clear();
      try {
        status = decoder.decode(in, out, end);
      } finally {
        acceptUnlessEmpty(out.duplicate().flip().toString(), texts);
      }
      if (status == CoderStatus.OVERFLOW && out.remaining() > 1) {
        throw new AssertionError("OVERFLOW with room for " + out.remaining() + " chars");
      }
    } while (status == CoderStatus.OVERFLOW);
    if (in.hasRemaining()) {
      throw new AssertionError("UNDERFLOW, but " + in.remaining() + " bytes are not used up");
    }
  }

  /** {@link TextDecoder#decodePiece}, until it is empty. */
  public static Surface pieces(BufferKind kind) {
    return (spec, pieces) -> {
      TextDecoder decoder = spec.newDecoder();
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            ByteBuffer in = kind.of(piece == null ? EMPTY : piece);
            String text;
            while (!(text = decoder.decodePiece(in, spec.pieceChars(), piece == null)).isEmpty()) {
              texts.accept(text);
            }
          });
    };
  }

  /** {@link TextDecoder#decode(ByteBuffer, boolean)}; its outputs are as long as they come. */
  public static Surface strings(BufferKind kind) {
    return (spec, pieces) -> {
      TextDecoder decoder = spec.newDecoder();
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            try {
              ByteBuffer in = kind.of(piece == null ? EMPTY : piece);
              acceptUnlessEmpty(decoder.decode(in, piece == null), texts);
            } catch (Throwable e) {
              acceptUnlessEmpty(decoder.takeDecodedPrefix(), texts);
              throw e;
            }
          });
    };
  }

  private static void acceptUnlessEmpty(String text, Consumer<String> texts) {
    if (!text.isEmpty()) {
      texts.accept(text);
    }
  }

  /** {@link Stages#decode}. */
  public static Surface chunks(BufferKind kind) {
    return (spec, pieces) -> chunks(Stages.decode(spec), kind, pieces);
  }

  private static Outcome chunks(
      Stage<ByteBuffer, String> stage, BufferKind kind, List<byte[]> pieces) {
    return Outcome.record(
        pieces,
        (piece, texts) -> {
          if (piece == null) {
            stage.endOfInput();
          } else {
            stage.offer(kind.of(piece));
          }
          String text;
          while ((text = stage.poll()) != null) {
            texts.accept(text);
          }
        });
  }

  /** {@link Stages#decode}, each piece offered and polled in one call. */
  public static Surface chunksAtOnce(BufferKind kind) {
    return chunksAtOnce(kind::of, buffer -> {});
  }

  /**
   * The same of bytes between others, in an array that is another's as soon as the stage is spent.
   */
  public static Surface chunksCopied() {
    return chunksAtOnce(
        piece -> {
          byte[] bytes = new byte[piece.length + 2];
          Arrays.fill(bytes, (byte) 0x80);
          System.arraycopy(piece, 0, bytes, 1, piece.length);
          return ByteBuffer.wrap(bytes, 1, piece.length);
        },
        buffer -> Arrays.fill(buffer.array(), (byte) 0xE2));
  }

  private static Surface chunksAtOnce(
      Function<byte[], ByteBuffer> input, Consumer<ByteBuffer> whenSpent) {
    return (spec, pieces) -> {
      ByteStage<String> stage = Stages.decode(spec);
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            ByteBuffer buffer = piece == null ? null : input.apply(piece);
            String text;
            if (buffer == null) {
              stage.endOfInput();
              text = stage.poll();
            } else {
              text = stage.offerAndPoll(buffer);
            }
            while (text != null) {
              texts.accept(text);
              text = buffer != null && stage.isSpent() ? null : stage.poll();
            }
            if (buffer != null) {
              whenSpent.accept(buffer);
            }
          });
    };
  }
}
