/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a contest works and when it rests, on a clock that its kernels move. */
@Tag("whole")
class ContestScheduleTest {
  private static final long MILLIS = 1_000_000;
  private static final long EFFORT = KernelContest.EFFORT_MILLIS * MILLIS;

  private final KernelSet before = KernelContestTest.settled();
  private final Ticking rival = new Ticking();
  private final Ticking candidate = new Ticking();
  private final KernelSet candidates = KernelContestTest.withUtf8(candidate);
  private final List<KernelSet> portable = new ArrayList<>();
  private final List<KernelSet> vectors = new ArrayList<>(List.of(candidates));
  private final FakeContest contest = new FakeContest();
  private Supplier<List<KernelSet>> loaded = () -> vectors;

  /** A kernel by which a text takes so long to encode. */
  private final class Ticking implements Kernel {
    private long nanos;
    private LongUnaryOperator ofCall = call -> nanos;
    private long calls;

    @Override
    public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
      long took = ofCall.applyAsLong(calls++);
      contest.now += took;
      contest.worked += took;
      return Kernel.progress(end - pos, end - pos);
    }
  }

  private final class FakeContest extends KernelContest {
    private final List<Long> delays = new ArrayList<>();
    private final List<Long> rests = new ArrayList<>();
    private final List<Long> pauses = new ArrayList<>();

    /** The work before each pause. */
    private final List<Long> efforts = new ArrayList<>();

    private long now = -5;
    private long worked;
    private Runnable atDelay = () -> {};
    private Runnable atPause = () -> {};

    FakeContest() {
      super(portable, rest -> loaded.get());
    }

    @Override
    void delay(long nanos) {
      delays.add(nanos);
      atDelay.run();
      now += nanos;
    }

    @Override
    long nanos() {
      return now;
    }

    @Override
    void sleep(long nanos) {
      now += nanos;
      if (nanos < FIRST_PAUSE_MILLIS * MILLIS) {
        rests.add(nanos);
        return;
      }
      pauses.add(nanos);
      efforts.add(worked);
      worked = 0;
      atPause.run();
    }

    long rested() {
      return rests.stream().mapToLong(Long::longValue).sum();
    }
  }

  @BeforeEach
  void theRivalIsInUse() {
    Kernels.use(KernelContestTest.withUtf8(rival));
  }

  @AfterEach
  void restore() {
    Kernels.use(before);
  }

  private KernelSet hold() {
    contest.run();
    return Kernels.chosen();
  }

  /** It ends while the contest waits; nothing is converted or loaded before. */
  @Test
  void aShortProgramPaysNothing() {
    List<String> done = new ArrayList<>();
    portable.add(candidates);
    candidate.nanos = 1;
    loaded =
        () -> {
          done.add("loaded");
          return vectors;
        };
    contest.atDelay =
        () -> {
          done.add("waited after " + contest.worked);
          throw new IllegalStateException("the program has ended");
        };
    hold();
    assertThat(done).containsExactly("waited after 0");
    assertThat(contest.worked).isZero();
  }

  @Test
  void theDelayIsNoWork() {
    rival.nanos = 2;
    candidate.nanos = 1;
    hold();
    assertThat(contest.delays).containsExactly(KernelContest.DELAY_MILLIS * MILLIS);
    assertThat(contest.rests).isEmpty();
  }

  @Test
  void aPortableOneHasOneShortAttempt() {
    portable.addAll(vectors);
    vectors.clear();
    candidate.nanos = 3 * MILLIS;
    assertThat(hold()).isNotSameAs(candidates);
    assertThat(contest.pauses).isEmpty();
    long effort = KernelContest.SHORT_EFFORT_MILLIS * MILLIS;
    assertThat(contest.worked).isBetween(effort, effort + 36 * MILLIS);
  }

  @Test
  void aFailureOfVectorsDoesNotCostThePortableOne() {
    rival.nanos = 2;
    candidate.nanos = 1;
    portable.add(candidates);
    loaded =
        () -> {
          throw new LinkageError("no vectors");
        };
    assertThat(hold()).isSameAs(candidates);
  }

  /** Also where the vectors took long to load. */
  @Test
  void eachAttemptBeginsWithAllItsTime() {
    candidate.nanos = 3 * MILLIS;
    loaded =
        () -> {
          contest.now += 2 * EFFORT;
          return vectors;
        };
    hold();
    assertThat(contest.efforts).hasSize(KernelContest.ATTEMPTS - 1);
    assertThat(contest.efforts).allMatch(work -> work >= EFFORT);
    assertThat(contest.worked).isGreaterThanOrEqualTo(EFFORT);
  }

  @Test
  void theFasterOneWinsAfterThreeRounds() {
    rival.nanos = 2;
    candidate.nanos = 1;
    assertThat(hold()).isSameAs(candidates);
    assertThat(contest.worked).isEqualTo(3 * 12 * (2 + 1));
    assertThat(contest.rests).isEmpty();
  }

  /** Faster in two of three rounds of twelve texts each. */
  @Test
  void onlyRoundsInARowCount() {
    rival.nanos = 2;
    candidate.ofCall = call -> call / 12 % 3 == 2 ? 3 : 1;
    assertThat(hold()).isNotSameAs(candidates);
  }

  @Test
  void threeQuartersOfTheTimeAreRest() {
    rival.nanos = 6 * MILLIS;
    candidate.nanos = 5 * MILLIS;
    assertThat(hold()).isSameAs(candidates);
    assertThat(contest.rests).hasSize(36).contains(3 * 12 * MILLIS, 3 * 10 * MILLIS);
    assertThat(contest.rested()).isEqualTo(3 * contest.worked);
  }

  @Test
  void itGivesUpAfterAttemptsWithEverLongerPauses() {
    candidate.nanos = 3 * MILLIS;
    assertThat(hold()).isNotSameAs(candidates);
    assertThat(contest.pauses).hasSize(KernelContest.ATTEMPTS - 1);
    for (int i = 1; i < contest.pauses.size(); i++) {
      assertThat(contest.pauses.get(i)).isEqualTo(2 * contest.pauses.get(i - 1));
    }
  }

  @Test
  void anAttemptEndsAfterItsWorkHoweverLongItRested() {
    candidate.nanos = 3 * MILLIS;
    hold();
    assertThat(contest.efforts)
        .allSatisfy(work -> assertThat(work).isBetween(EFFORT, EFFORT + 36 * MILLIS));
    assertThat(contest.rested()).isGreaterThan(2 * EFFORT);
  }

  /** Kernels that the JVM has compiled long ago do not win by more rounds. */
  @Test
  void anAttemptEndsAfterItsRounds() {
    candidate.nanos = 1;
    hold();
    assertThat(contest.efforts).containsOnly(12L * KernelContest.MOST_ROUNDS);
  }

  /** A busy minute does not decide for ever. */
  @Test
  void aContestLostAtABusyStartIsWonLater() {
    candidate.nanos = 11_000 * MILLIS;
    rival.nanos = 1;
    contest.atPause =
        () -> {
          if (contest.pauses.size() == 2) {
            candidate.nanos = 0;
          }
        };
    assertThat(hold()).isSameAs(candidates);
    assertThat(contest.pauses).containsExactly(60_000 * MILLIS, 120_000 * MILLIS);
  }
}
