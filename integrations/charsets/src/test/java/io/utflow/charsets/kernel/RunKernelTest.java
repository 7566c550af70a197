/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.form.RunForm;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that moves the state of a stream: what it takes back is as if it had not been read. */
class RunKernelTest {
  private static final String TEXT = "ab \u4EA4\u4E2D, ~\u4E00\nc\u4EA4\u4E00d \u4E2D";

  private static byte[] bytes(Encoding encoding) {
    return EncoderSpec.of(encoding).encode(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HZ", "ISO-2022-CN", "SCSU", "BOCU-1"})
  void whatIsReadFromTheSamePlaceAgainIsTheSame(String name) {
    Encoding encoding = Encoding.of(TextEncoding.forName(name));
    byte[] bytes = bytes(encoding);
    for (int end = 1; end <= bytes.length; end++) {
      Kernel kernel = new RunKernel((RunForm) encoding.form().forStream());
      char[] first = new char[bytes.length];
      char[] again = new char[bytes.length];
      long progress = kernel.decode(bytes, 0, end, first, 0, first.length);
      assertThat(kernel.decode(bytes, 0, end, again, 0, again.length)).isEqualTo(progress);
      assertThat(again).isEqualTo(first);
      assertThat(TEXT).startsWith(String.valueOf(again, 0, Kernel.written(progress)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HZ", "ISO-2022-CN", "SCSU", "BOCU-1"})
  void whatIsValidatedIsRead(String name) {
    Encoding encoding = Encoding.of(TextEncoding.forName(name));
    byte[] bytes = bytes(encoding);
    EncodingForm form = encoding.form().forStream();
    int pos = 0;
    while (pos < bytes.length) {
      pos += new RunKernel((RunForm) form).wellFormedPrefix(bytes, pos, bytes.length);
      if (pos < bytes.length) {
        int step = form.step(bytes, pos, bytes.length, true);
        assertThat(Step.isIllFormed(step)).as("%s at %d", name, pos).isFalse();
        form.taken(bytes, pos, step);
        pos += Step.length(step);
      }
    }
  }
}
