/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.kernel.ControlSearch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line in one go where nothing is pending, the line and its delimiter are complete in the
 * same bytes, and it is well-formed and within its bound. Where that cannot be done, nothing has
 * been read.
 *
 * @param <O> what becomes of a line
 */
abstract sealed class WholeLines<O> extends LineEnds<O> permits LineSplitter {
  private final DelimiterSearch search = new DelimiterSearch();

  /** Whether the bytes last given had the end of their line. */
  private boolean isEnded;

  /** What was borrowed for the input that is being drained. */
  private @Nullable LineWindow window;

  WholeLines(DecoderSpec spec, LineRule rule, LineErrors errors, LineMaker<O> maker) {
    super(spec, rule, errors, maker);
  }

  /**
   * The line that begins at {@code from}, or null.
   *
   * @param src has at {@code [from, to)} the next bytes of {@code input}
   */
  final @Nullable O wholeLine(EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int to) {
    isEnded = false;
    if (!line().isEmpty() || !decoder().isAtSequence()) {
      return null;
    }
    ControlSearch controls = search.controls();
    int whole = to - (to - from & d.width() - 1);
    int found = d.find(controls, src, from, whole);
    int at = ControlSearch.index(found);
    boolean isAscii = found >= 0 && d.readsAscii();
    int delimiter = d.matchInside(src, at, to);
    while (delimiter == EncodedDelimiters.NONE && at < whole) {
      isAscii &= src[at] >= 0;
      found = d.find(controls, src, at + d.width(), whole);
      at = ControlSearch.index(found);
      isAscii &= found >= 0;
      delimiter = d.matchInside(src, at, to);
    }
    isEnded = delimiter >= 0;
    int length = at - from;
    if (!isEnded || isAscii && line().wouldPass(length)) {
      return null;
    }
    String text =
        isAscii
            ? ofAscii(src, from, length)
            : window(input).decode(decoder().kernel(), src, from, length);
    return text == null || line().wouldPass(text.length())
        ? null
        : endWholeLine(d, delimiter, input, text, length);
  }

  /** C2 inlines this constructor, and none that has a charset. */
  @SuppressWarnings("deprecation")
  private static String ofAscii(byte[] src, int from, int length) {
    return new String(src, 0, from, length);
  }

  /** Whether the bytes last given had the end of their line: more of them tell nothing. */
  final boolean isEnded() {
    return isEnded;
  }

  final DelimiterSearch search() {
    return search;
  }

  final LineWindow window(ByteBuffer input) {
    LineWindow w = window;
    if (w == null) {
      w = LineWindow.borrow(input.remaining());
      window = w;
    }
    return w;
  }

  final void releaseWindow() {
    LineWindow w = window;
    if (w != null) {
      window = null;
      w.release();
    }
  }
}
