/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import java.util.function.Consumer;

/**
 * Ill-formed sequences that become one char or none, and the characters between them, in a loop
 * that keeps its places in variables: a flood of such sequences is read twice as fast as one by
 * one. What it leaves, {@link DecodingLoop} takes.
 */
abstract class StepLoop extends StreamStart {
  /** In the place of a character: there is none, or what is next is not taken here. */
  static final int NOTHING = -1;

  static final int STOP = -2;

  StepLoop(DecoderSpec spec, MalformedRule rule, boolean quiet) {
    super(spec, rule, quiet);
  }

  /** UTF-8 by its name, for speed only: C2, where it has met every form, inlines no step. */
  static int step(EncodingForm form, byte[] src, int pos, int end) {
    return form == Utf8Form.INSTANCE
        ? Utf8Form.INSTANCE.step(src, pos, end, false)
        : form.step(src, pos, end, false);
  }

  /**
   * Takes sequences from {@code w} that become chars of {@code w}, until so many characters stood
   * in a row. Stops as well at what is a text of the form or open, at a sequence whose replacement
   * is longer or that the policy reports, and where there is no room for two chars.
   *
   * @return whether so many characters stood in a row
   */
  final boolean takeSteps(Workspace w, EncodingForm form, long base, int characters) {
    String text = rule().shortText();
    if (text == null) {
      return false;
    }
    Consumer<? super IllFormedSequence> observer = observer();
    return observer == null
        ? takeSteps(w, form, characters, text)
        : takeSteps(w, form, base, characters, text, observer);
  }

  private boolean takeSteps(Workspace w, EncodingForm form, int characters, String replacement) {
    byte[] src = w.src;
    char[] chars = w.chars;
    int end = w.end;
    int last = w.endOfIllFormed() - 2;
    int most = (int) Math.min(rule().budgetBehind(illFormedCount()), end);
    char mark = replacement.isEmpty() ? 0 : replacement.charAt(0);
    int markLength = replacement.length();
    int pos = w.pos;
    int cpos = w.cpos;
    int row = 0;
    int replaced = 0;
    try {
      while (pos < end && cpos <= last && row < characters) {
        int step = step(form, src, pos, end);
        if (Step.isScalar(step)) {
          pos += Step.length(step);
          cpos += put(Step.scalar(step), chars, cpos);
          row++;
          continue;
        }
        int from = pos;
        if (Step.isIllFormed(step)) {
          if (replaced == most) {
            break;
          }
          pos += Step.length(step);
          replaced++;
          chars[cpos] = mark;
          cpos += markLength;
          row = 0;
        } else {
          int unit = step == Step.NEEDS_MORE ? STOP : unitOf(form.text(src, pos, step));
          if (unit == STOP) {
            break;
          }
          pos += Step.length(step);
          cpos += unit == NOTHING ? 0 : put(unit, chars, cpos);
          row++;
        }
        if (Step.isTold(step)) {
          form.taken(src, from, step);
        }
      }
    } finally {
      w.pos = pos;
      w.cpos = cpos;
      countIllFormed(replaced);
    }
    return row >= characters;
  }

  /** The same, where {@code observer} is told of each sequence; a loop of its own, for speed. */
  private boolean takeSteps(
      Workspace w,
      EncodingForm form,
      long base,
      int characters,
      String replacement,
      Consumer<? super IllFormedSequence> observer) {
    byte[] src = w.src;
    char[] chars = w.chars;
    int end = w.end;
    int last = w.endOfIllFormed() - 2;
    int most = (int) Math.min(rule().budgetBehind(illFormedCount()), end);
    char mark = replacement.isEmpty() ? 0 : replacement.charAt(0);
    int markLength = replacement.length();
    int pos = w.pos;
    int cpos = w.cpos;
    int row = 0;
    int replaced = 0;
    try {
      while (pos < end && cpos <= last && row < characters) {
        int step = step(form, src, pos, end);
        if (Step.isScalar(step)) {
          pos += Step.length(step);
          cpos += put(Step.scalar(step), chars, cpos);
          row++;
          continue;
        }
        int from = pos;
        if (Step.isIllFormed(step)) {
          if (replaced == most) {
            break;
          }
          pos += Step.length(step);
          replaced++;
          countIllFormed(1);
          tell(observer, described(w, from, step, base + from));
          chars[cpos] = mark;
          cpos += markLength;
          row = 0;
        } else {
          int unit = step == Step.NEEDS_MORE ? STOP : unitOf(form.text(src, pos, step));
          if (unit == STOP) {
            break;
          }
          pos += Step.length(step);
          cpos += unit == NOTHING ? 0 : put(unit, chars, cpos);
          row++;
        }
        if (Step.isTold(step)) {
          form.taken(src, from, step);
        }
      }
    } finally {
      w.pos = pos;
      w.cpos = cpos;
    }
    return row >= characters;
  }

  /**
   * An ill-formed sequence that is not at the end. Not overridden: where C2 inlines this and the
   * observer it makes no object.
   */
  private IllFormedSequence described(Workspace w, int from, int step, long offset) {
    return FoundSequence.of(w.kinds().of(knownEncoding(), w.src, from, step), offset);
  }

  private static int put(int scalar, char[] chars, int at) {
    if (Character.isBmpCodePoint(scalar)) {
      chars[at] = (char) scalar;
      return 1;
    }
    chars[at] = Character.highSurrogate(scalar);
    chars[at + 1] = Character.lowSurrogate(scalar);
    return 2;
  }

  /** The one char of a text that a form tells; {@link #NOTHING}, or {@link #STOP} for others. */
  static int unitOf(String text) {
    if (text.isEmpty()) {
      return NOTHING;
    }
    char first = text.charAt(0);
    return text.length() > 1 || Character.isSurrogate(first) ? STOP : first;
  }

  /** Tells {@code observer} of a sequence that is counted and behind which the loop stands. */
  final void tell(Consumer<? super IllFormedSequence> observer, IllFormedSequence sequence) {
    try {
      tellObserver(sequence, observer);
    } catch (Throwable e) {
      failsAt(sequence, e);
      throw e;
    }
  }
}
