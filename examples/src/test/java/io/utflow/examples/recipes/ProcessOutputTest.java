/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program prints one byte at a time, in turn to either stream. */
class ProcessOutputTest {
  private static final String OUT = "\uD83D\uDE00 gr\u00FC\u00DFt \u4F60\u597D\n";
  private static final String ERR = "\u26A0\uFE0F \u041E\u0448\u0438\u0431\u043A\u0430\n";

  /** The program. */
  public static final class Prints {
    private Prints() {}

    /** Ends its errors inside a character. */
    public static void main(String[] args) throws Exception {
      byte[] out = OUT.getBytes(StandardCharsets.UTF_8);
      byte[] err = (ERR + "\u20AC").getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < Math.max(out.length, err.length - 1); i++) {
        print(System.out, out, i, out.length);
        print(System.err, err, i, err.length - 1);
      }
      System.exit(3);
    }

    private static void print(OutputStream stream, byte[] bytes, int at, int end) throws Exception {
      if (at < end) {
        stream.write(bytes, at, 1);
        stream.flush();
      }
    }
  }

  @Test
  void everyCharacterArrivesWhole() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder program =
        new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), Prints.class.getName());
    List<String> out = new ArrayList<>();
    List<String> err = new ArrayList<>();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    assertThat(new ProcessOutput(spec).run(program, out::add, err::add)).isEqualTo(3);
    assertThat(String.join("", out)).isEqualTo(OUT);
    assertThat(String.join("", err)).isEqualTo(ERR + "\uFFFD");
  }
}
