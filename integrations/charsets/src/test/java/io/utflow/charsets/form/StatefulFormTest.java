/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of state, against what is written. */
class StatefulFormTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ISO-2022-JP",
        "ISO-2022-KR",
        "ISO-2022-CN",
        "HZ",
        "x-IBM933",
        "x-ISO-2022-CN-GB",
        "SCSU",
        "BOCU-1",
        "Shift_JIS",
        "EUC-KR",
        "GBK",
        "Big5"
      })
  void whatIsWrittenDependsOnTheTextBeforeWhereAFormSaysSo(String name) {
    EncodingForm shared = Encoding.of(TextEncoding.forName(name)).form();
    String text =
        name.contains("KR") || name.equals("x-IBM933") ? "a\uD55C\uAD6Da" : "a\u4E2D\u4EBAa";
    int[] scalars = text.codePoints().toArray();
    byte[] together = written(shared, scalars);
    byte[] apart = new byte[0];
    for (int scalar : scalars) {
      byte[] one = written(shared, scalar);
      int length = apart.length;
      apart = Arrays.copyOf(apart, length + one.length);
      System.arraycopy(one, 0, apart, length, one.length);
    }
    assertThat(shared.hasStateOfWriting()).isEqualTo(!Arrays.equals(together, apart));
  }

  private static byte[] written(EncodingForm shared, int... scalars) {
    EncodingForm form = shared.forStream();
    byte[] bytes = new byte[64];
    int length = 0;
    for (int scalar : scalars) {
      length = form.write(scalar, bytes, length);
    }
    return Arrays.copyOf(bytes, form.writeEnd(bytes, length));
  }
}
