/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.detection;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.Detected.Evidence;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 as long as it is valid, else a legacy encoding. ASCII is the same in both, so it passes; of
 * lines only whole ones, where the open one could not be continued in the legacy encoding.
 */
public final class Utf8Judge implements Judge {
  /** The bits of the first byte of a character beyond ASCII. */
  private static final int FIRST_OF_MANY = 0xC0;

  private final DecoderSpec utf8;
  private final DecoderSpec legacy;
  private final int window;
  private final int enough;

  /** The terminators, if only whole lines may pass. */
  private final @Nullable List<String> terminators;

  private final TextValidator validator =
      DecoderSpec.of(TextEncoding.UTF_8).startingAt(0).newValidator();

  /** The number of waiting bytes that are known to be ASCII and to end no line. */
  private int open;

  /** The number of waiting bytes that the validator has seen. */
  private int seen;

  /** The characters beyond ASCII that begin among them. */
  private int characters;

  /**
   * @param enough how many characters beyond ASCII prove UTF-8; 0: no number does
   */
  public Utf8Judge(
      DecoderSpec utf8,
      DecoderSpec legacy,
      int window,
      int enough,
      @Nullable List<String> terminators) {
    this.utf8 = utf8;
    this.legacy = legacy;
    this.window = window;
    this.enough = enough;
    this.terminators = terminators;
  }

  /** Whether ASCII bytes are the same characters in an encoding as in UTF-8. */
  public static boolean hasAscii(DecoderSpec legacy) {
    return Encoding.of(legacy.encoding()).isAsciiTransparent();
  }

  public static void requireAscii(DecoderSpec legacy) {
    if (!hasAscii(legacy)) {
      throw new IllegalArgumentException(
          "ASCII bytes are no characters in "
              + legacy.encoding()
              + ", so they must not pass before the encoding is known; use unmarkedElse");
    }
  }

  @Override
  public int window() {
    return window;
  }

  @Override
  public int safeBytes(ByteBuffer input) {
    open = 0;
    int from = input.position();
    int ascii = from;
    while (ascii < input.limit() && input.get(ascii) >= 0) {
      ascii++;
    }
    return (terminators == null ? ascii : endOfLines(terminators, input, ascii)) - from;
  }

  /** The index after the whole lines. A line longer than the window is not searched to its end. */
  private int endOfLines(List<String> ends, ByteBuffer input, int to) {
    int begin = input.position();
    int end;
    while ((end = endOfLine(ends, (byte) 0, input, begin, begin + Math.min(to - begin, window)))
        > begin) {
      begin = end;
    }
    return begin;
  }

  /**
   * The index after the first terminator among the ASCII characters from {@code begin} on; {@code
   * begin} without one. If {@code before} has ended a line, an LF after it ends one too.
   */
  private static int endOfLine(
      List<String> ends, byte before, ByteBuffer input, int begin, int to) {
    byte last = before;
    for (int i = begin; i < to && input.get(i) >= 0; i++) {
      byte next = input.get(i);
      for (String end : ends) {
        if (next == end.charAt(end.length() - 1) && (end.length() == 1 || last == end.charAt(0))) {
          return i + 1;
        }
      }
      last = next;
    }
    return begin;
  }

  /** Looks at {@code input} alone, because a line may be cut into any number of inputs. */
  @Override
  public boolean completesSafeBytes(byte[] waiting, int length, ByteBuffer input) {
    if (terminators == null || seen > 0) {
      return false;
    }
    int begin = input.position();
    int to = begin + Math.min(input.remaining(), window - length);
    return endOfLine(terminators, waiting[length - 1], input, begin, to) > begin;
  }

  @Override
  public Verdict judge(byte[] bytes, int length, boolean last, boolean ended) {
    while (terminators != null && seen == 0 && open < length && bytes[open] >= 0) {
      open++;
    }
    if (terminators != null && seen == 0 && open == length) {
      return last ? asUtf8() : Verdict.LATER;
    }
    ByteBuffer shown = ByteBuffer.wrap(bytes);
    while (seen < length) {
      // One by one where characters are counted: whichever comes first counts.
      int next = enough > 0 ? 1 : length - seen;
      if (validator.validate(shown.limit(seen + next).position(seen), false).isPresent()) {
        return new Verdict(legacy, Evidence.ILL_FORMED_UTF_8, Verdict.CERTAIN);
      }
      for (int end = seen + next; seen < end; seen++) {
        characters += (bytes[seen] & FIRST_OF_MANY) == FIRST_OF_MANY ? 1 : 0;
      }
      if (characters == enough && enough > 0 && validator.pendingBytes() == 0) {
        return asUtf8();
      }
    }
    if (ended && validator.pendingBytes() > 0) {
      return new Verdict(legacy, Evidence.ILL_FORMED_UTF_8, Verdict.CERTAIN);
    }
    return last ? asUtf8() : Verdict.LATER;
  }

  /** Each character is well-formed by chance once in four times or less. */
  private Verdict asUtf8() {
    return characters == 0
        ? new Verdict(utf8, Evidence.NOTHING_ELSE, 0)
        : new Verdict(utf8, Evidence.WELL_FORMED_UTF_8, Verdict.percent(2 * characters));
  }
}
