/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import io.utflow.codec.form.Cause;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads one stream with a {@link CharsetDecoder}, which gets one more byte until it has decided.
 * Its decision is kept until it is taken, because a decoder cannot be asked twice.
 */
final class CoderReader {
  static final int REPLACEMENT = 0xFFFD;

  private static final int MOST_CHARS = 32;
  private static final int FIRST_GRAPHIC = 0x20;

  /** A decided sequence: a text, or a cause. */
  private record Decided(int length, String text, @Nullable Cause cause) {
    boolean isHigh() {
      return text.length() == 1 && Character.isHighSurrogate(text.charAt(0));
    }

    boolean isLow() {
      return text.length() == 1 && Character.isLowSurrogate(text.charAt(0));
    }

    int step() {
      return cause == null ? Step.text(0, length) : Step.told(Step.illFormed(cause, length));
    }
  }

  private final Charset charset;
  private final boolean mapsReplacement;
  private final ByteBuffer seen = ByteBuffer.allocate(EncodingForm.MOST_BYTES);
  private final CharBuffer chars = CharBuffer.allocate(MOST_CHARS);
  private final Deque<Decided> decided = new ArrayDeque<>(2);
  private @Nullable CharsetDecoder decoder;

  /**
   * The number of bytes that the decoder has seen and that are not taken; those of {@link #decided}
   * first.
   */
  private int length;

  /** The number of decided ones among them. */
  private int decidedLength;

  /** Whether it was the end of the input that decided the last of {@link #decided}. */
  private boolean isDecidedByEnd;

  /**
   * @param mapsReplacement whether U+FFFD is a character of the charset, and not the decoder's word
   *     for none
   */
  CoderReader(Charset charset, boolean mapsReplacement) {
    this.charset = charset;
    this.mapsReplacement = mapsReplacement;
  }

  int step(byte[] src, int pos, int end, boolean atEnd) {
    requireSame(src, pos, end);
    while (!isDecided()) {
      if (pos + length == end) {
        if (!atEnd) {
          return Step.NEEDS_MORE;
        }
        decideByEnd();
        isDecidedByEnd = true;
      } else {
        see(src[pos + length]);
      }
    }
    // Asked again, once the text before is handed over, it must still be the end that decides.
    boolean waits = isDecidedByEnd && !atEnd && pos + length == end;
    return waits ? Step.NEEDS_MORE : first().step();
  }

  private void requireSame(byte[] src, int pos, int end) {
    boolean same = end - pos >= length;
    for (int i = 0; same && i < length; i++) {
      same = src[pos + i] == seen.get(i);
    }
    if (!same) {
      throw new IllegalStateException(
          "bytes that the decoder of " + charset + " has seen were taken out; reset() begins anew");
    }
  }

  /** A high surrogate is decided by the char after it. */
  private boolean isDecided() {
    return !decided.isEmpty() && (decided.size() > 1 || !first().isHigh() || first().cause != null);
  }

  private Decided first() {
    return decided.getFirst();
  }

  String text() {
    return first().text;
  }

  void taken() {
    Decided first = decided.removeFirst();
    isDecidedByEnd &= !decided.isEmpty();
    int taken = first.length;
    length -= taken;
    if (length > 0) {
      seen.position(taken).compact().clear();
    }
    decidedLength -= taken;
  }

  private void see(byte b) {
    seen.put(length, b);
    length++;
    int open = length - decidedLength;
    ByteBuffer in = seen.limit(length).position(decidedLength);
    CoderResult result = decoder().decode(in, chars.clear(), false);
    int read = in.position() - decidedLength;
    in.clear();
    if (result.isError()) {
      decideIllFormed(result, read, open, b);
    } else if (read > 0) {
      decideText(read);
    } else if (length == EncodingForm.MOST_BYTES) {
      decoder().reset();
      decideByEnd();
    }
  }

  private CharsetDecoder decoder() {
    if (decoder == null) {
      decoder = charset.newDecoder();
    }
    return decoder;
  }

  private void decideText(int count) {
    String text = chars.flip().toString();
    boolean none = text.length() == 1 && text.charAt(0) == REPLACEMENT && !mapsReplacement;
    decide(new Decided(count, text, none ? Cause.UNMAPPED : null));
  }

  /**
   * Some decoders take an ill-formed sequence and some leave it. A control character that proved
   * the sequence ill-formed is never part of it: a byte that expects another must not hide the end
   * of a line.
   */
  private void decideIllFormed(CoderResult result, int taken, int open, byte last) {
    int count = taken > 0 ? taken : Math.max(1, Math.min(result.length(), open));
    boolean control = last >= 0 && last < FIRST_GRAPHIC;
    count = control && count == open ? Math.max(1, open - 1) : count;
    Cause malformed = count < open ? Cause.TRUNCATED : Cause.INVALID_BYTE;
    decide(new Decided(count, "", result.isUnmappable() ? Cause.UNMAPPED : malformed));
  }

  private void decideByEnd() {
    if (length > decidedLength) {
      decide(new Decided(length - decidedLength, "", Cause.TRUNCATED));
    } else {
      decided.add(unpaired(decided.removeFirst()));
    }
  }

  private void decide(Decided next) {
    Decided before = decided.pollFirst();
    decidedLength += next.length;
    if (before != null && next.isLow() && next.cause == null) {
      decided.add(new Decided(before.length + next.length, before.text + next.text, null));
    } else {
      if (before != null) {
        decided.add(unpaired(before));
      }
      decided.add(wellFormed(next));
    }
    // Bytes behind an ill-formed sequence are shown to the decoder again.
    length = decidedLength;
  }

  private static Decided wellFormed(Decided next) {
    return next.isLow() ? unpaired(next) : next;
  }

  private static Decided unpaired(Decided surrogate) {
    Cause cause = surrogate.isHigh() ? Cause.UNPAIRED_HIGH_SURROGATE : Cause.UNPAIRED_LOW_SURROGATE;
    return new Decided(surrogate.length, "", cause);
  }
}
