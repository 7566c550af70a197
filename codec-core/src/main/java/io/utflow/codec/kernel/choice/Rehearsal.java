/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.Kernel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a kernel of UTF-8 over text of many languages, while other kernels serve, until the JVM has
 * compiled it. The JVM counts calls and loops and then compiles on threads of its own; so the work
 * here is little, and the rests are long: as the processors may all be busy, what is compiled is
 * taken from those who serve, and should be a small part of any tenth of a second.
 *
 * <p>The text has every length of sequence, words and sentences, ASCII in long and short runs, and
 * pieces of any length that are cut anywhere: what the JVM has not seen when it compiles a loop, it
 * leaves out, and must compile the loop again when it meets it.
 *
 * <p>Not thread-safe.
 */
final class Rehearsal {
  /** After the first kernels have read enough; a server that has just started has much to load. */
  static final int DELAY_MILLIS = 350;

  /** So long it works before it rests. */
  static final int SLICE_MILLIS = 2;

  /**
   * It rests so many times as long as a slice took. Without rests two servers on two processors
   * lost up to two thirds for a while, and were at full speed after a second; with 7 a fifth, and
   * after 1.7 seconds; with 10, half a second after the first 8 MB, a tenth, and after 2.7.
   */
  static final int REST = 7;

  /** With a fifth fewer, C2 had not compiled all loops. */
  static final int PIECES = 16_500;

  /** The work, rests not counted, after which the kernel is taken as it is. */
  static final int EFFORT_MILLIS = 1_000;

  private static final long NANOS = 1_000_000;

  /** Of one kind of text, in chars. */
  private static final int LENGTH = 2_000;

  /**
   * Each fourth piece is a whole text, others are shorter than {@value} bytes, most of them far.
   */
  private static final int LONGEST = 1024;

  /** As short pieces are decoded by a method of their own. */
  private static final int LONGEST_PADDED = 256;

  private static final int TIMED = 3;

  private static final List<String> WORDS =
      List.of(
          "<p lang=\"zh\">\u4e2d\u6587\u5b57\u7b26</p> {\"name\": \"\u7f16\u7801\", \"id\": 17},"
              + " int x = y; /** \u00fcber \u2192 */",
          "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! \u042d\u0442\u043e"
              + " \u0441\u0442\u0440\u043e\u043a\u0430 \u0442\u0435\u043a\u0441\u0442\u0430 \u0438"
              + " \u043d\u0435\u0441\u043a\u043e\u043b\u044c\u043a\u043e \u0441\u043b\u043e\u0432.",
          "\u4e2d\u6587\u5b57\u7b26\uff0c\u7de8\u78bc\u3002"
              + " \u8fd9\u662f\u4e00\u884c\u6587\u672c\uff0c\u5176\u4e2d\u6709\u51e0\u4e2a\u8bcd"
              + " \u3072\u3089\u304c\u306a\u3068\u6f22\u5b57\u3001 2024\u5e74",
          "\uc548\ub155\ud558\uc138\uc694 \uc774\uac83\uc740 \ud55c\uad6d\uc5b4"
              + " \uc904\uc785\ub2c8\ub2e4. \uadf8\ub9ac\uace0 \uba87 \ub2e8\uc5b4",
          "\u092f\u0939 \u092a\u093e\u0920 \u0915\u0940 \u090f\u0915"
              + " \u092a\u0902\u0915\u094d\u0924\u093f \u0939\u0948, \u0914\u0930"
              + " \u0915\u0941\u091b \u0936\u092c\u094d\u0926\u0964",
          "\u0110\u00e2y l\u00e0 m\u1ed9t d\u00f2ng v\u0103n b\u1ea3n ti\u1ebfng Vi\u1ec7t,"
              + " v\u1edbi m\u1ed9t s\u1ed1 t\u1eeb kh\u00e1c nhau.",
          "Une caf\u00e9ti\u00e8re a d\u00e9j\u00e0 \u00e9t\u00e9 cass\u00e9e, und das war"
              + " \u00fcbrigens sehr sch\u00f6n",
          "It\u2019s a line of plain text with an emoji \uD83D\uDE00 at the end of it"
              + " \uD83D\uDE80\uD83C\uDF0D and more",
          "\u0647\u0630\u0627 \u0633\u0637\u0631 \u0645\u0646 \u0627\u0644\u0646\u0635\u060c"
              + " \u0648\u0641\u064a\u0647 \u0628\u0636\u0639 \u0643\u0644\u0645\u0627\u062a.",
          "Une ligne de texte sans accents, et encore une.",
          "2024-11-23 08:27:39 INFO GET /index.html 200 17 ms");

  private final Kernel kernel;
  private final WarmUpSchedule.Clock clock;
  private final byte[][] texts;
  private final char[] chars = new char[4 * LENGTH];
  private int random = 1;

  Rehearsal(Kernel kernel, WarmUpSchedule.Clock clock) {
    this.kernel = kernel;
    this.clock = clock;
    this.texts = new byte[WORDS.size()][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(WORDS.get(i).split(" "));
    }
  }

  private byte[] text(String[] words) {
    StringBuilder text = new StringBuilder();
    while (text.length() < LENGTH) {
      text.append(words[next(words.length)]).append(' ');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private int next(int bound) {
    random = random * 1_103_515_245 + 12_345;
    return (random >>> 8) % bound;
  }

  /** Returns when the kernel is compiled, as far as its speed tells, or the effort was made. */
  void run() {
    long worked = 0;
    int pieces = 0;
    while (worked < EFFORT_MILLIS * NANOS && (pieces < PIECES || !isFast())) {
      long start = clock.nanos();
      pieces = slice(pieces, start);
      long took = clock.nanos() - start;
      worked += took;
      clock.delay(REST * took);
    }
  }

  /**
   * All pieces of a slice in one call, so that the JVM does not compile this method, and with it a
   * copy of the kernel that is of no use.
   */
  private int slice(int first, long start) {
    int piece = first;
    do {
      byte[] text = texts[piece % texts.length];
      int kind = piece / texts.length & 3;
      int length = kind == 0 ? text.length : 1 + next(LONGEST >> next(7));
      int p = next(text.length - length + 1);
      int end = p + length;
      if (kind == 1 && length <= LONGEST_PADDED) {
        byte[] padded = Arrays.copyOf(Arrays.copyOfRange(text, p, end), length + Kernel.PADDING);
        convert(kernel.decodePadded(padded, 0, length, chars, 0, chars.length));
      } else {
        while (p < end) {
          // Where it stops, it would be told of one ill-formed sequence.
          p += convert(kernel.decode(text, p, end, chars, 0, chars.length)) + 1;
        }
      }
      piece++;
    } while (clock.nanos() - start < SLICE_MILLIS * NANOS);
    return piece;
  }

  /** Makes the {@code String} that a decoder would make; returns the number of bytes read. */
  private int convert(long progress) {
    return new String(chars, 0, Kernel.written(progress)).isEmpty() ? 0 : Kernel.read(progress);
  }

  /** Whether it is no slower than the JDK, which reads meanwhile. */
  private boolean isFast() {
    long ours = Long.MAX_VALUE;
    long theirs = Long.MAX_VALUE;
    for (int i = 0; i < TIMED; i++) {
      long start = clock.nanos();
      for (byte[] text : texts) {
        convert(kernel.decode(text, 0, text.length, chars, 0, chars.length));
      }
      long between = clock.nanos();
      for (byte[] text : texts) {
        chars[0] = new String(text, StandardCharsets.UTF_8).charAt(0);
      }
      ours = Math.min(ours, between - start);
      theirs = Math.min(theirs, clock.nanos() - between);
    }
    return ours <= theirs;
  }
}
