/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The test that a kernel set must pass before it is chosen: it must agree with the next slower one
 * on a mixed sample in every encoding and, if its speed depends on an instruction of the machine,
 * be faster.
 *
 * <p>The comparison takes a few milliseconds; with vectors that are not compiled yet, a hundred. A
 * race takes longer, because code that the JVM has not compiled yet says nothing about its speed
 * (interpreted, loops over words are three times slower than plain ones, vectors a thousand times).
 * So a race goes on until the candidate wins, at most {@value #RACE_MILLIS} milliseconds. It is run
 * only for sets that need an instruction some machines lack: there the JVM falls back to code a
 * hundred times slower, which never wins.
 */
final class KernelTrial {
  static final int RACE_MILLIS = 500;

  /** A line with every length of sequence, twice, so that it fills blocks and ends within one. */
  private static final String SAMPLE =
      "<p lang=\"fr\">Une caf\u00e9tui\u00e8re</p> \u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! \u4e2d\u6587\u5b57\u7b26\uff0c\u7de8\u78bc\u3002 \uD83D\uDE00\uD83D\uDE80\uD83C\uDF0D x\uFFFD"
          .repeat(2);

  /**
   * Words of three-byte letters, for kernels that need such an instruction use it on this text, and
   * are twice as fast as others. On Chinese, which they read a tenth faster, the race told nothing.
   */
  private static final byte[] RACE_TEXT =
      "\u0939\u093F\u0928\u094D\u0926\u0940 \u092D\u093E\u0937\u093E \u092E\u0947\u0902, "
          .repeat(24)
          .getBytes(StandardCharsets.UTF_8);

  /** The bytes of one search: more than a vector, fewer than between two control characters. */
  private static final int SEARCHED = 100;

  private KernelTrial() {}

  /** Why {@code candidate} must not replace {@code rival}, or null if it may. */
  static @Nullable String fault(KernelSet candidate, KernelSet rival, boolean race) {
    if (!agreeOnAll(candidate, rival)) {
      return "they disagree with " + rival.name();
    }
    if (race && !wins(candidate.utf8(), rival.utf8())) {
      return "they were no faster than " + rival.name() + " in " + RACE_MILLIS + " ms";
    }
    return null;
  }

  private static boolean agreeOnAll(KernelSet candidate, KernelSet rival) {
    return agree(candidate.utf8(), rival.utf8())
        && agree(candidate.utf16BigEndian(), rival.utf16BigEndian())
        && agree(candidate.utf16LittleEndian(), rival.utf16LittleEndian())
        && agree(candidate.utf32BigEndian(), rival.utf32BigEndian())
        && agree(candidate.utf32LittleEndian(), rival.utf32LittleEndian())
        && (candidate.controls() == rival.controls()
            || agree(candidate.controls(), rival.controls()));
  }

  private static boolean agree(ControlSearch candidate, ControlSearch rival) {
    String text =
        String.join("x".repeat(SEARCHED + 20), "\t", "\u000E\n", "\u000B", "\f", "\r", "\u0085")
            + SAMPLE;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; from += 7) {
      int to = Math.min(bytes.length, from + SEARCHED);
      if (candidate.find(bytes, from, to) != rival.find(bytes, from, to)
          || candidate.findUtf8(bytes, from, to) != rival.findUtf8(bytes, from, to)
          || candidate.findOrNonAscii(bytes, from, to) != rival.findOrNonAscii(bytes, from, to)) {
        return false;
      }
    }
    return agree(candidate, rival, text.getBytes(StandardCharsets.UTF_16BE), true)
        && agree(candidate, rival, text.getBytes(StandardCharsets.UTF_16LE), false);
  }

  private static boolean agree(
      ControlSearch candidate, ControlSearch rival, byte[] utf16, boolean bigEndian) {
    for (int from = 0; from < utf16.length; from += 14) {
      int to = Math.min(utf16.length, from + 2 * SEARCHED);
      if (candidate.findUtf16(utf16, from, to, bigEndian)
          != rival.findUtf16(utf16, from, to, bigEndian)) {
        return false;
      }
    }
    return true;
  }

  /** Kernels may stop early, so only what both converted is compared; it must not be nothing. */
  private static boolean agree(Kernel candidate, Kernel rival) {
    char[] text = SAMPLE.toCharArray();
    byte[] bytes = new byte[4 * text.length];
    byte[] otherBytes = new byte[4 * text.length];
    int length = written(rival.encode(text, 0, text.length, bytes, 0, bytes.length));
    int other = written(candidate.encode(text, 0, text.length, otherBytes, 0, bytes.length));
    int common = Math.min(length, other);
    if (!Arrays.equals(bytes, 0, common, otherBytes, 0, common)) {
      return false;
    }
    char[] decoded = new char[text.length];
    int chars = written(candidate.decode(bytes, 0, length, decoded, 0, decoded.length));
    int prefix = candidate.wellFormedPrefix(bytes, 0, length);
    return common > 0
        && chars > 0
        && prefix > 0
        && Arrays.equals(text, 0, chars, decoded, 0, chars);
  }

  private static int written(long progress) {
    return Kernel.written(progress);
  }

  private static boolean wins(Kernel candidate, Kernel rival) {
    char[] chars = new char[RACE_TEXT.length];
    long deadline = System.nanoTime() + RACE_MILLIS * 1_000_000L;
    long best = Long.MAX_VALUE;
    long toBeat = Long.MAX_VALUE;
    while (best >= toBeat && System.nanoTime() < deadline) {
      for (int i = 0; i < 8; i++) {
        toBeat = Math.min(toBeat, nanos(rival, chars));
        best = Math.min(best, nanos(candidate, chars));
      }
    }
    return best < toBeat;
  }

  private static long nanos(Kernel kernel, char[] chars) {
    long start = System.nanoTime();
    kernel.decode(RACE_TEXT, 0, RACE_TEXT.length, chars, 0, chars.length);
    return System.nanoTime() - start;
  }
}
