/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No sum of positions overflows. Where a kernel may read nothing, in an empty range or without room
 * on the other side, positions near the greatest {@code int} can be tested without a long array.
 * {@code HugeArraysIT} tests the rest, with gigabytes of heap.
 */
class GreatestPositionsTest {
  private static final int END = Integer.MAX_VALUE;

  static List<KernelSubject> subjects() {
    return Kernels.available().stream().flatMap(set -> KernelSubject.of(set).stream()).toList();
  }

  /**
   * Not UTF-16, whose portable kernels call the JDK, which refuses a range outside of its array.
   */
  static List<KernelSubject> utf8AndUtf32() {
    return subjects().stream()
        .filter(subject -> !subject.encoding().name().startsWith("UTF-16"))
        .toList();
  }

  static List<KernelSubject> utf32() {
    return subjects().stream()
        .filter(subject -> subject.encoding().name().startsWith("UTF-32"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void anEmptyRangeHasAnEmptyPrefix(KernelSubject subject) {
    for (int back = 0; back < 300; back++) {
      int length = subject.kernel().wellFormedPrefix(new byte[0], END - back, END - back);
      assertThat(length).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("utf8AndUtf32")
  void anEmptyRangeIsDecodedToNothing(KernelSubject subject) {
    for (int back = 0; back < 300; back++) {
      int at = END - back;
      assertThat(subject.kernel().decode(new byte[0], at, at, new char[99], 0, 99)).isZero();
      assertThat(subject.kernel().copyUnits(new byte[0], at, at, new char[99], 0, 99)).isZero();
      if (subject.kernel() instanceof Utf8Neighbour neighbour) {
        assertThat(neighbour.toUtf8(new byte[0], at, at, new byte[99], 0, 99)).isZero();
        assertThat(neighbour.fromUtf8(new byte[0], at, at, new byte[99], 0, 99)).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("utf32")
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void withoutRoomNothingIsDecodedAndTheKernelReturns(KernelSubject subject) {
    for (int length = 0; length < 300; length++) {
      assertThat(subject.kernel().decode(new byte[0], END - length, END, new char[0], 0, 0))
          .isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void anEmptyRangeHoldsNoControl(KernelSet set) {
    for (int back = 0; back < 300; back++) {
      int at = END - back;
      assertThat(set.controls().find(new byte[0], at, at)).isEqualTo(at);
      assertThat(Ascii.prefix(new byte[0], at, at)).isZero();
    }
  }

  static List<KernelSet> sets() {
    return Kernels.available();
  }
}
