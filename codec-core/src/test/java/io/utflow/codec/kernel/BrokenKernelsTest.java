/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.Utf8Form;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@link KernelLaws} finds each fault: each test has a kernel with one fault and no other. */
class BrokenKernelsTest {
  private static final byte[] TEXT = "ab\u00E9cd".getBytes(StandardCharsets.UTF_8);

  private static void assertBreaks(Kernel kernel, String law) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> decode(kernel))
        .withMessageContaining(law);
  }

  private static void decode(Kernel kernel) {
    new KernelLaws(KernelSubject.of("broken", kernel, Utf8Form.INSTANCE, TextEncoding.UTF_8))
        .decode(TEXT, 0, 3, 1, 4);
  }

  /** Latin-1: right for ASCII only. */
  private static long latin(byte[] src, int pos, int count, char[] dst, int dpos) {
    for (int i = 0; i < count; i++) {
      dst[dpos + i] = (char) (src[pos + i] & 0xFF);
    }
    return Kernel.progress(count, count);
  }

  @Test
  void aKernelThatConvertsNothingIsLawful() {
    assertThatNoException().isThrownBy(() -> decode(new Kernel() {}));
  }

  @Test
  void convertingWrongly() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            dst[dpos] = 'x';
            return Kernel.progress(1, 1);
          }
        },
        "disagrees with step");
  }

  @Test
  void takingAPrefixForASequence() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            return latin(src, pos, 3, dst, dpos);
          }
        },
        "converted what is ill-formed");
  }

  @Test
  void writingBeyondTheRoom() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            dst[dend] = 'x';
            return latin(src, pos, 2, dst, dpos);
          }
        },
        "wrote outside");
  }

  @Test
  void writingBeforeTheRoom() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            dst[dpos - 1] = 'x';
            return latin(src, pos, 2, dst, dpos);
          }
        },
        "wrote outside");
  }

  @Test
  void readingBeyondTheEnd() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            return latin(src, pos, src[end] == TEXT[end] ? 2 : 1, dst, dpos);
          }
        },
        "read outside");
  }

  @Test
  void claimingMoreThanThereIs() {
    assertBreaks(
        new Kernel() {
          @Override
          public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
            return Kernel.progress(4, 0);
          }
        },
        "read");
  }
}
