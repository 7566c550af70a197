/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The greatest length of a line or record, and the policy for a longer one.
 *
 * @param maxBytes {@link Integer#MAX_VALUE} if its bytes are not counted
 */
record LineBounds(
    int maxChars,
    int maxBytes,
    TooLongPolicy onTooLong,
    @Nullable Consumer<? super TooLongLine> observer) {
  static final int NOT_COUNTED = Integer.MAX_VALUE;

  static final LineBounds DEFAULT = new LineBounds(65_536, NOT_COUNTED, TooLongPolicy.FAIL, null);

  LineBounds maxChars(int chars) {
    if (chars < 1) {
      throw new IllegalArgumentException("maxChars " + chars + ": give at least 1 char");
    }
    return new LineBounds(chars, maxBytes, onTooLong, observer);
  }

  LineBounds maxBytes(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("maxBytes " + bytes + ": give at least 1 byte");
    }
    return new LineBounds(maxChars, bytes, onTooLong, observer);
  }

  LineBounds onTooLong(TooLongPolicy policy) {
    Objects.requireNonNull(policy, "onTooLong");
    return new LineBounds(maxChars, maxBytes, policy, observer);
  }

  LineBounds observer(Consumer<? super TooLongLine> other) {
    Objects.requireNonNull(other, "observer");
    return new LineBounds(maxChars, maxBytes, onTooLong, other);
  }

  /** Tells the observer of a line that passes a bound, and fails it or says what is kept. */
  boolean keepsBeginning(long charOffset, long byteOffset, boolean inBytes) {
    TooLongLine tooLong =
        new TooLongLine(charOffset, byteOffset, inBytes ? 0 : maxChars, inBytes ? maxBytes : 0);
    if (observer != null) {
      observer.accept(tooLong);
    }
    if (onTooLong == TooLongPolicy.FAIL) {
      throw new TooLongLineException(tooLong);
    }
    return onTooLong == TooLongPolicy.TRUNCATE;
  }

  /** For people: the bounds, what becomes of a longer line, and whether one is observed. */
  @Override
  public String toString() {
    return (maxChars == Integer.MAX_VALUE ? "any length" : "at most " + maxChars + " chars")
        + (maxBytes == NOT_COUNTED ? "" : ", at most " + maxBytes + " bytes")
        + ", else "
        + onTooLong
        + (observer == null ? "" : ", observed");
  }
}
