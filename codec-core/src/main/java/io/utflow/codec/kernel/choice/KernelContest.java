/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.Utf8Neighbour;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Whether a set of kernels is faster than the one in use, and so takes its place.
 *
 * <p>Speed is measured in rounds over text of every kind, in every encoding and direction in which
 * the sets differ, by each set in turn. The candidate wins when it was faster in {@value
 * #ROUNDS_TO_WIN} rounds in a row. The rounds go on until then, for code that the JVM has not
 * compiled yet says nothing about its speed: vectors that are not compiled are a thousand times
 * slower. On a processor without a fast instruction the candidate never wins.
 */
final class KernelContest {
  /** More than one, for one may be chance. */
  private static final int ROUNDS_TO_WIN = 3;

  /** The least length of a sample in code units: some blocks of the widest vectors, and an end. */
  private static final int LENGTH = 500;

  /** Text of each length of sequence, of several lengths, and with an unpaired surrogate. */
  private static final List<String> SAMPLES =
      List.of(
          sample("Une ligne de texte sans accents, et encore une. "),
          sample("\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! "),
          sample("\u4e2d\u6587\u5b57\u7b26\uff0c\u7de8\u78bc\u3002 "),
          sample("\u0939\u093F\u0928\u094D\u0926\u0940 \u092D\u093E\u0937\u093E, "),
          sample("\uD83D\uDE00\uD83D\uDE80\uD83C\uDF0D "),
          sample("Une caf\u00e9ti\u00e8re a d\u00e9j\u00e0 \u00e9t\u00e9 cass\u00e9e. "),
          sample("<p lang=\"ru\">\u041f\u0440\u0438\u0432\u0435\u0442</p>\n"),
          sample("<p lang=\"zh\">\u4e2d\u6587\u5b57\u7b26</p>\n"),
          sample("It\u2019s a long line with an emoji \uD83D\uDE00 at the end of it. "),
          sample("x".repeat(90) + "\u043c\u0438\u0440 ".repeat(20) + "\u4e2d".repeat(40)),
          sample("x".repeat(70) + "\uD83D\uDE80".repeat(40) + "\u00e9t\u00e9 ".repeat(15)),
          sample("An unpaired \uD83D surrogate and an ill-formed sequence. "));

  private final KernelSet candidate;
  private final KernelSet rival;
  private final WarmUpSchedule schedule;

  KernelContest(KernelSet candidate, KernelSet rival, WarmUpSchedule schedule) {
    this.candidate = candidate;
    this.rival = rival;
    this.schedule = schedule;
  }

  private static String sample(String some) {
    return some.repeat(LENGTH / some.length() + 1);
  }

  private static List<Kernel> kernels(KernelSet set) {
    return List.of(
        set.utf8(),
        set.utf16BigEndian(),
        set.utf16LittleEndian(),
        set.utf32BigEndian(),
        set.utf32LittleEndian());
  }

  /** Runs both until the candidate has won or the schedule ends the attempt. */
  boolean isWon() {
    int won = 0;
    while (won < ROUNDS_TO_WIN && schedule.mayGoOn()) {
      long toBeat = nanos(rival, candidate);
      won = nanos(candidate, rival) < toBeat ? won + 1 : 0;
    }
    return won == ROUNDS_TO_WIN;
  }

  /** The time that a round takes where {@code set} has parts of its own, without rests. */
  private long nanos(KernelSet set, KernelSet other) {
    List<Kernel> kernels = kernels(set);
    List<Kernel> others = kernels(other);
    long nanos = 0;
    for (String sample : SAMPLES) {
      char[] text = sample.toCharArray();
      byte[] utf8 = sample.getBytes(StandardCharsets.UTF_8);
      long start = System.nanoTime();
      for (int i = 0; i < kernels.size(); i++) {
        if (kernels.get(i) != others.get(i)) {
          convert(kernels.get(i), text, utf8);
        }
      }
      if (set.controls() != other.controls()) {
        search(set.controls(), utf8);
      }
      nanos += System.nanoTime() - start;
      schedule.restIfDue();
    }
    return nanos;
  }

  /**
   * Text to bytes and back, also with an ill-formed byte; where a kernel stops, skips one element.
   */
  private static void convert(Kernel kernel, char[] text, byte[] utf8) {
    byte[] bytes = new byte[4 * text.length];
    char[] chars = new char[text.length];
    byte[] other = new byte[4 * text.length];
    int length = 0;
    for (int p = 0; p < text.length; p++) {
      long progress = kernel.encode(text, p, text.length, bytes, length, bytes.length);
      p += Kernel.read(progress);
      length += Kernel.written(progress);
    }
    decode(kernel, bytes, length, chars);
    for (int p = 0; p < length; p++) {
      p += kernel.wellFormedPrefix(bytes, p, length);
    }
    kernel.copyUnits(bytes, 0, length, chars, 0, chars.length);
    if (kernel instanceof Utf8Neighbour neighbour) {
      neighbour.toUtf8(bytes, 0, length, other, 0, other.length);
      neighbour.fromUtf8(utf8, 0, utf8.length, other, 0, other.length);
    }
    bytes[length / 2] ^= (byte) 0x80;
    decode(kernel, bytes, length, chars);
  }

  private static void search(ControlSearch controls, byte[] utf8) {
    for (int p = 0; p < utf8.length; p++) {
      p = controls.find(utf8, p, utf8.length);
    }
    for (int p = 0; p < utf8.length; p++) {
      p = controls.findOrNonAscii(utf8, p, utf8.length);
    }
    for (int order = 0; order < 2; order++) {
      for (int p = 0; p < utf8.length - 1; p += 2) {
        p = controls.findUtf16(utf8, p, utf8.length - (utf8.length - p) % 2, order == 0);
      }
    }
  }

  private static void decode(Kernel kernel, byte[] bytes, int length, char[] chars) {
    for (int p = 0; p < length; p++) {
      p += Kernel.read(kernel.decode(bytes, p, length, chars, 0, chars.length));
    }
  }
}
