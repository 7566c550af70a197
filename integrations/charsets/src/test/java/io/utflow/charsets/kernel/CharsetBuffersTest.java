/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.names.CharsetForms;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelLaws;
import io.utflow.codec.kernel.KernelSubject;
import io.utflow.codec.kernel.single.Latin1Kernel;
import io.utflow.codec.kernel.single.SingleByteKernel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of charsets, given buffers (law L8), on long ASCII with other text before and behind. */
class CharsetBuffersTest {
  private static final int[] LENGTHS = {0, 1, 63, 64, 65, 130, 600};

  static Stream<KernelSubject> subjects() {
    return Stream.of(
            "US-ASCII",
            "ISO-8859-1",
            "windows-1251",
            "KOI8-R",
            "Shift_JIS",
            "EUC-KR",
            "GBK",
            "GB18030",
            "Big5",
            "EUC-JP")
        .map(CharsetBuffersTest::subject);
  }

  private static KernelSubject subject(String name) {
    EncodingForm form = form(name);
    return KernelSubject.of(name, kernel(name, form), form, TextEncoding.forName(name));
  }

  private static EncodingForm form(String name) {
    return switch (name) {
      case "US-ASCII" -> SingleByteForm.US_ASCII;
      case "ISO-8859-1" -> SingleByteForm.ISO_8859_1;
      default -> CharsetForms.of(Charset.forName(name));
    };
  }

  private static Kernel kernel(String name, EncodingForm form) {
    return switch (name) {
      case "US-ASCII" -> new SingleByteKernel(SingleByteForm.US_ASCII);
      case "ISO-8859-1" -> Latin1Kernel.INSTANCE;
      default ->
          form instanceof MultiByteForm multi
              ? new MultiByteKernel(multi)
              : new SingleByteKernel((SingleByteForm) form);
    };
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void areDecodedWithinTheirBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (int length : LENGTHS) {
      byte[] src = text(length).getBytes(StandardCharsets.ISO_8859_1);
      for (int pos = 0; pos < 4; pos++) {
        for (int room : new int[] {0, 1, length, src.length - 1, src.length + 3}) {
          laws.decode(src, pos, src.length, 2, room);
        }
      }
    }
  }

  /** The law lets a kernel stop anywhere, but ASCII is to be read in one call. */
  @ParameterizedTest
  @MethodSource("subjects")
  void areReadToTheirEndIfAllIsAscii(KernelSubject subject) {
    for (int length : new int[] {64, 65, 600, 8192}) {
      byte[] src = new byte[length + 8];
      char[] dst = new char[length + 8];
      long progress = subject.kernel().decode(src, 3, 3 + length, dst, 2, 2 + length + 1);
      assertThat(progress).isEqualTo(Kernel.progress(length, length));
    }
  }

  private static String text(int ascii) {
    return "x\u00e9y"
        + "a".repeat(ascii)
        + "\u00b1\u00a1 and \u0081"
        + "b".repeat(ascii)
        + "\u00e9";
  }
}
