/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.utflow.charsets.kernel.MultiByteKernel;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.kernel.Kernel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the web take tens of milliseconds to make, which ASCII does not wait for. */
class WebTablesTest {
  /** An index whose tables are not to be had. */
  private static final WebIndex NONE =
      new WebIndex() {
        @Override
        SequenceTable makeSequences() {
          throw new IllegalStateException("a table is made");
        }
      };

  private final Kernel kernel =
      new MultiByteKernel(new WebMultiByteForm(Charset.forName("EUC-JP"), NONE, 2));

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 63, 64, 65, 1000})
  void areNotMadeForAscii(int length) {
    String text = "abc, defg\n".repeat(100).substring(0, length);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    byte[] written = new byte[length];
    long progress = kernel.encode(text.toCharArray(), 0, length, written, 0, length);
    assertThat(progress).isEqualTo(Kernel.progress(length, length));
    assertThat(written).isEqualTo(bytes);
    assertThat(kernel.wellFormedPrefix(bytes, 0, length)).isEqualTo(length);
    char[] read = new char[length];
    assertThat(kernel.decode(bytes, 0, length, read, 0, length)).isEqualTo(progress);
    assertThat(new String(read)).isEqualTo(text);
  }

  @Test
  void areMadeForAllElse() {
    byte[] bytes = {'a', (byte) 0xB0, (byte) 0xA1};
    assertThatIllegalStateException().isThrownBy(() -> kernel.wellFormedPrefix(bytes, 0, 3));
    char[] text = {'a', '\u4E9C'};
    assertThatIllegalStateException()
        .isThrownBy(() -> kernel.encode(text, 0, 2, new byte[9], 0, 9));
    assertThatIllegalStateException()
        .isThrownBy(() -> kernel.decode(bytes, 0, 3, new char[9], 0, 9));
  }
}
