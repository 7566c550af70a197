/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.Utf8Neighbour;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Finds out whether other kernels are faster than those in use; then they take their place. One
 * thread, a daemon, holds the contests, so that no caller waits. It begins after {@value
 * #DELAY_MILLIS} milliseconds, so that a short program pays nothing.
 *
 * <p>Speed is measured in rounds over text of every kind, in every encoding and direction in which
 * the sets differ, by each set in turn. A candidate wins when it was faster in {@value
 * #ROUNDS_TO_WIN} rounds in a row. Until the JVM has compiled them, every vector is an object and
 * vector kernels are a thousand times slower than after; so an attempt goes on for {@value
 * #MOST_ROUNDS} rounds, or {@value #EFFORT_MILLIS} milliseconds of work. On a busy machine it says
 * little, so there are up to {@value #ATTEMPTS}, with pauses between them that double, half an hour
 * in all. Kernels without vectors are compiled within a fraction of a second: they have one attempt
 * of {@value #SHORT_EFFORT_MILLIS} milliseconds of work, before vectors are loaded.
 *
 * <p>After {@value #SLICE_MILLIS} milliseconds of work, or a little more, the thread rests {@value
 * #REST} times as long, so the busier the machine, the longer the rest. While it rests the compiler
 * goes on, and less work is done in code that is not compiled yet.
 */
class KernelContest implements Runnable {
  static final int DELAY_MILLIS = 3_000;
  static final int SLICE_MILLIS = 10;
  static final int REST = 3;
  static final int EFFORT_MILLIS = 10_000;
  static final int SHORT_EFFORT_MILLIS = 1_000;
  static final int FIRST_PAUSE_MILLIS = 60_000;
  static final int ATTEMPTS = 6;

  /** More than one, because one may be chance. */
  static final int ROUNDS_TO_WIN = 3;

  static final int MOST_ROUNDS = 1_000;

  private static final long NANOS = 1_000_000;

  /** The least length of a sample in code units: some blocks of the widest vectors, and an end. */
  private static final int LENGTH = 500;

  /**
   * Text of each length of sequence, of several lengths, and with an unpaired surrogate. Joined:
   * the first {@code +} of a JVM costs the thread that makes the first decoder seven milliseconds.
   */
  private static final List<String> SAMPLES =
      List.of(
          "Une ligne de texte sans accents, et encore une. ",
          "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! ",
          "\u4e2d\u6587\u5b57\u7b26\uff0c\u7de8\u78bc\u3002 ",
          "\u0939\u093F\u0928\u094D\u0926\u0940 \u092D\u093E\u0937\u093E, ",
          "\uD83D\uDE00\uD83D\uDE80\uD83C\uDF0D ",
          "Une caf\u00e9ti\u00e8re a d\u00e9j\u00e0 \u00e9t\u00e9 cass\u00e9e. ",
          "<p lang=\"ru\">\u041f\u0440\u0438\u0432\u0435\u0442</p>\n",
          "<p lang=\"zh\">\u4e2d\u6587\u5b57\u7b26</p>\n",
          "It\u2019s a long line with an emoji \uD83D\uDE00 at the end of it. ",
          String.join("", "x".repeat(90), "\u043c\u0438\u0440 ".repeat(20), "\u4e2d".repeat(40)),
          String.join("", "x".repeat(70), "\uD83D\uDE80".repeat(40), "\u00e9t\u00e9 ".repeat(15)),
          "An unpaired \uD83D surrogate and an ill-formed sequence. ");

  private final List<KernelSet> portable;
  private final Function<Runnable, List<KernelSet>> vectors;

  /** Open when a caller waits for the choice, so that the first attempt begins at once. */
  private final CountDownLatch awaited = new CountDownLatch(1);

  /** Open when the first attempt of each candidate is over. */
  private final CountDownLatch attempted = new CountDownLatch(1);

  private long sliceStart;

  /** The nanoseconds of work in the completed slices of this attempt. */
  private long worked;

  /**
   * @param portable candidates without vectors
   * @param vectors loads those with vectors, and calls its argument every few milliseconds of work
   */
  KernelContest(List<KernelSet> portable, Function<Runnable, List<KernelSet>> vectors) {
    this.portable = portable;
    this.vectors = vectors;
  }

  /** Starts the thread, and answers whether the JVM allows one, for the library works without. */
  @SuppressWarnings("ThreadPriorityCheck") // A courtesy: nothing depends on it.
  final boolean start() {
    try {
      Thread thread = newThread();
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.setContextClassLoader(null);
      thread.start();
      return true;
    } catch (RuntimeException | Error refused) {
      return false;
    }
  }

  /** No inheritable thread-locals: the thread that makes this one is any thread of the user's. */
  Thread newThread() {
    return new Thread(null, this, "utflow-warm-up", 0, false);
  }

  /** If anything fails, the kernels in use stay in use, and the failure is logged. */
  @Override
  public void run() {
    try {
      delay(DELAY_MILLIS * NANOS);
      List<KernelSet> losers = new ArrayList<>(portable);
      losers.removeIf(candidate -> takesOver(candidate, SHORT_EFFORT_MILLIS));
      log(losers);
      sliceStart = nanos();
      hold(vectors.apply(this::restIfDue));
    } catch (InterruptedException | RuntimeException | Error failure) {
      Kernels.log("not changed: " + failure);
    } finally {
      attempted.countDown();
    }
  }

  /** Lets the first attempt begin at once, and waits until it is over. */
  void await() throws InterruptedException {
    awaited.countDown();
    attempted.await();
  }

  /** Each candidate challenges the kernels in use until it has won, or all attempts are over. */
  private void hold(List<KernelSet> losers) {
    long pause = FIRST_PAUSE_MILLIS * NANOS;
    losers.removeIf(candidate -> takesOver(candidate, EFFORT_MILLIS));
    for (int attempt = 2; attempt <= ATTEMPTS && !losers.isEmpty(); attempt++) {
      attempted.countDown();
      sleep(pause);
      pause *= 2;
      losers.removeIf(candidate -> takesOver(candidate, EFFORT_MILLIS));
    }
    log(losers);
  }

  private static void log(List<KernelSet> losers) {
    String rival = Kernels.chosen().name();
    losers.forEach(loser -> Kernels.log(loser.name() + " were not faster than " + rival));
  }

  /** One attempt of a candidate; if it wins, it is chosen. */
  private boolean takesOver(KernelSet candidate, int effortMillis) {
    KernelSet rival = Kernels.chosen();
    worked = 0;
    sliceStart = nanos();
    int won = 0;
    for (int round = 0;
        round < MOST_ROUNDS && won < ROUNDS_TO_WIN && worked() < effortMillis * NANOS;
        round++) {
      long toBeat = roundTime(rival, candidate);
      won = roundTime(candidate, rival) < toBeat ? won + 1 : 0;
    }
    if (won == ROUNDS_TO_WIN) {
      Kernels.use(candidate);
      Kernels.log(candidate.name() + " are faster than " + rival.name());
    }
    return won == ROUNDS_TO_WIN;
  }

  private long worked() {
    return worked + nanos() - sliceStart;
  }

  private void restIfDue() {
    long slice = nanos() - sliceStart;
    if (slice >= SLICE_MILLIS * NANOS) {
      worked += slice;
      sleep(REST * slice);
      sliceStart = nanos();
    }
  }

  /** The time; tests have one of their own. */
  long nanos() {
    return System.nanoTime();
  }

  /** Waits before the first attempt, less if a caller waits for the choice. */
  void delay(long nanos) throws InterruptedException {
    awaited.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** An interrupt ends this thread, for it says that it is wanted to end. */
  void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static List<Kernel> kernels(KernelSet set) {
    return List.of(
        set.utf8(),
        set.utf16BigEndian(),
        set.utf16LittleEndian(),
        set.utf32BigEndian(),
        set.utf32LittleEndian());
  }

  /** In nanoseconds: how long a round takes where {@code set} has parts of its own. */
  private long roundTime(KernelSet set, KernelSet other) {
    List<Kernel> kernels = kernels(set);
    List<Kernel> others = kernels(other);
    long nanos = 0;
    for (String some : SAMPLES) {
      String sample = some.repeat(LENGTH / some.length() + 1);
      char[] text = sample.toCharArray();
      byte[] utf8 = sample.getBytes(StandardCharsets.UTF_8);
      long start = nanos();
      for (int i = 0; i < kernels.size(); i++) {
        if (kernels.get(i) != others.get(i)) {
          convert(kernels.get(i), text, utf8);
        }
      }
      if (set.controls() != other.controls()) {
        search(set.controls(), utf8);
      }
      nanos += nanos() - start;
      restIfDue();
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
  }

  private static void decode(Kernel kernel, byte[] bytes, int length, char[] chars) {
    for (int p = 0; p < length; p++) {
      p += Kernel.read(kernel.decode(bytes, p, length, chars, 0, chars.length));
    }
  }
}
