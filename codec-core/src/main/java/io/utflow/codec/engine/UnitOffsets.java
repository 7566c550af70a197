/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where UTF-16 code units begin, in bytes of the stream: for those that were decoded one by one the
 * offset is kept, for the others the {@link UnitRun} that holds them.
 */
final class UnitOffsets {
  /** Instead of the offset of a unit directly behind a run, which the run can compute. */
  static final long BEHIND_RUN = -2;

  private static final int FEWEST = 64;
  private static final long[] NONE = {};

  private final List<UnitRun> runs = new ArrayList<>(0);
  private long[] units = NONE;
  private long[] offsets = NONE;
  private int count;

  /** Adds a unit behind all others. */
  void add(long unit, long offset) {
    if (count == units.length) {
      int length = Math.max(FEWEST, 2 * count);
      units = Arrays.copyOf(units, length);
      offsets = Arrays.copyOf(offsets, length);
    }
    units[count] = unit;
    offsets[count] = offset;
    count++;
  }

  /** Adds a run behind all others. */
  void add(UnitRun run) {
    runs.add(run);
  }

  /** The run that can compute the offset of a unit; null if the offset is stored. */
  @Nullable UnitRun runOf(long unit) {
    int i = runs.size() - 1;
    while (i >= 0 && runs.get(i).firstUnit() > unit) {
      i--;
    }
    boolean inRun = i >= 0 && (unit < runs.get(i).end() || known(unit) == BEHIND_RUN);
    return inRun ? runs.get(i) : null;
  }

  /** Where a unit begins that was added and not dropped. */
  long of(long unit) {
    UnitRun run = runOf(unit);
    return run == null ? known(unit) : run.offset(unit);
  }

  private long known(long unit) {
    return offsets[Arrays.binarySearch(units, 0, count, unit)];
  }

  /** The byte offset behind the run that was added last. */
  long behindLastRun() {
    UnitRun last = runs.get(runs.size() - 1);
    return last.offset(last.end());
  }

  /** Drops the units before one. */
  void dropBefore(long unit) {
    runs.removeIf(run -> run.end() < unit);
    int from = Arrays.binarySearch(units, 0, count, unit);
    from = from < 0 ? -from - 1 : from;
    count -= from;
    System.arraycopy(units, from, units, 0, count);
    System.arraycopy(offsets, from, offsets, 0, count);
    if (units.length > FEWEST && 4 * count < units.length) {
      units = count == 0 ? NONE : Arrays.copyOf(units, count);
      offsets = count == 0 ? NONE : Arrays.copyOf(offsets, count);
    }
  }
}
