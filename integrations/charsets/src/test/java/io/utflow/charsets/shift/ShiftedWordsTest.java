/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.kernel.ShiftedKernel;
import io.utflow.codec.kernel.Kernel;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fast path does not take is read slowly and told by no text; so what it takes is held. */
class ShiftedWordsTest {
  /** Words of some pairs, with one to eleven single bytes between them. */
  private static final String TEXT =
      "\uD55C\uAD6D\uC5B4\u4E00\u5341 b\uAC00 cd\uD55C\uAD6D\uC5B4\u4E00\u5341\uD55C\uAD6D\uC5B4\uAD6D 123456789\uB098 z";

  private static final String KOREAN = TEXT.repeat(4);

  @ParameterizedTest
  @ValueSource(strings = {"ISO-2022-KR", "x-IBM933"})
  void allWordsButTheLastAreTaken(String name) {
    Shifts shifts = Shifts.of(Charset.forName(name));
    byte[] bytes = withoutHeader(KOREAN.getBytes(Charset.forName(name)));
    char[] chars = new char[KOREAN.length() + 8];
    long words = shifts.words().decode(bytes, 0, bytes.length, chars, 0, chars.length);
    assertThat(bytes.length - Kernel.read(words)).as("bytes left").isLessThanOrEqualTo(24);
    assertThat(KOREAN).startsWith(String.valueOf(chars, 0, Kernel.written(words)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-2022-KR", "x-IBM933", "ISO-2022-JP"})
  void allOfAWellFormedTextIsItsPrefix(String name) {
    Charset charset = Charset.forName(name);
    String text = name.equals("ISO-2022-JP") ? "ab\u3042\u4E00c".repeat(9) : KOREAN;
    byte[] bytes = withoutHeader(text.getBytes(charset));
    ShiftedKernel kernel = new ShiftedKernel(ShiftedCharsetForm.of(charset));
    assertThat(kernel.wellFormedPrefix(bytes, 0, bytes.length)).isEqualTo(bytes.length);
  }

  /** The header of ISO-2022-KR is four bytes, from ESC on. */
  private static byte[] withoutHeader(byte[] bytes) {
    int from = bytes[0] == 0x1B && bytes[1] == '$' && bytes[2] == ')' ? 4 : 0;
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }
}
