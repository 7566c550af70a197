package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.ReferenceEncoder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel that this JVM can run. */
class AvailableKernelsTest extends KernelLawsTest {
  @Override
  List<KernelSubject> subjects() {
    return Kernels.available().stream()
        .filter(set -> !set.name().equals("none"))
        .flatMap(set -> KernelSubject.of(set).stream())
        .toList();
  }

  /** Converting nothing is lawful, but not what the kernels are for. */
  @ParameterizedTest
  @MethodSource("subjects")
  void convertsLongTextToItsEnd(KernelSubject subject) {
    for (String run :
        List.of("a", "\u00E9", "\u4E2D", "\uD83D\uDE42", "a\u00E9\u4E2D\uD83D\uDE42")) {
      String text = run.repeat(50);
      byte[] src = ReferenceEncoder.encode(subject.encoding(), text);
      char[] dst = new char[text.length() + 100];
      long progress = subject.kernel().decode(src, 0, src.length, dst, 0, dst.length);
      assertThat(Kernel.read(progress)).isEqualTo(src.length);
      assertThat(subject.kernel().wellFormedPrefix(src, 0, src.length)).isEqualTo(src.length);
    }
  }
}
