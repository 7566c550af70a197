/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.engine.Encoding;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 as long as it is valid, else a legacy encoding. ASCII is the same in both, so it passes; of
 * lines only whole ones, where the open one could not be continued in the legacy encoding.
 */
final class Utf8Judge implements Judge {
  private final DecoderSpec utf8;
  private final DecoderSpec legacy;
  private final int window;
  private final int enough;

  /** What ends a line, if only whole ones pass. */
  private final @Nullable List<String> terminators;

  private final TextValidator validator =
      DecoderSpec.of(TextEncoding.UTF_8).startingAt(0).newValidator();

  /** How many of the waiting bytes the validator has seen. */
  private int seen;

  /** The characters beyond ASCII among them. */
  private int characters;

  /**
   * @param enough so many characters beyond ASCII are proof; 0: none are
   */
  Utf8Judge(
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

  static void requireAscii(DecoderSpec legacy) {
    if (!Encoding.of(legacy.encoding()).isAsciiTransparent()) {
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
  public int passes(ByteBuffer input) {
    int from = input.position();
    int ascii = from;
    while (ascii < input.limit() && input.get(ascii) >= 0) {
      ascii++;
    }
    return (terminators == null ? ascii : endOfLines(terminators, input, ascii)) - from;
  }

  /** Behind the whole lines; one that is longer than the window fills that, however it is cut. */
  private int endOfLines(List<String> ends, ByteBuffer input, int to) {
    int begin = input.position();
    for (int i = begin; i < to && i - begin < window; i++) {
      if (endsLine(ends, input, begin, i)) {
        begin = i + 1;
      }
    }
    return begin;
  }

  private static boolean endsLine(List<String> ends, ByteBuffer input, int begin, int at) {
    for (String end : ends) {
      int from = at + 1 - end.length();
      if (from >= begin
          && input.get(at) == end.charAt(end.length() - 1)
          && input.get(from) == end.charAt(0)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean asksAgainWhatPasses() {
    return terminators != null && seen == 0;
  }

  @Override
  public Verdict judge(byte[] bytes, int length, boolean last) {
    if (terminators != null && seen == 0 && isAscii(bytes, length)) {
      return last ? new Verdict(utf8) : Verdict.LATER;
    }
    boolean ending = last && length < window;
    while (seen < length) {
      // One by one where characters are counted: whichever comes first counts.
      int next = enough > 0 ? 1 : length - seen;
      if (validator.validate(ByteBuffer.wrap(bytes, seen, next), false).isPresent()) {
        return new Verdict(legacy);
      }
      seen += next;
      if (bytes[seen - 1] < 0 && validator.pendingBytes() == 0) {
        characters++;
      }
      if (characters == enough && enough > 0) {
        return new Verdict(utf8);
      }
    }
    if (ending && validator.pendingBytes() > 0) {
      return new Verdict(legacy);
    }
    return last ? new Verdict(utf8) : Verdict.LATER;
  }

  private static boolean isAscii(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
