/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kernel set is chosen, and why others are not. */
class KernelContestTest {
  private static final KernelSet SCALAR = Kernels.named("scalar");

  private static final Kernel BROKEN =
      new Kernel() {
        @Override
        public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
          throw new IndexOutOfBoundsException("broken");
        }
      };

  @Test
  void everyAvailableSetAgreesWithTheScalarOne() {
    assertThat(Kernels.available())
        .filteredOn(set -> !set.name().equals("none"))
        .allSatisfy(set -> assertThat(agrees(set)).isTrue());
  }

  @Test
  void aSetThatDecodesWronglyIsRefused() {
    Kernel wrong =
        new ScalarKernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            long progress = super.decode(src, pos, end, dst, dpos, dend);
            dst[dpos + Kernel.written(progress) - 1]++;
            return progress;
          }
        };
    assertThat(agrees(withUtf8(wrong))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(chars = {'\n', '\u000B', '\f', '\r'})
  void aSetThatOverlooksTheEndOfALineIsRefused(char overlooked) {
    ControlSearch blindToBytes =
        new ScalarSearch() {
          @Override
          public int find(byte[] bytes, int from, int to) {
            int found = super.find(bytes, from, to);
            return found < to && bytes[found] == overlooked ? find(bytes, found + 1, to) : found;
          }
        };
    ControlSearch blindToAscii =
        new ScalarSearch() {
          @Override
          public int findOrNonAscii(byte[] bytes, int from, int to) {
            int found = super.findOrNonAscii(bytes, from, to);
            return found < to && bytes[found] == overlooked
                ? findOrNonAscii(bytes, found + 1, to)
                : found;
          }
        };
    for (boolean blindOrder : new boolean[] {true, false}) {
      refuses(
          new ScalarSearch() {
            @Override
            public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
              int found = super.findUtf16(bytes, from, to, bigEndian);
              return found < to
                      && bigEndian == blindOrder
                      && bytes[found + (bigEndian ? 1 : 0)] == overlooked
                  ? findUtf16(bytes, found + 2, to, bigEndian)
                  : found;
            }
          });
    }
    refuses(blindToBytes);
    refuses(blindToAscii);
  }

  @Test
  void aSetThatSearchesBeyondTheEndIsRefused() {
    refuses(
        new ScalarSearch() {
          @Override
          public int find(byte[] bytes, int from, int to) {
            return super.find(bytes, from, bytes.length);
          }
        });
    refuses(
        new ScalarSearch() {
          @Override
          public int findOrNonAscii(byte[] bytes, int from, int to) {
            return super.findOrNonAscii(bytes, from, bytes.length);
          }
        });
    refuses(
        new ScalarSearch() {
          @Override
          public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
            return super.findUtf16(bytes, from, bytes.length, bigEndian);
          }
        });
    refuses(
        new ScalarSearch() {
          @Override
          public long findUtf8(byte[] bytes, int from, int to) {
            return super.findUtf8(bytes, from, bytes.length);
          }
        });
  }

  @Test
  void aSetThatMiscountsCharsIsRefused() {
    refuses(
        new ScalarSearch() {
          @Override
          public long findUtf8(byte[] bytes, int from, int to) {
            int length = Kernel.read(super.findUtf8(bytes, from, to));
            String text = new String(bytes, from, length, StandardCharsets.UTF_8);
            return Kernel.progress(length, text.codePointCount(0, text.length()));
          }
        });
  }

  private static void refuses(ControlSearch search) {
    assertThat(agrees(with(SCALAR.utf8(), search))).isFalse();
  }

  private static class ScalarSearch implements ControlSearch {
    @Override
    public int find(byte[] bytes, int from, int to) {
      return SCALAR.controls().find(bytes, from, to);
    }

    @Override
    public long findUtf8(byte[] bytes, int from, int to) {
      return SCALAR.controls().findUtf8(bytes, from, to);
    }

    @Override
    public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
      return SCALAR.controls().findUtf16(bytes, from, to, bigEndian);
    }

    @Override
    public int findOrNonAscii(byte[] bytes, int from, int to) {
      return SCALAR.controls().findOrNonAscii(bytes, from, to);
    }
  }

  @Test
  void aSetThatConvertsNothingIsRefused() {
    assertThat(agrees(Kernels.named("none"))).isFalse();
  }

  @Test
  void aSetThatThrowsIsRefused() {
    assertThat(agrees(withUtf8(BROKEN))).isFalse();
    assertThat(agrees(SCALAR)).isTrue();
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Kernels.named("abacus"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("abacus")
        .hasMessageContaining("none, scalar, swar");
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
    assertThat(chosenAfter(slow, SCALAR, 1_000)).isNotSameAs(slow);
    assertThat(chosenAfter(SCALAR, slow, 1)).isSameAs(SCALAR);
  }

  @Test
  void aSetThatThrowsOrDisagreesDoesNotTakeOver() {
    KernelSet slow = withUtf8(new SlowEncoder());
    KernelSet nothing = Kernels.named("none");
    assertThat(chosenAfter(withUtf8(BROKEN), slow, 1_000)).isSameAs(slow);
    assertThat(chosenAfter(nothing, slow, 1_000)).isSameAs(slow);
  }

  /** The set in use after a contest on a clock of that speed. */
  private static KernelSet chosenAfter(KernelSet candidate, KernelSet rival, int speed) {
    KernelSet before = settled();
    try {
      Kernels.use(rival);
      Kernels.challenge(candidate, rival, new WarmUpSchedule(new FastClock(speed)));
      return Kernels.chosen();
    } finally {
      Kernels.use(before);
    }
  }

  /** The set in use when the thread that may change it has ended, unless it goes on for seconds. */
  private static KernelSet settled() {
    try {
      return Kernels.mayHaveVectors() ? Kernels.chosen() : Kernels.awaitChoice();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs {@code speed} times as fast, without rests. */
  private record FastClock(int speed) implements WarmUpSchedule.Clock {
    @Override
    public long nanos() {
      return System.nanoTime() * speed;
    }

    @Override
    public void delay(long nanos) {}

    @Override
    public void rest(long nanos) {}

    @Override
    public void pause(long nanos) {}
  }

  /** Converts as the scalar kernel does, but for what a test overrides. */
  private static class ScalarKernel implements Kernel {
    @Override
    public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
      return SCALAR.utf8().decode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
      return SCALAR.utf8().encode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public int wellFormedPrefix(byte[] src, int pos, int end) {
      return SCALAR.utf8().wellFormedPrefix(src, pos, end);
    }
  }

  private static final class SlowEncoder extends ScalarKernel {
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

  private static boolean agrees(KernelSet candidate) {
    WarmUpSchedule schedule = new WarmUpSchedule(new FastClock(1));
    return new KernelContest(candidate, SCALAR, schedule).agree();
  }

  private static KernelSet withUtf8(Kernel utf8) {
    return with(utf8, SCALAR.controls());
  }

  private static KernelSet with(Kernel utf8, ControlSearch controls) {
    return KernelSet.of(
        "test",
        utf8,
        SCALAR.utf16BigEndian(),
        SCALAR.utf16LittleEndian(),
        SCALAR.utf32BigEndian(),
        SCALAR.utf32LittleEndian(),
        controls);
  }
}
