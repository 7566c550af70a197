/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import org.jspecify.annotations.Nullable;

/**
 * UTF-16 code units that a kernel has decoded at once. Keeps their bytes, so that {@link
 * EncodingForm#step} can find where each begins if somebody asks.
 */
final class UnitRun {
  private final long firstUnit;
  private final int count;
  private final long firstOffset;
  private final long begin;
  private final byte[] bytes;
  private final EncodingForm form;

  /** Where each unit begins, and what is behind the last; null until somebody asks. */
  private long @Nullable [] offsets;

  /**
   * @param count how many units the bytes became
   * @param firstOffset where the first unit begins, in bytes of the stream: at {@code begin}, or at
   *     sequences of no characters before it
   * @param begin where {@code bytes} begins
   * @param form reads the bytes again
   */
  UnitRun(
      long firstUnit, int count, long firstOffset, long begin, byte[] bytes, EncodingForm form) {
    this.firstUnit = firstUnit;
    this.count = count;
    this.firstOffset = firstOffset;
    this.begin = begin;
    this.bytes = bytes;
    this.form = form;
  }

  long firstUnit() {
    return firstUnit;
  }

  /** Behind its last unit. */
  long end() {
    return firstUnit + count;
  }

  /** Where a unit begins that is one of these, or is of the character behind them. */
  long offset(long unit) {
    long[] found = offsets;
    if (found == null) {
      found = found();
      offsets = found;
    }
    return found[(int) Math.min(unit - firstUnit, count)];
  }

  private long[] found() {
    long[] found = new long[count + 1];
    long next = firstOffset;
    int unit = 0;
    int pos = 0;
    while (pos < bytes.length) {
      int step = form.step(bytes, pos, bytes.length, false);
      // The kernel has seen that the last sequence ends here.
      step = step == Step.NEEDS_MORE ? form.step(bytes, pos, bytes.length, true) : step;
      int end = pos + Step.length(step);
      String text = Step.isText(step) ? form.text(bytes, pos, step) : "";
      int units = Step.isText(step) ? text.length() : Character.charCount(Step.scalar(step));
      int first = text.isEmpty() ? units : Character.charCount(text.codePointAt(0));
      for (int i = 0; i < units; i++) {
        found[unit++] = i < first ? next : begin + end;
      }
      if (Step.isTold(step)) {
        form.taken(bytes, pos, step);
      }
      pos = end;
      next = units > 0 ? begin + pos : next;
    }
    found[count] = next;
    return found;
  }
}
