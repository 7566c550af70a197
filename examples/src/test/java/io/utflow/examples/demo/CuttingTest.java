/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CuttingTest {
  static List<Cutting> cuttings() {
    return Cutting.all(42);
  }

  @ParameterizedTest
  @MethodSource("cuttings")
  void coversEveryByteOnceInPiecesWithinTheBound(Cutting cutting) {
    for (int length = 0; length < 4000; length += 37) {
      int[] ends = cutting.ends(length);
      int start = 0;
      for (int end : ends) {
        assertThat(end - start).isBetween(1, cutting.longestPiece());
        start = end;
      }
      assertThat(start).isEqualTo(length);
    }
  }

  @ParameterizedTest
  @MethodSource("cuttings")
  void cutsTheSameStreamTheSameWayAgain(Cutting cutting) {
    assertThat(cutting.ends(5000)).isEqualTo(cutting.ends(5000));
  }

  @Test
  void aFixedLengthHoldsForAllPiecesButTheLast() {
    assertThat(Cutting.every(7).ends(20)).containsExactly(7, 14, 20);
  }

  @Test
  void theSeedDecidesTheRandomPieces() {
    assertThat(Cutting.random(1).ends(5000)).isNotEqualTo(Cutting.random(2).ends(5000));
  }

  @Test
  void noPieceIsLongerThanWhatAServerReadsAtOnce() {
    assertThat(cuttings())
        .allMatch(cutting -> cutting.longestPiece() <= NettyServer.RECEIVE_BUFFER);
  }
}
