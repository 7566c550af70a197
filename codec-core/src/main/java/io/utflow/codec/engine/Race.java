/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.charset.JdkKernel;
import java.nio.charset.StandardCharsets;

/**
 * Whether the JDK's decoder reads a stream of UTF-8 faster than our kernel, by the clock. Nothing
 * in the bytes tells: where the same sentences come again and again, the processor learns the JDK's
 * branches, and our loops have none to learn. So no kind of text that was not foreseen is read much
 * slower than by the JDK for longer than some megabytes.
 *
 * <p>One race is the beginning of one long piece, decoded twice to the same place: by the {@code
 * challenger}, which reads it first and so fetches it from memory, and by the kernel that reads the
 * stream. Both read the same bytes, so text that changes from piece to piece misleads no race; what
 * misleads one, a thread that has lost its processor, does not do so again and again. {@link
 * CharsLoop} counts, and says when the next race is due.
 *
 * <p>What is decoded never depends on the clock: each kernel converts some well-formed prefix.
 */
final class Race implements Kernel {
  /** In bytes. Shorter pieces are not raced: the clock is asked three times, some 25 ns each. */
  static final int SHORTEST = 4096;

  /** Long pieces before the first race, 1 MB: a race that is lost costs one or two of them. */
  static final int FIRST = 128;

  /** The same once several of a stream were lost, each twice as late as that before. */
  static final int SELDOM = 512;

  /** The same while the JDK reads, for the text may be another by now. */
  static final int SOON = 64;

  /**
   * So many pieces in a row, all won by the challenger, make it the reader. The first may be lost
   * by a fourth, for by it the processor learns: Hebrew that repeats is lost by 7 %, and then won
   * by 17.
   */
  static final int WINS = 4;

  /** The JDK's decoder, which stops where a sequence is ill-formed or cut. */
  static final Kernel JDK = new JdkKernel(StandardCharsets.UTF_8, false, true);

  /** In bytes a nanosecond: so fast passes only ASCII. */
  private static final int FAST = 4;

  /** In bytes: what is raced of a longer piece. */
  private static final int LONGEST = 8192;

  /** Replaced by tests. */
  static class Clock {
    long nanos() {
      return System.nanoTime();
    }
  }

  static Clock clock = new Clock();

  private final CharsLoop owner;
  private final Kernel challenger;
  private final Kernel reader;
  private final boolean isFirst;
  private boolean over;

  private Race(CharsLoop owner, Kernel challenger, Kernel reader, boolean isFirst) {
    this.owner = owner;
    this.challenger = challenger;
    this.reader = reader;
    this.isFirst = isFirst;
  }

  /** A piece of a race of {@code ours} with the JDK's decoder. */
  static Kernel of(CharsLoop owner, Kernel ours, boolean jdkReads, boolean isFirst) {
    return jdkReads ? new Race(owner, ours, JDK, isFirst) : new Race(owner, JDK, ours, isFirst);
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (over) {
      return reader.decode(src, pos, end, dst, dpos, dend);
    }
    over = true;
    int to = pos + Math.min(end - pos, LONGEST);
    long before = clock.nanos();
    long tried = challenger.decode(src, pos, to, dst, dpos, dend);
    long between = clock.nanos();
    long progress = reader.decode(src, pos, to, dst, dpos, dend);
    long behind = clock.nanos();
    boolean tells = tried == progress && isSlow(Kernel.read(progress), behind - between);
    owner.raced(tells, hasWon(between - before, behind - between));
    if (to == end) {
      return progress;
    }
    int p = pos + Kernel.read(progress);
    int d = dpos + Kernel.written(progress);
    return progress + reader.decode(src, p, end, dst, d, dend);
  }

  /** Faster text is ASCII, which both leave to the JDK's coder, and few bytes tell nothing. */
  private static boolean isSlow(int bytes, long nanos) {
    return bytes >= SHORTEST / 2 && bytes <= FAST * nanos;
  }

  /** The JDK's decoder only by a sixteenth: where both are as fast, ours is the more even. */
  private boolean hasWon(long challengerNanos, long readerNanos) {
    if (isFirst) {
      return 4 * challengerNanos < 5 * readerNanos;
    }
    return challenger == JDK
        ? 16 * challengerNanos < 15 * readerNanos
        : challengerNanos < readerNanos;
  }
}
