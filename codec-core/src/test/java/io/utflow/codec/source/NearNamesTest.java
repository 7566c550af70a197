/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** No name with another number is proposed, for it names another encoding. */
class NearNamesTest {
  @Test
  void nineIsADigit() {
    NearNames near = new NearNames("latin9");
    near.add("latin99", "latin99", () -> true);
    assertThat(near.nearest()).isEmpty();
    near.add("latim9", "latin9", () -> true);
    assertThat(near.nearest()).containsExactly("latin9");
  }
}
