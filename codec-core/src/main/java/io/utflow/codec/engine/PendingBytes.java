/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;

/**
 * Where a stream of bytes stands, and its pending bytes: taken from an input, not decided yet. They
 * are packed in a {@code long}, the first in the lowest byte.
 */
abstract class PendingBytes extends CodingState {
  private byte pendingLength;
  private long pending;
  private long position;

  /** Whether the end of the stream decides what is pending: more bytes might decide otherwise. */
  private boolean decidedByEnd;

  PendingBytes(MalformedRule rule, boolean quiet) {
    super(rule, quiet);
  }

  /**
   * {@return how many bytes were decided since the start of the stream} A byte order mark is
   * counted, {@linkplain #pendingBytes() pending} bytes are not.
   */
  @Override
  public final long position() {
    return position;
  }

  /**
   * How many bytes are pending: taken, but not decided yet.
   *
   * @return fewer than the longest sequence of the encoding has, or the longest byte order mark; of
   *     UTF-8, UTF-16 and UTF-32 never more than 3
   */
  public final int pendingBytes() {
    return pendingLength;
  }

  /**
   * Takes the pending bytes out, for whoever reads the stream from here on: at the removal of a
   * handler, at a switch of the encoding.
   *
   * @return the bytes as they were received, perhaps none
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  public final byte[] takePending() {
    refuseFromWithin();
    byte[] bytes = layPending(new byte[pendingLength]);
    clearPending();
    return bytes;
  }

  private byte[] layPending(byte[] bytes) {
    for (int i = 0; i < pendingLength; i++) {
      bytes[i] = (byte) (pending >>> 8 * i);
    }
    return bytes;
  }

  private void clearPending() {
    pending = 0;
    pendingLength = 0;
    decidedByEnd = false;
  }

  final void beginAt(long byteOffset) {
    clearPending();
    position = byteOffset;
  }

  /** No byte follows the pending ones, which alone decide nothing. */
  final void endDecides() {
    decidedByEnd = true;
  }

  final boolean isDecidedByEnd() {
    return decidedByEnd;
  }

  /** Makes the rest of {@code in}, a proper prefix of a sequence or of a mark, pending. */
  final void keepPending(ByteBuffer in) {
    while (in.hasRemaining()) {
      keepPending(in.get());
    }
  }

  final void keepPending(byte next) {
    pending |= (next & 0xFFL) << 8 * pendingLength;
    pendingLength++;
  }

  /** Lays the pending and the next bytes side by side; true if that is all of {@code in}. */
  final boolean loadBoundary(ByteBuffer in, Workspace w) {
    layPending(w.boundary);
    int next = Math.min(in.remaining(), EncodingForm.MOST_BYTES);
    in.get(in.position(), w.boundary, pendingLength, next);
    w.readFrom(w.boundary, 0, pendingLength + next);
    return next == in.remaining();
  }

  /** Takes {@code count} decided bytes out of {@code in}; none is pending. */
  final void retireInput(ByteBuffer in, int count) {
    in.position(in.position() + count);
    position += count;
  }

  /** Counts decided bytes that stand in no buffer; none is pending. */
  final void retireInput(int count) {
    position += count;
  }

  /** Takes {@code count} decided bytes out of the pending ones and then out of {@code in}. */
  final void retire(ByteBuffer in, int count) {
    int first = Math.min(count, pendingLength);
    pending = first == EncodingForm.MOST_BYTES ? 0 : pending >>> 8 * first;
    pendingLength -= (byte) first;
    in.position(in.position() + count - first);
    position += count;
  }
}
