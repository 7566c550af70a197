/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderMalfunctionError;
import java.nio.charset.CoderResult;
import java.util.Arrays;

/**
 * What is known of the states of a charset's decoder: there is one, or SO and SI lead from one to
 * the other, whatever it was before. Then a decoder can be put back to where it was, and may be
 * shown many bytes at once. Of a decoder with other states nothing is known.
 *
 * <p>Found out by showing it all sequences of one and two bytes in each state, and of longer ones
 * what three and four bytes can begin; an escape sequence, for example, is bytes that become no
 * character.
 */
final class CoderStates {
  /** The state in which streams begin; another is the byte that leads to it. */
  static final int INITIAL = 0;

  private static final byte SHIFT_OUT = 0x0E;
  private static final byte SHIFT_IN = 0x0F;

  /** No sequence is longer, or nothing is known. */
  private static final int LONGEST = 4;

  /** So many sequences of two bytes, and of three for each of them, are tried with more bytes. */
  private static final int MOST_PREFIXES = 512;

  private static final int MOST_LONGER_PREFIXES = 2;

  /** What a decoder does with bytes that are shown to it behind others. */
  private enum Answer {
    TEXT,
    NOTHING,
    WAITS,
    REFUSES
  }

  private final boolean known;
  private final boolean shifted;

  /** Of which nothing is known. */
  static final CoderStates UNKNOWN = new CoderStates(false, false);

  private CoderStates(boolean known, boolean shifted) {
    this.known = known;
    this.shifted = shifted;
  }

  /** Tries the decoder of a charset, for some milliseconds. */
  static CoderStates of(Charset charset) {
    Trial trial = new Trial(charset);
    try {
      boolean shifted =
          trial.answer(SHIFT_OUT) == Answer.NOTHING || trial.answer(SHIFT_IN) == Answer.NOTHING;
      boolean known =
          shifted
              ? trial.leads(SHIFT_OUT, SHIFT_IN)
                  && trial.leads(SHIFT_IN, SHIFT_OUT)
                  && trial.changesNoState(true, SHIFT_OUT)
                  && trial.changesNoState(true, SHIFT_IN)
              : trial.changesNoState(false);
      return new CoderStates(known, shifted);
    } catch (CoderMalfunctionError | RuntimeException broken) {
      return UNKNOWN;
    }
  }

  /** Whether all states are known, so that the rest of this may be asked. */
  boolean areKnown() {
    return known;
  }

  /** Whether SO and SI lead from one state to the other. */
  boolean areShifted() {
    return shifted;
  }

  /** The state behind well-formed bytes: that of the last shift, if there is one. */
  int behind(byte[] src, int pos, int end, int before) {
    int p = end;
    while (shifted && p > pos) {
      if (p - pos >= Long.BYTES && !ShiftedWords.holdsShift(src, p - Long.BYTES)) {
        p -= Long.BYTES;
      } else if (isShift(src[--p])) {
        return src[p];
      }
    }
    return before;
  }

  /** Whether a byte that becomes no character leads to another state. */
  static boolean isShift(byte b) {
    return b == SHIFT_OUT || b == SHIFT_IN;
  }

  /** Puts a decoder into a state, between sequences. */
  static void enter(int state, CharsetDecoder decoder) {
    decoder.reset();
    if (state != INITIAL) {
      decoder.decode(ByteBuffer.wrap(new byte[] {(byte) state}), CharBuffer.allocate(1), false);
    }
  }

  /** Shows a decoder bytes behind a state. */
  private static final class Trial {
    private final CharsetDecoder decoder;
    private final CharBuffer chars = CharBuffer.allocate(4 * EncodingForm.MOST_BYTES);

    Trial(Charset charset) {
      decoder = charset.newDecoder();
    }

    Answer answer(byte... bytes) {
      return answerIn(INITIAL, bytes);
    }

    private Answer answerIn(int state, byte... bytes) {
      enter(state, decoder);
      ByteBuffer in = ByteBuffer.wrap(bytes);
      CoderResult result = decoder.decode(in, chars.clear(), false);
      if (!result.isUnderflow()) {
        return Answer.REFUSES;
      }
      if (in.hasRemaining()) {
        return Answer.WAITS;
      }
      return chars.position() == 0 ? Answer.NOTHING : Answer.TEXT;
    }

    /** Whether one byte leads out of the state behind the other, without a character. */
    boolean leads(byte shift, byte other) {
      return answerIn(other, shift) == Answer.NOTHING
          && changesNothing(shift)
          && changesNothing(other);
    }

    /** Whether a shift that leads to a state is nothing in it, or ill-formed. */
    private boolean changesNothing(byte shift) {
      Answer again = answerIn(shift, shift);
      return again == Answer.NOTHING || again == Answer.REFUSES;
    }

    /**
     * Whether in the state behind some bytes each sequence is text, but for the shifts, and no
     * shift is part of one.
     */
    boolean changesNoState(boolean shifted, byte... shift) {
      int state = shift.length == 0 ? INITIAL : shift[0];
      return areText(state, shifted, new byte[0], new int[LONGEST]);
    }

    private boolean areText(int state, boolean shifted, byte[] prefix, int[] prefixes) {
      byte[] bytes = Arrays.copyOf(prefix, prefix.length + 1);
      for (int b = 0; b < 0x100; b++) {
        bytes[prefix.length] = (byte) b;
        boolean shift = shifted && CoderStates.isShift((byte) b);
        Answer answer = shift && prefix.length == 0 ? Answer.TEXT : answerIn(state, bytes);
        boolean text =
            switch (answer) {
              case NOTHING -> false;
              case REFUSES -> true;
              case TEXT -> !shift || prefix.length == 0;
              case WAITS ->
                  !shift
                      && bytes.length < LONGEST
                      && (isTriedEnough(bytes.length, prefixes)
                          || areText(state, shifted, bytes, prefixes));
            };
        if (!text) {
          return false;
        }
      }
      return true;
    }

    /** Each time that is asked counts. */
    private static boolean isTriedEnough(int length, int[] prefixes) {
      if (length == 2) {
        prefixes[3] = 0;
      }
      prefixes[length]++;
      return length == 2 && prefixes[2] > MOST_PREFIXES
          || length == 3 && prefixes[3] > MOST_LONGER_PREFIXES;
    }
  }
}
