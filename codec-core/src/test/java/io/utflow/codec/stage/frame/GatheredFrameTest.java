/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the room for a frame grows, up to where no array is made. */
class GatheredFrameTest {
  @ParameterizedTest
  @CsvSource({
    "0, 1, 8, 8",
    "0, 1, 1000, 64",
    "64, 65, 1000, 128",
    "64, 300, 1000, 300",
    "600, 601, 1000, 1000",
    // Arrays end before the greatest number.
    "1073741824, 1073741825, 2147483647, 2147483639",
    "1610612736, 1610612737, 2147483647, 2147483639",
    "2147483639, 2147483640, 2147483647, 2147483640",
  })
  void growsToNoMoreThanAnArrayMayHave(int before, long needed, long most, int room) {
    assertThat(GatheredFrame.room(before, needed, most)).isEqualTo(room);
  }
}
