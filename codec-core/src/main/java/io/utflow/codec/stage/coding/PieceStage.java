/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Decoder;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to pieces of text: as long as the input allows, bounded, never cut inside a surrogate pair.
 *
 * <p>It is given bytes, cut anywhere, and may be switched at any of them. It guarantees that no
 * piece is empty, and that bytes that were taken and not decoded, or whose failure was not thrown
 * yet, are read in the new way or handed over. It leaves to {@link Decoder} what bytes become.
 */
public final class PieceStage extends ReadingStage<String> {
  private Decoder decoder;
  private int pieceChars;

  /** The part of a replacement from before a switch that had no room in a piece. */
  private String before = "";

  /** Ill-formed sequences before a switch. */
  private long illFormedBefore;

  public PieceStage(DecoderSpec spec) {
    this.decoder = Decoder.quiet(new Decoder(spec));
    this.pieceChars = spec.pieceChars();
  }

  @Override
  protected @Nullable String read(ByteBuffer input, boolean ending) {
    if (!before.isEmpty()) {
      return takeBefore();
    }
    String piece = decoder.decodePiece(input, pieceChars, ending);
    return piece.isEmpty() ? null : piece;
  }

  private String takeBefore() {
    int length = Math.min(pieceChars, before.length());
    if (Character.isHighSurrogate(before.charAt(length - 1))) {
      length--;
    }
    String piece = before.substring(0, length);
    before = before.substring(length);
    return piece;
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && before.isEmpty() && decoder.isDrained();
  }

  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    before += decoder.takeReplacement();
    byte[] failed = decoder.takeFailed();
    // A sequence that is read again was counted, and is judged in the new way.
    long illFormed = illFormedCount() - (failed.length > 0 ? 1 : 0);
    tellBeforeSwitch(failed.length, illFormed);
    if (isOver()) {
      return;
    }
    putBack(join(failed, decoder.takePending(), NOTHING));
    illFormedBefore = illFormed;
    long position = decoder.position() - failed.length;
    decoder = Decoder.quiet(new Decoder(next.countingFrom(position)));
    pieceChars = next.pieceChars();
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  @Override
  public long read() {
    return decoder.position();
  }

  @Override
  public long illFormedCount() {
    return illFormedBefore + decoder.illFormedCount();
  }

  /** Whether the policy has ended the stream, not what somebody threw. */
  boolean hasReported() {
    return decoder.hasReported();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    // Text waits in a stream that goes on, a failed sequence in one that is about to throw.
    String text = before + decoder.takeReplacement();
    byte[] waiting = hasFailed() ? NO_BYTES : encoded(text, resolvedEncoding());
    byte[] failed = hasFailed() ? NO_BYTES : decoder.takeFailed();
    return close(join(join(waiting, failed, NOTHING), decoder.takePending(), NOTHING));
  }
}
