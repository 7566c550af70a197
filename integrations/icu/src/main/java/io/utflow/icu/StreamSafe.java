/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import com.ibm.icu.text.Normalizer2;

/**
 * The Stream-Safe Text Process, UAX #15-D4: no run of nonstarters in NFKD is longer than {@link
 * #MOST_NONSTARTERS}.
 */
final class StreamSafe {
  static final int MOST_NONSTARTERS = 30;

  private static final char COMBINING_GRAPHEME_JOINER = '\u034F';

  /** Below no character has a decomposition. */
  private static final int FIRST_DECOMPOSED = 0xA0;

  /** Below there is no nonstarter. */
  private static final int FIRST_NONSTARTER = 0x300;

  private final Normalizer2 nfkd = Normalizer2.getNFKDInstance();

  /** The number of nonstarters at the end of the text so far. */
  private int run;

  /** Reads whole characters; the same text if no run is too long. */
  String read(String text) {
    StringBuilder out = null;
    int copied = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      if (take(c)) {
        out = out == null ? new StringBuilder(text.length() + 16) : out;
        out.append(text, copied, at).append(COMBINING_GRAPHEME_JOINER);
        copied = at;
      }
      at += Character.charCount(c);
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  /** Counts a character; whether a joiner belongs before it. */
  private boolean take(int c) {
    if (c < FIRST_DECOMPOSED) {
      run = 0;
      return false;
    }
    String decomposition = nfkd.getDecomposition(c);
    if (decomposition == null) {
      boolean starter = c < FIRST_NONSTARTER || nfkd.getCombiningClass(c) == 0;
      boolean tooLong = !starter && run == MOST_NONSTARTERS;
      run = starter ? 0 : tooLong ? 1 : run + 1;
      return tooLong;
    }
    int leading = leading(decomposition);
    boolean tooLong = run + leading > MOST_NONSTARTERS;
    if (leading == decomposition.codePointCount(0, decomposition.length())) {
      run = tooLong ? leading : run + leading;
    } else {
      run = trailing(decomposition);
    }
    return tooLong;
  }

  private int leading(String text) {
    int count = 0;
    for (int at = 0; at < text.length(); count++) {
      int c = text.codePointAt(at);
      if (nfkd.getCombiningClass(c) == 0) {
        break;
      }
      at += Character.charCount(c);
    }
    return count;
  }

  private int trailing(String text) {
    int count = 0;
    for (int at = text.length(); at > 0; count++) {
      int c = text.codePointBefore(at);
      if (nfkd.getCombiningClass(c) == 0) {
        break;
      }
      at -= Character.charCount(c);
    }
    return count;
  }
}
