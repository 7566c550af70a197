/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line in one go where nothing is pending, the line and its delimiter are complete in the
 * same bytes, and it is well-formed and within its bound. ASCII becomes a {@code String} as it is;
 * other text is decoded ahead in a {@link LineWindow}. Where that cannot be done, nothing has been
 * read.
 *
 * <p>Where inputs cut a line, its beginning is moved out of what was decoded ahead, and its end is
 * decoded with the lines behind it.
 *
 * @param <O> what becomes of a line
 */
abstract sealed class WholeLines<O> extends LineEnds<O> permits LineSplitter {
  /** What was borrowed for the input that is being drained. */
  private @Nullable LineWindow window;

  /** How many bytes the next window decodes ahead at first. */
  private int ahead = LineWindow.SIZE;

  WholeLines(
      DecoderSpec spec,
      @Nullable CodeUnits source,
      LineRule rule,
      LineErrors errors,
      LineMaker<O> maker) {
    super(spec, source, rule, errors, maker);
  }

  /**
   * The line that begins at {@code from}, or null.
   *
   * @param src has at {@code [from, to)} the next bytes of {@code input}
   */
  final @Nullable O wholeLine(EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int to) {
    if (!line().isEmpty() || !decoder().isAtSequence()) {
      return null;
    }
    if (decoder().readsAscii()) {
      int at = d.findOrNonAscii(src, from, to);
      if (at == to) {
        return null;
      }
      if (src[at] >= 0) {
        return asciiLine(d, input, src, from, at, to);
      }
    }
    int whole = to - (to - from & d.width() - 1);
    int at = d.find(src, from, whole);
    if (at == whole) {
      return null;
    }
    LineWindow w = window(input);
    w.decodeAhead(decoder().kernel(), src, from, to, at - from);
    return lineAhead(w, input);
  }

  private @Nullable O asciiLine(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int at, int to) {
    int delimiter = d.matchInside(src, at, to);
    int length = at - from;
    if (delimiter < 0 || line().wouldPass(length)) {
      return null;
    }
    if (window != null) {
      window.drop();
    }
    String text = length == 0 ? "" : new String(src, from, length, StandardCharsets.ISO_8859_1);
    return endWholeLine(d, delimiter, input, text, length, length);
  }

  /** The next line, if all of it and its delimiter have been decoded ahead. */
  final @Nullable O lineAhead(ByteBuffer input) {
    LineWindow w = window;
    return w == null ? null : lineAhead(w, input);
  }

  private @Nullable O lineAhead(LineWindow w, ByteBuffer input) {
    EncodedDelimiters d = delimiters();
    byte[] src = input.hasArray() ? input.array() : w.bytes();
    int delimiter = w.findLine(d, src);
    int chars = w.lineChars();
    if (delimiter < 0 || line().wouldPass(chars)) {
      return null;
    }
    int length = w.lineBytes();
    return endWholeLine(d, delimiter, input, w.takeLine(d, delimiter, src), length, chars);
  }

  /**
   * Ends the open line at the next delimiter by text that is decoded ahead, so that the lines
   * behind it are decoded with its rest.
   *
   * @param src has at {@code [from, to)} the next bytes of {@code input}
   * @param length the bytes before the delimiter
   * @return whether the line was ended; else nothing was read
   */
  final boolean endsAhead(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int to, int length) {
    if (!decoder().isAtSequence()) {
      return false;
    }
    LineWindow w = window(input);
    w.decodeAhead(decoder().kernel(), src, from, to, length);
    int delimiter = w.findLine(d, src);
    if (delimiter < 0 || line().wouldPassWith(w.lineChars())) {
      return false;
    }
    w.moveText(line());
    w.passDelimiter(d, delimiter);
    decoder().skip(input, length);
    return true;
  }

  /**
   * Opens a line with what is left of what was decoded ahead, if {@code input} ends there, but for
   * the beginning of a sequence. {@link #lineAhead} has just found no delimiter in it.
   */
  final void openAhead(ByteBuffer input) {
    LineWindow w = window;
    if (w == null || !w.isOpen() || !line().isEmpty() || line().wouldPass(w.lineChars())) {
      return;
    }
    int length = w.lineBytes();
    if (input.remaining() - length < EncodingForm.MOST_BYTES) {
      w.moveText(line());
      decoder().skip(input, length);
    }
  }

  final LineWindow window(ByteBuffer input) {
    LineWindow w = window;
    if (w == null) {
      w = LineWindow.borrow(input.remaining(), ahead);
      window = w;
    }
    return w;
  }

  /** Forgets text decoded ahead, for the input is read in another way. */
  final void forgetAhead() {
    if (window != null) {
      window.forget();
    }
  }

  final void releaseWindow() {
    LineWindow w = window;
    if (w != null) {
      window = null;
      ahead = w.release();
    }
  }
}
