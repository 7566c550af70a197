/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much a kernel runs before it takes over, on a clock that each call of the kernel moves. */
class RehearsalTest {
  private static final long MILLIS = 1_000_000;

  /** Counts its calls, each of which takes some time, and reads all. */
  private static final class SlowKernel implements Kernel {
    private final FakeClock clock;
    private final long nanosOfCall;
    private int decoded;
    private int padded;
    private int cut;

    SlowKernel(FakeClock clock, long nanosOfCall) {
      this.clock = clock;
      this.nanosOfCall = nanosOfCall;
    }

    @Override
    public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
      assertThat(dend - dpos).isGreaterThanOrEqualTo(end - pos);
      decoded++;
      clock.now += nanosOfCall;
      cut += isWellFormed(src, pos, end) ? 0 : 1;
      return Kernel.progress(end - pos, 1);
    }

    @Override
    public long decodePadded(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
      assertThat(src.length - end).isGreaterThanOrEqualTo(PADDING);
      padded++;
      clock.now += nanosOfCall;
      return Kernel.progress(end - pos, 1);
    }

    private static boolean isWellFormed(byte[] src, int pos, int end) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(src, pos, end - pos));
        return true;
      } catch (CharacterCodingException e) {
        return false;
      }
    }
  }

  /** Each look at it takes a microsecond. */
  private static final class FakeClock implements WarmUpSchedule.Clock {
    private final List<Long> delays = new ArrayList<>();
    private long now = -7;

    @Override
    public long nanos() {
      now += 1_000;
      return now;
    }

    @Override
    public void delay(long nanos) {
      delays.add(nanos);
      now += nanos;
    }

    @Override
    public void rest(long nanos) {
      throw new AssertionError("a rest that who waits for the choice would wait for");
    }

    @Override
    public void pause(long nanos) {
      throw new AssertionError("a pause");
    }
  }

  private final FakeClock clock = new FakeClock();

  /** A kernel that takes no time is as fast as the JDK, which takes none of this clock's. */
  private SlowKernel rehearsed(long nanosOfCall) {
    SlowKernel kernel = new SlowKernel(clock, nanosOfCall);
    new Rehearsal(kernel, clock).run();
    return kernel;
  }

  @Test
  void itRestsMuchLongerThanItWorks() {
    rehearsed(MILLIS / 2);
    assertThat(clock.delays)
        .hasSizeGreaterThan(10)
        .allMatch(rest -> rest >= Rehearsal.REST * Rehearsal.SLICE_MILLIS * MILLIS)
        .allMatch(rest -> rest <= Rehearsal.REST * (Rehearsal.SLICE_MILLIS + 1) * MILLIS);
  }

  @Test
  void aFastKernelReadsAllPiecesAndLittleMore() {
    SlowKernel kernel = rehearsed(0);
    int sliceAtMost = Rehearsal.SLICE_MILLIS * 1_000;
    assertThat(kernel.decoded + kernel.padded)
        .isBetween(Rehearsal.PIECES, Rehearsal.PIECES + 2 * sliceAtMost);
    assertThat(kernel.padded).isGreaterThan(Rehearsal.PIECES / 8);
  }

  /** What the JVM has not seen it leaves out: whole texts, and pieces that are cut. */
  @Test
  void piecesAreCutAnywhere() {
    SlowKernel kernel = rehearsed(0);
    assertThat(kernel.cut).isBetween(kernel.decoded / 10, kernel.decoded * 9 / 10);
  }

  /** On a machine without its instruction a kernel may never be fast. */
  @Test
  void theEffortForASlowKernelIsBounded() {
    rehearsed(MILLIS / 2);
    long rested = clock.delays.stream().mapToLong(Long::longValue).sum();
    long worked = rested / Rehearsal.REST;
    assertThat(worked)
        .isBetween(
            Rehearsal.EFFORT_MILLIS * MILLIS,
            (Rehearsal.EFFORT_MILLIS + Rehearsal.SLICE_MILLIS + 1) * MILLIS);
  }
}
