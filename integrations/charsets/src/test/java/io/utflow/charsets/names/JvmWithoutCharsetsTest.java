/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Jvm;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In a JVM of java.base alone, as jlink makes it: what is left is found, and the rest is named. */
class JvmWithoutCharsetsTest {
  @Test
  void theMessageSaysWhatTheJvmLacks() throws Exception {
    List<String> onlyJavaBase = List.of("--limit-modules", "java.base");
    Process process =
        new ProcessBuilder(Jvm.running(Program.class, onlyJavaBase, List.of()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines())
        .containsExactly(
            "utf-8: UTF-8",
            "macintosh: \"macintosh\" is the label of macintosh, which this JVM does not have");
  }

  static final class Program {
    private Program() {}

    public static void main(String[] labels) {
      for (String label : List.of("utf-8", "macintosh")) {
        String found;
        try {
          found = TextEncoding.forWebLabel(label).name();
        } catch (UnsupportedCharsetException unsupported) {
          found = unsupported.getMessage();
        }
        System.out.println(label + ": " + found);
      }
    }
  }
}
