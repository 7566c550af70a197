/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The encoding that another program means; encodings of Unicode, which the core has. */
class ProgramNamesTest {
  @Test
  void aFormIsReadForTheNameInIt() {
    assertThat(ProgramNames.meantBy("de_DE.utf8@euro")).isEqualTo("UTF-8");
    assertThat(ProgramNames.meantBy("utf-16le-dos")).isEqualTo("UTF-16LE");
    assertThat(ProgramNames.meantBy("utf8mb4_0900_ai_ci")).isEqualTo("UTF-8");
    assertThat(ProgramNames.meantBy("none-dos")).isEqualTo("none-dos");
  }
}
