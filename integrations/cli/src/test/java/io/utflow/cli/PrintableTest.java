/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void noControlCharacterIsLeft() {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < Character.MIN_SURROGATE; c++) {
      all.append(c);
    }
    String printable = Printable.of(all.toString());
    assertThat(printable).hasSameSizeAs(all);
    assertThat(printable.chars()).noneMatch(c -> c != '\t' && Character.isISOControl(c));
    assertThat(Printable.of("a\u001B[0mб\uD83C\uDFBC\t\n"))
        .isEqualTo("a\u241B[0mб\uD83C\uDFBC\t\u240A");
  }
}
