/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PiecesTest {
  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void readsDistances() {
    byte[] document = new byte[100_000];
    Pieces pieces = Pieces.of(document, bytes(1, 3, 0x80, 0x01, 0x80, 0x80, 0x04), 1);
    assertThat(pieces.ends()).containsExactly(3, 3 + 128, 3 + 128 + 65536);
    assertThat(pieces.count()).isEqualTo(4);
    assertThat(pieces.to(3)).isEqualTo(100_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"00", "0300", "0A", "0303FF7F", "FFFFFFFF7F", "FFFFFFFFFF7F", "808080808001"})
  void refusesCutsThatAreNone(String digits) {
    assertThatThrownBy(() -> Pieces.of(new byte[10], Texts.hex(digits), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 9, 10, 11})
  void piecesMakeTheDocument(int length) {
    byte[] document = new byte[length];
    Arrays.setAll(new int[length], i -> document[i] = (byte) i);
    for (int size = 1; size < 12; size++) {
      java.io.ByteArrayOutputStream joined = new java.io.ByteArrayOutputStream();
      Pieces.every(document, size).all().forEach(joined::writeBytes);
      assertThat(joined.toByteArray()).isEqualTo(document);
    }
  }
}
