/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** When the vector kernels are warmed up, on a clock that the test moves. */
class WarmUpScheduleTest {
  private static final long MILLIS = 1_000_000;

  private final FakeClock clock = new FakeClock();
  private final WarmUpSchedule schedule = new WarmUpSchedule(clock);

  private static final class FakeClock implements WarmUpSchedule.Clock {
    private final List<Long> delays = new ArrayList<>();
    private final List<Long> rests = new ArrayList<>();
    private final List<Long> pauses = new ArrayList<>();
    private long now = -5;
    private long worked;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void delay(long nanos) {
      delays.add(nanos);
      now += nanos;
    }

    @Override
    public void rest(long nanos) {
      rests.add(nanos);
      now += nanos;
    }

    @Override
    public void pause(long nanos) {
      pauses.add(nanos);
      now += nanos;
    }

    void work(long nanos) {
      now += nanos;
      worked += nanos;
    }

    long rested() {
      return rests.stream().mapToLong(Long::longValue).sum();
    }
  }

  /** A contest that is never won, in steps of {@code step} nanoseconds. */
  private BooleanSupplier lost(long step) {
    return () -> {
      while (schedule.mayGoOn()) {
        clock.work(step);
        schedule.restIfDue();
      }
      return false;
    };
  }

  @Test
  void aShortProgramPaysNothing() {
    schedule.begin();
    assertThat(clock.delays).containsExactly(WarmUpSchedule.DELAY_MILLIS * MILLIS);
    schedule.restIfDue();
    assertThat(clock.rests).isEmpty();
  }

  @Test
  void threeQuartersOfTheTimeAreRest() {
    schedule.isWon(
        () -> {
          for (int i = 0; i < 1000; i++) {
            clock.work(MILLIS);
            schedule.restIfDue();
          }
          return true;
        });
    assertThat(clock.rests).hasSize(100).containsOnly(30 * MILLIS);
    assertThat(clock.rested()).isEqualTo(3 * clock.worked);
  }

  @Test
  void aSliceThatTookLongIsFollowedByALongRest() {
    clock.work(400 * MILLIS);
    schedule.restIfDue();
    assertThat(clock.rests).containsExactly(1_200 * MILLIS);
  }

  @Test
  void anAttemptEndsAfterItsWorkHoweverLongItRested() {
    schedule.isWon(
        () -> {
          lost(MILLIS).getAsBoolean();
          return true;
        });
    assertThat(clock.worked).isEqualTo(WarmUpSchedule.EFFORT_MILLIS * MILLIS);
    assertThat(clock.rested()).isGreaterThan(2 * clock.worked);
  }

  /** Twenty busy seconds do not decide for ever. */
  @Test
  void aContestLostAtABusyStartIsWonLater() {
    int[] attempts = {0};
    boolean won =
        schedule.isWon(
            () -> {
              clock.work(20_000 * MILLIS);
              assertThat(schedule.mayGoOn()).isFalse();
              return ++attempts[0] == 3;
            });
    assertThat(won).isTrue();
    assertThat(clock.pauses).containsExactly(60_000 * MILLIS, 120_000 * MILLIS);
  }

  @Test
  void eachAttemptBeginsWithAllItsTime() {
    List<Boolean> mayGoOn = new ArrayList<>();
    schedule.isWon(
        () -> {
          mayGoOn.add(schedule.mayGoOn());
          return lost(MILLIS).getAsBoolean();
        });
    assertThat(mayGoOn).hasSize(WarmUpSchedule.ATTEMPTS).containsOnly(true);
  }

  @Test
  void itGivesUpAfterAttemptsWithEverLongerPauses() {
    assertThat(schedule.isWon(lost(3 * MILLIS))).isFalse();
    assertThat(clock.pauses).hasSize(WarmUpSchedule.ATTEMPTS - 1);
    for (int i = 1; i < clock.pauses.size(); i++) {
      assertThat(clock.pauses.get(i)).isEqualTo(2 * clock.pauses.get(i - 1));
    }
    long most = WarmUpSchedule.ATTEMPTS * WarmUpSchedule.EFFORT_MILLIS * MILLIS;
    assertThat(clock.worked).isBetween(most, most + WarmUpSchedule.ATTEMPTS * 3 * MILLIS);
  }
}
