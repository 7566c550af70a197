/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.single.JdkKernel;
import java.nio.charset.StandardCharsets;

/**
 * Whether the JDK's decoder reads a stream of UTF-8 faster than our kernel, by the clock. Nothing
 * in the bytes tells: where the same sentences come again and again, the processor learns the JDK's
 * branches, and our loops have none to learn. So no kind of text that was not foreseen is read much
 * slower than by the JDK for longer than some megabytes.
 *
 * <p>A race is up to {@value #WINS} long pieces in a row. Of each the {@code challenger} reads the
 * beginning in the place of the kernel that reads the stream, by which the processor learns the
 * branches of the one and unlearns those of the other; as much behind it is decoded twice to the
 * same place, by the challenger first, which so fetches it from memory. Both read the same bytes,
 * so text that changes from piece to piece misleads no race; what misleads one, a thread that has
 * lost its processor, does not do so again and again. {@link CharsLoop} counts, and says when the
 * next race is due.
 *
 * <p>What is decoded never depends on the clock: each kernel converts some well-formed prefix.
 */
final class Race implements Kernel {
  /** In bytes. Shorter pieces are not raced: the clock is asked three times, some 25 ns each. */
  static final int SHORTEST = 4096;

  /** Long pieces before the first race: one that is lost costs, at most, one of them. */
  static final int FIRST = 48;

  /** The same once several of a stream were lost, each twice as late as that before. */
  static final int SELDOM = 512;

  /** The same while the JDK reads, for the text may be another by now. */
  static final int SOON = 64;

  /** So many pieces in a row, all won by the challenger, make it the reader. */
  static final int WINS = 4;

  /** The JDK's decoder, which stops where a sequence is ill-formed or cut. */
  static final Kernel JDK = new JdkKernel(StandardCharsets.UTF_8, false, true);

  /** In bytes a nanosecond: so fast passes only ASCII. */
  private static final int FAST = 4;

  /** In bytes: how much of the first piece of a race is timed; most races are lost by it. */
  private static final int FIRST_TIMED = 2048;

  /** The same of the others. */
  private static final int MOST_TIMED = 4096;

  /** In bytes: less tells nothing. */
  private static final int FEWEST_TIMED = 512;

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
    int length = Math.min((end - pos - 1) / 2, isFirst ? FIRST_TIMED : MOST_TIMED);
    int to = beginOfCharacter(src, pos, pos + length);
    long learnt = challenger.decode(src, pos, to, dst, dpos, dend);
    int p = pos + Kernel.read(learnt);
    int d = dpos + Kernel.written(learnt);
    to = beginOfCharacter(src, p, p + length);
    long before = clock.nanos();
    long tried = challenger.decode(src, p, to, dst, d, dend);
    long between = clock.nanos();
    long timed = reader.decode(src, p, to, dst, d, dend);
    long behind = clock.nanos();
    boolean tells = tried == timed && isSlow(Kernel.read(timed), behind - between);
    owner.raced(tells, hasWon(between - before, behind - between));
    p += Kernel.read(timed);
    d += Kernel.written(timed);
    return learnt + timed + reader.decode(src, p, end, dst, d, dend);
  }

  /**
   * The last begin of a character up to {@code to}, behind which there is a byte. The JDK's decoder
   * is slower, by a sixth, once it was compiled with a sequence that was cut.
   */
  private static int beginOfCharacter(byte[] src, int from, int to) {
    int begin = to;
    while (begin > from && (src[begin] & 0xC0) == 0x80) {
      begin--;
    }
    return begin;
  }

  /** Faster text is ASCII, which both leave to the JDK's coder, and few bytes tell nothing. */
  private static boolean isSlow(int bytes, long nanos) {
    return bytes >= FEWEST_TIMED && bytes <= FAST * nanos;
  }

  /**
   * The first piece may be lost to our kernel by a fourth, for the processor learns by it still,
   * and must be won from the JDK's by an eighth, which it has not learnt to read again.
   */
  private boolean hasWon(long challengerNanos, long readerNanos) {
    if (isFirst) {
      return challenger == JDK
          ? 4 * challengerNanos < 5 * readerNanos
          : 8 * challengerNanos < 7 * readerNanos;
    }
    return challenger == JDK
        ? 32 * challengerNanos < 31 * readerNanos
        : challengerNanos < readerNanos;
  }
}
