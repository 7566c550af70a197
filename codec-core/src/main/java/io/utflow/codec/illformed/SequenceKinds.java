/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.Step;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of ill-formed sequences met lately, so that a flood of them makes few. Never grows:
 * each kind has one place, in which the last stays.
 */
public final class SequenceKinds {
  /** A power of two, so that no two bytes above 7F have the same. */
  private static final int PLACES = 128;

  private static final class Known {
    private final Encoding encoding;
    private final int step;
    private final long bytes;
    private final SequenceKind kind;

    Known(Encoding encoding, int step, long bytes, SequenceKind kind) {
      this.encoding = encoding;
      this.step = step;
      this.bytes = bytes;
      this.kind = kind;
    }
  }

  private final @Nullable Known[] known = new Known[PLACES];

  /**
   * The kind of an ill-formed sequence that does not end the stream.
   *
   * @param step what the form has said of the bytes that begin at {@code from}
   */
  public SequenceKind of(Encoding encoding, byte[] src, int from, int step) {
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
    SequenceKind kind =
        SequenceKind.ofBytes(encoding, src, from, length, Causes.of(Step.cause(step)), false);
    known[place] = new Known(encoding, step, bytes, kind);
    return kind;
  }
}
