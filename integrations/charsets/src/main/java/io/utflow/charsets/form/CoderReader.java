/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One stream read by a {@link CharsetDecoder}, which gets one byte more until it has decided. What
 * it has decided is kept until it is taken, for a decoder cannot be asked twice.
 *
 * <p>Where the states of the decoder {@linkplain CoderStates are known}, it is shown many bytes at
 * once. As long as all of that is text it is what byte after byte would have been; if not, the
 * decoder is put back to where it was, and fewer bytes are tried. So ill-formed text is read byte
 * by byte, and behind it some well-formed sequence or, where there are shifts, the next one.
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

  /** So many bytes are shown at once, which become chars that stay in the first-level cache. */
  private static final int MOST_AT_ONCE = 8192;

  /** So many bytes, if they are not all text, are read one after the other. */
  private static final int FEWEST_AT_ONCE = 64;

  /** So many chars are looked at together. */
  private static final int BLOCK = 8;

  /** Fewer are not worth it. */
  private static final int SHORTEST_RUN = 4;

  /** No progress of a run. */
  private static final long NO_TEXT = -1;

  private final Charset charset;
  private final Supplier<CoderStates> states;
  private final boolean mapsReplacement;
  private final ByteBuffer seen = ByteBuffer.allocate(EncodingForm.MOST_BYTES);
  private final CharBuffer chars = CharBuffer.allocate(MOST_CHARS);
  private final Deque<Decided> decided = new ArrayDeque<>(2);
  private @Nullable CharsetDecoder decoder;

  /** How many bytes the decoder has seen that are not taken; those of {@link #decided} first. */
  private int length;

  /** How many of them are decided. */
  private int decidedLength;

  /** The state in which the sequence stands that is next to be taken, and the last run stood. */
  private int state = CoderStates.INITIAL;

  private int stateBeforeRun = CoderStates.INITIAL;
  private int atOnce = MOST_AT_ONCE;

  /** So many bytes are next to be taken sequence by sequence. */
  private int singly;

  /** Whether it was the end of the input that decided the last of {@link #decided}. */
  private boolean isDecidedByEnd;

  /** Whether an ill-formed sequence was taken, and nothing since that tells the state. */
  private boolean isStateInDoubt;

  /**
   * @param states asked for before the first run
   * @param mapsReplacement whether U+FFFD is a character of the charset, and not the decoder's word
   *     for none
   */
  CoderReader(Charset charset, Supplier<CoderStates> states, boolean mapsReplacement) {
    this.charset = charset;
    this.states = states;
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

  /** A high surrogate is decided by what follows it. */
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
    noteState(first);
    length -= taken;
    if (length > 0) {
      seen.position(taken).compact().clear();
    }
    decidedLength -= taken;
  }

  private void noteState(Decided taken) {
    singly -= Math.min(singly, taken.length);
    if (taken.cause != null) {
      isStateInDoubt = true;
    } else if (taken.text.isEmpty()) {
      state = seen.get(0);
      isStateInDoubt = false;
    } else if (isStateInDoubt) {
      isStateInDoubt = states.get().areShifted();
    }
  }

  // Many sequences at once.

  /**
   * Decodes, faster than by {@link #step}, some sequences that are text, and takes them.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (length > 0 || singly > 0 || isStateInDoubt || !states.get().areKnown()) {
      return 0;
    }
    stateBeforeRun = state;
    int p = pos;
    int d = dpos;
    int shown = pos;
    while (singly == 0) {
      int room = (int) ((dend - d) / decoder().maxCharsPerByte());
      int count = Math.min(Math.min(end - p, atOnce), room);
      if (count < SHORTEST_RUN || count <= shown - p) {
        break;
      }
      long run = decode(src, p, count, dst, d, dend);
      if (run == NO_TEXT) {
        CoderStates.enter(state, decoder());
        shown = p;
        tryFewer(count);
      } else {
        shown = p + count;
        int read = (int) (run >>> 32);
        state = states.get().behind(src, p, p + read, state);
        p += read;
        d += (int) run;
        atOnce = Math.min(2 * atOnce, MOST_AT_ONCE);
      }
    }
    length = shown - p;
    seen.put(0, src, p, length);
    return (long) (p - pos) << 32 | d - dpos;
  }

  private void tryFewer(int count) {
    singly = count > FEWEST_AT_ONCE ? 0 : count;
    atOnce = Math.max(count / 4, FEWEST_AT_ONCE);
  }

  /** What is read and written if all that the decoder reads is text, and it keeps little back. */
  private long decode(byte[] src, int pos, int count, char[] dst, int dpos, int dend) {
    ByteBuffer in = ByteBuffer.wrap(src, pos, count);
    CharBuffer out = CharBuffer.wrap(dst, dpos, dend - dpos);
    CoderResult result = decoder().decode(in, out, false);
    boolean text =
        result.isUnderflow()
            && in.remaining() < EncodingForm.MOST_BYTES
            && isText(dst, dpos, out.position());
    return text ? (long) (in.position() - pos) << 32 | out.position() - dpos : NO_TEXT;
  }

  private boolean isText(char[] chars, int from, int to) {
    int i = from;
    while (i < to) {
      i += BLOCK * blocksBelowSurrogates(chars, i, to - i >> 3);
      for (int end = i + Math.min(to - i, BLOCK); i < end; i++) {
        char c = chars[i];
        if (c == REPLACEMENT && !mapsReplacement || Character.isLowSurrogate(c)) {
          return false;
        }
        if (Character.isHighSurrogate(c)) {
          i++;
          if (i == to || !Character.isLowSurrogate(chars[i])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** How many blocks hold nothing from the surrogates on, so no replacement either. */
  private static int blocksBelowSurrogates(char[] chars, int from, int count) {
    int blocks = 0;
    while (blocks < count && isBelowSurrogates(chars, from + BLOCK * blocks)) {
      blocks++;
    }
    return blocks;
  }

  private static boolean isBelowSurrogates(char[] chars, int i) {
    int last = Character.MIN_SURROGATE - 1;
    int first = last - chars[i] | last - chars[i + 1] | last - chars[i + 2] | last - chars[i + 3];
    int second =
        last - chars[i + 4] | last - chars[i + 5] | last - chars[i + 6] | last - chars[i + 7];
    return (first | second) >= 0;
  }

  /** Takes the last run back: it was not believed, or its chars had no place. */
  void takeRunBack() {
    state = stateBeforeRun;
    CoderStates.enter(state, decoder());
    length = 0;
  }

  /** Is, before it reads anything, in the state in which the last run of another began. */
  void beBeforeRunOf(CoderReader other) {
    state = other.stateBeforeRun;
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
      CoderStates.enter(state, decoder);
    }
    return decoder;
  }

  private void decideText(int count) {
    String text = chars.flip().toString();
    boolean none = text.length() == 1 && text.charAt(0) == REPLACEMENT && !mapsReplacement;
    decide(new Decided(count, text, none ? Cause.UNMAPPED : null));
  }

  /**
   * Some decoders take what is ill-formed and some leave it. A control character that proved it so
   * is never part of it: a line must not be hidden behind a byte that expects another.
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
