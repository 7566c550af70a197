/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.illformed.PackedSequences;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.stage.coding.AbstractStage;
import org.jspecify.annotations.Nullable;

/**
 * Text to text, in pieces of about {@link #PIECE_LENGTH} UTF-16 code units: a subclass says what a
 * character or an escape becomes. One that the end of an input cuts waits, and is read again in
 * front of the next. An unpaired surrogate is ill-formed.
 */
abstract class TextPieces extends AbstractStage<CharSequence, String>
    implements TextStage<CharSequence, String> {
  /** A piece that is so long is handed on, so it is longer by what one character becomes. */
  static final int PIECE_LENGTH = 8192;

  /** The number of chars of an input that are joined to waiting text: longer than most escapes. */
  private static final int MOST_JOINED = 64;

  /** The answer of {@link #take}: more text decides. */
  static final int WAITS = 0;

  final PackedSequences illFormed;

  /** The end of earlier inputs, which cannot be decided before more text arrives. */
  private String waiting = "";

  /** The number of chars that were left out of the waiting text. */
  private int leftOut;

  /** The number of chars of the input that were taken. */
  private int taken;

  /** The number of chars of the stream that were taken before the input. */
  private long takenBefore;

  /** Whether the rest of the input waits for more text. */
  private boolean waits;

  TextPieces(MalformedPolicy policy) {
    super("");
    this.illFormed = new PackedSequences(policy);
  }

  /** Whether this char, no surrogate, stays as it is. */
  abstract boolean isPlain(char c);

  /**
   * Writes what becomes of the character or escape at an index, where no surrogate stands.
   *
   * @param ending whether {@code text} goes to the end of the stream
   * @return how many chars it has, or {@link #WAITS}
   */
  abstract int take(CharSequence text, int at, boolean ending, StringBuilder out);

  /**
   * Writes a supplementary character, or the replacement of a surrogate, in its packed or unpacked
   * form.
   */
  abstract void takeCharacters(String characters, StringBuilder out);

  /** Returns the part of waiting text that must be kept because it cannot be restored. */
  String shortened(String text) {
    return text;
  }

  /** The text of which {@link #shortened} was kept: {@link #leftOut} chars longer. */
  String restored(String kept) {
    return kept;
  }

  @Override
  protected final @Nullable String next(CharSequence input, boolean ending) {
    StringBuilder out = new StringBuilder(Math.min(PIECE_LENGTH, input.length() - taken) + 16);
    try {
      fill(out, input, ending);
    } catch (Throwable e) {
      if (out.isEmpty()) {
        throw e;
      }
      failBehindOutput(e);
    }
    if (!out.isEmpty()) {
      return out.toString();
    }
    retire(input);
    return null;
  }

  private void retire(CharSequence input) {
    if (taken < input.length()) {
      keep(input.subSequence(taken, input.length()).toString());
    }
    takenBefore += taken;
    taken = 0;
  }

  /** Keeps the waiting rest of an input. */
  private void keep(String rest) {
    waiting = shortened(rest);
    leftOut += rest.length() - waiting.length();
  }

  @Override
  protected final boolean isUsedUp(CharSequence input) {
    boolean usedUp = waits || taken == input.length() && waiting.isEmpty();
    if (usedUp) {
      retire(input);
    }
    return usedUp;
  }

  private void fill(StringBuilder out, CharSequence input, boolean ending) {
    waits = false;
    while (!waiting.isEmpty() && out.length() < PIECE_LENGTH && !waits) {
      fillFromWaiting(out, input, ending);
    }
    while (taken < input.length() && out.length() < PIECE_LENGTH && !waits) {
      fillOnce(out, input, ending);
    }
  }

  /**
   * Takes the waiting text joined to the head of the input; the rest of the input is read in place.
   */
  private void fillFromWaiting(StringBuilder out, CharSequence input, boolean ending) {
    int from = taken;
    int to = from + Math.min(MOST_JOINED, input.length() - from);
    int inputAt = waiting.length();
    String joined = waiting + input.subSequence(from, to);
    boolean isAll = to == input.length();
    takenBefore += from;
    taken = 0;
    try {
      while (taken < inputAt && out.length() < PIECE_LENGTH && !waits) {
        fillOnce(out, joined, ending && isAll);
      }
    } finally {
      int read = taken;
      taken = waits ? to : from + Math.max(0, read - inputAt);
      takenBefore += read - taken;
      if (waits) {
        keep(joined.substring(read));
      } else {
        waiting = joined.substring(Math.min(read, inputAt), inputAt);
      }
      waits &= isAll;
    }
  }

  /** Takes plain characters, and one that is not after them. */
  private void fillOnce(StringBuilder out, CharSequence input, boolean ending) {
    int most = Math.min(input.length() - taken, PIECE_LENGTH - out.length());
    int end = plainEnd(input, taken + most);
    out.append(input, taken, end);
    taken = end;
    if (end < input.length() && out.length() < PIECE_LENGTH) {
      int more =
          Character.isSurrogate(input.charAt(end))
              ? takeSurrogate(input, ending, out)
              : take(input, end, ending, out);
      waits = more == WAITS;
      taken += more;
      if (!waits) {
        takenBefore += leftOut;
        leftOut = 0;
      }
    }
  }

  private int plainEnd(CharSequence input, int most) {
    int end = taken;
    while (end < most && !Character.isSurrogate(input.charAt(end)) && isPlain(input.charAt(end))) {
      end++;
    }
    return end;
  }

  private int takeSurrogate(CharSequence input, boolean ending, StringBuilder out) {
    char c = input.charAt(taken);
    boolean cut = Character.isHighSurrogate(c) && taken + 1 == input.length();
    if (cut && !ending) {
      return WAITS;
    }
    int character = Character.codePointAt(input, taken);
    boolean isPair = Character.isSupplementaryCodePoint(character);
    takeCharacters(
        isPair ? Character.toString(character) : illFormed.replacementOf(c, offset(), cut), out);
    return Character.charCount(character);
  }

  /** The char offset of the next char, in UTF-16 code units from the start of the stream. */
  final long offset() {
    return takenBefore + taken;
  }

  final int leftOut() {
    return leftOut;
  }

  @Override
  public final String takeUndelivered() {
    beforeHandOver();
    CharSequence input = current();
    String rest = isOver() ? "" : restored(waiting) + input.subSequence(taken, input.length());
    close();
    return rest;
  }
}
