/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.Step;
import io.utflow.codec.illformed.SequenceKind.Place;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of ill-formed sequences met lately, so that a flood of them makes few. Never grows: a
 * new kind replaces the one at its index.
 */
public final class SequenceKinds {
  /** A power of two, so that each byte above 7F has an index of its own. */
  private static final int PLACES = 128;

  private record Known(Encoding encoding, int step, long bytes, SequenceKind kind) {}

  private final @Nullable Known[] known = new Known[PLACES];

  /**
   * Describes an ill-formed sequence that does not end the stream.
   *
   * @param step what the form has said of the bytes that begin at {@code from}
   * @param offset of the first byte in the stream
   */
  public FoundSequence describe(Encoding encoding, byte[] src, int from, int step, long offset) {
    // Short, so that it is inlined: then the description is no object where nobody keeps it.
    return new FoundSequence(kind(encoding, src, from, step), offset);
  }

  private SequenceKind kind(Encoding encoding, byte[] src, int from, int step) {
    int length = Step.length(step);
    long bytes = src[from] & 0xFF;
    for (int i = 1; i < length; i++) {
      bytes = bytes << Byte.SIZE | src[from + i] & 0xFF;
    }
    int place = (int) (bytes ^ bytes >>> 9) & PLACES - 1;
    Known last = known[place];
    if (last != null && last.bytes == bytes && last.step == step && last.encoding == encoding) {
      return last.kind;
    }
    IllFormedCause cause = FoundSequence.cause(Step.cause(step));
    byte[] found = Arrays.copyOfRange(src, from, from + length);
    SequenceKind kind = SequenceKind.ofBytes(encoding, found, cause, false, Place.BYTES);
    known[place] = new Known(encoding, step, bytes, kind);
    return kind;
  }
}
