/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which kernel set is chosen, and why others are not. */
class KernelContestTest {
  private static final KernelSet SWAR = Kernels.named("swar");

  private static final Kernel BROKEN =
      new Kernel() {
        @Override
        public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
          throw new IndexOutOfBoundsException("broken");
        }
      };

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Kernels.named("abacus"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("abacus")
        .hasMessageContaining("none, swar");
  }

  @Test
  void aPortableSetIsFoundWithoutMakingTheOthers() {
    Supplier<List<KernelSet>> all =
        () -> {
          throw new AssertionError("made the vector kernels");
        };
    assertThat(Kernels.named("swar", all).name()).isEqualTo("swar");
  }

  @Test
  void onlyAFasterSetTakesOver() {
    KernelSet slow = withUtf8(new SlowEncoder());
    assertThat(chosenAfter(slow, SWAR, 1_000)).isNotSameAs(slow);
    assertThat(chosenAfter(SWAR, slow, 1)).isSameAs(SWAR);
  }

  @Test
  void aSetThatThrowsDoesNotTakeOver() {
    KernelSet slow = withUtf8(new SlowEncoder());
    assertThat(chosenAfter(withUtf8(BROKEN), slow, 1_000)).isSameAs(slow);
  }

  /** The set in use after a contest on a clock of that speed. */
  private static KernelSet chosenAfter(KernelSet candidate, KernelSet rival, int speed) {
    KernelSet before = settled();
    try {
      Kernels.use(rival);
      new FastContest(candidate, speed).run();
      return Kernels.chosen();
    } finally {
      Kernels.use(before);
    }
  }

  /** The set in use when the thread that may change it has ended, unless it goes on for seconds. */
  static KernelSet settled() {
    try {
      return Kernels.mayHaveVectors() ? Kernels.chosen() : Kernels.awaitChoice();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs {@code speed} times as fast, without rests. */
  private static final class FastContest extends KernelContest {
    private final int speed;

    FastContest(KernelSet candidate, int speed) {
      super(List.of(), rest -> new ArrayList<>(List.of(candidate)));
      this.speed = speed;
    }

    @Override
    long nanos() {
      return System.nanoTime() * speed;
    }

    @Override
    void delay(long nanos) {}

    @Override
    void sleep(long nanos) {}
  }

  /** Converts as the kernel of UTF-8 does, but for what a test overrides. */
  private static class SwarKernel implements Kernel {
    @Override
    public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
      return SWAR.utf8().decode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
      return SWAR.utf8().encode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public int wellFormedPrefix(byte[] src, int pos, int end) {
      return SWAR.utf8().wellFormedPrefix(src, pos, end);
    }
  }

  private static final class SlowEncoder extends SwarKernel {
    @Override
    public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
      LockSupport.parkNanos(5_000_000);
      return super.encode(src, pos, end, dst, dpos, dend);
    }
  }

  @Test
  void theChosenSetIsAvailable() {
    assertThat(Kernels.available()).extracting(KernelSet::name).contains(Utflow.kernel());
  }

  static KernelSet withUtf8(Kernel utf8) {
    return new KernelSet(
        "test",
        utf8,
        SWAR.utf16BigEndian(),
        SWAR.utf16LittleEndian(),
        SWAR.utf32BigEndian(),
        SWAR.utf32LittleEndian(),
        SWAR.controls());
  }
}
