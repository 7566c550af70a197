/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.function.Function;

/**
 * Finds UTF-16 and UTF-32 by zero bytes: text holds no U+0000, so each is part of a longer unit.
 */
public final class UnmarkedJudge implements Judge {
  private static final int UNIT = 4;

  /** The planes beyond the first that are in use for text. */
  private static final int LAST_PLANE = 3;

  private final int window;
  private final Function<TextEncoding, DecoderSpec> spec;

  /** How many bytes are known not to be zero, and are not looked at again. */
  private int searched;

  public UnmarkedJudge(int window, Function<TextEncoding, DecoderSpec> spec) {
    this.window = window;
    this.spec = spec;
  }

  @Override
  public int window() {
    return window;
  }

  @Override
  public Verdict judge(byte[] bytes, int length, boolean last) {
    if (length < UNIT && !last) {
      return Verdict.LATER;
    }
    if (length >= UNIT && isWide(bytes[0], bytes[1], bytes[2], bytes[3])) {
      return new Verdict(spec.apply(TextEncoding.UTF_32BE));
    }
    if (length >= UNIT && isWide(bytes[3], bytes[2], bytes[1], bytes[0])) {
      return new Verdict(spec.apply(TextEncoding.UTF_32LE));
    }
    for (; searched < length; searched++) {
      if (bytes[searched] == 0) {
        boolean big = searched % 2 == 0;
        return new Verdict(spec.apply(big ? TextEncoding.UTF_16BE : TextEncoding.UTF_16LE));
      }
    }
    return last ? Verdict.NEXT : Verdict.LATER;
  }

  /** Whether these bytes, the most significant first, are a character of UTF-32. */
  private static boolean isWide(byte first, byte second, byte third, byte fourth) {
    return first == 0 && second >= 0 && second <= LAST_PLANE && (second | third | fourth) != 0;
  }
}
