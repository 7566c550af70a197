/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.illformed.PackedSequences;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.stage.coding.AbstractStage;
import org.jspecify.annotations.Nullable;

/**
 * Text to text, char by char, in pieces of about {@link #PIECE_LENGTH} UTF-16 code units. A
 * surrogate pair that lies across two inputs is one character; an unpaired surrogate is ill-formed.
 */
abstract class TextPieces extends AbstractStage<CharSequence, String>
    implements TextStage<CharSequence, String> {
  /** A piece that is so long is handed on, so it is longer by what one character becomes. */
  static final int PIECE_LENGTH = 8192;

  private static final char NONE = 0;

  private final PackedSequences illFormed;

  /** What of the input is taken. */
  private int taken;

  /** What of the stream was taken before the input. */
  private long takenBefore;

  /** A high surrogate at the end of what is taken, or {@link #NONE}. */
  private char high = NONE;

  /** What ended the stream, behind text that goes out first. */
  private @Nullable Throwable failure;

  TextPieces(MalformedPolicy policy) {
    super("");
    this.illFormed = new PackedSequences(policy);
  }

  /** Whether nothing waits, and this char, no surrogate, stays as it is. */
  abstract boolean isPlain(char c);

  /** Takes a char that is no surrogate. If this throws, it has not taken it. */
  abstract void take(char c, StringBuilder out);

  /** Takes a supplementary character. If this throws, it has not taken it. */
  abstract void takePair(char high, char low, StringBuilder out);

  /** Decides what waits for the next char, for an unpaired surrogate or the end is there. */
  void settle(StringBuilder out, boolean ending) {}

  /** Emits what the end of the input need not keep. */
  void settleComplete(StringBuilder out) {}

  /** The text that waits for what follows. */
  String waiting() {
    return "";
  }

  @Override
  protected final @Nullable String next(CharSequence input, boolean ending) {
    if (failure != null) {
      throw Failures.rethrow(failure);
    }
    StringBuilder out = new StringBuilder(Math.min(PIECE_LENGTH, input.length() - taken) + 16);
    try {
      fill(out, input);
      if (taken == input.length()) {
        settleComplete(out);
        if (ending) {
          end(out);
        }
      }
    } catch (Throwable e) {
      if (out.isEmpty()) {
        throw e;
      }
      failure = e;
    }
    if (!out.isEmpty()) {
      return out.toString();
    }
    forgetInput();
    return null;
  }

  private void forgetInput() {
    takenBefore += taken;
    taken = 0;
  }

  @Override
  protected final boolean isUsedUp(CharSequence input) {
    if (failure != null || taken < input.length()) {
      return false;
    }
    forgetInput();
    return true;
  }

  private void fill(StringBuilder out, CharSequence input) {
    int length = input.length();
    while (taken < length && out.length() < PIECE_LENGTH) {
      int end = plainEnd(input, Math.min(length, taken + PIECE_LENGTH - out.length()));
      out.append(input, taken, end);
      taken = end;
      if (end < length && out.length() < PIECE_LENGTH) {
        takeAny(input.charAt(end), out);
        taken++;
      }
    }
  }

  private int plainEnd(CharSequence input, int most) {
    int end = taken;
    if (high == NONE) {
      while (end < most
          && !Character.isSurrogate(input.charAt(end))
          && isPlain(input.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  private void takeAny(char c, StringBuilder out) {
    if (high != NONE) {
      if (Character.isLowSurrogate(c)) {
        takePair(high, c, out);
        high = NONE;
        return;
      }
      replaceHigh(out, false);
    }
    if (!Character.isSurrogate(c)) {
      take(c, out);
      return;
    }
    settle(out, false);
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else {
      takeReplacement(illFormed.replacementOf(c, offset(), false), out);
    }
  }

  private void replaceHigh(StringBuilder out, boolean ending) {
    takeReplacement(illFormed.replacementOf(high, offset() - 1, ending), out);
    high = NONE;
  }

  /** Emits what stands for an unpaired surrogate of the text that goes in. */
  void takeReplacement(String replacement, StringBuilder out) {
    out.append(replacement);
  }

  private void end(StringBuilder out) {
    if (high != NONE) {
      replaceHigh(out, true);
    }
    settle(out, true);
  }

  /** Where the char that is taken stands, in UTF-16 code units from the start of the stream. */
  final long offset() {
    return takenBefore + taken;
  }

  final PackedSequences illFormed() {
    return illFormed;
  }

  @Override
  public final String takeUndelivered() {
    beforeHandOver();
    CharSequence input = current();
    boolean over = isOver();
    String rest =
        over
            ? ""
            : waiting()
                + (high == NONE ? "" : String.valueOf(high))
                + input.subSequence(taken, input.length());
    close();
    return rest;
  }
}
