/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which bytes begin pairs, whether or not the JDK has characters there. */
class LeadBytesTest {
  @ParameterizedTest
  @CsvSource({
    "Shift_JIS, 81, FC",
    "GBK, 81, FE",
    "EUC-KR, 81, FE",
    "windows-1252, 0, 0",
    "KOI8-R, 0, 0"
  })
  void theyAreThoseOfTheKind(String name, String first, String last) {
    Charset charset = Charset.forName(name);
    SequenceTable table = LeadBytes.tableOf(charset);
    int least = Integer.parseInt(first, 16);
    int most = Integer.parseInt(last, 16);
    for (int b = 0x80; b < 0x100; b++) {
      boolean leads = table.single(b) == SequenceTable.PREFIX;
      boolean character = SequenceTable.of(charset).single(b) >= 0;
      boolean expected = b >= least && b <= most && !character && (b != 0xA0 || most != 0xFC);
      assertThat(leads).as("%s %02X", name, b).isEqualTo(expected);
    }
  }
}
