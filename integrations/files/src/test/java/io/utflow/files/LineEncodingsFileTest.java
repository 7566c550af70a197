/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineEncodings;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of lines in an encoding each, by all threads. */
class LineEncodingsFileTest {
  @TempDir private Path folder;

  @Test
  void linesInGbkAndInUtf8() throws IOException {
    TextEncoding gbk = TextEncoding.forName("GBK");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String line = "\u4E2D\u6587 " + i;
      bytes.writeBytes(EncoderSpec.of(i % 3 == 0 ? TextEncoding.UTF_8 : gbk).encode(line + "\n"));
      expected.add(line);
    }
    Path path = Files.write(folder.resolve("chat"), bytes.toByteArray());
    LineEncodings lines = LineEncodings.of(1000, List.of(TextEncoding.UTF_8), DecoderSpec.of(gbk));
    try (TextFile file = TextFile.open(path, TextEncoding.UTF_8)) {
      for (int split : new int[] {7, 100, 1 << 20}) {
        try (Stream<LocatedLine> all = file.splitBytes(split).lines(lines)) {
          assertThat(all.map(LocatedLine::text)).containsExactlyElementsOf(expected);
        }
      }
    }
  }

  /** In splits of every length, by each way to read them, a file has the lines of the stage. */
  @Test
  void everySplitHasTheLinesOfTheStage() throws IOException {
    TextEncoding gbk = TextEncoding.forName("GBK");
    byte[] chinese = EncoderSpec.of(gbk).encode("\u4E2D\u6587");
    byte[][] units = {
      {'\n'}, {'\r', '\n'}, {'a'}, chinese, {(byte) 0xE4, (byte) 0xB8, (byte) 0xAD}, {(byte) 0x80}
    };
    Random random = new Random(6);
    for (int i = 0; i < Product.sampled(100); i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int unit = random.nextInt(12); unit > 0; unit--) {
        bytes.writeBytes(units[random.nextInt(units.length)]);
      }
      LineEncodings lines =
          LineEncodings.of(1000, List.of(TextEncoding.UTF_8), DecoderSpec.of(gbk))
              .breaks(i % 2 == 0 ? LineBreaks.LF_OR_CRLF : LineBreaks.CRLF);
      List<LocatedLine> expected = staged(lines, bytes.toByteArray());
      Path path = Files.write(folder.resolve("file"), bytes.toByteArray());
      try (TextFile opened = TextFile.open(path, TextEncoding.UTF_16)) {
        for (int split = 1; split <= bytes.size() + 1; split++) {
          TextFile file = opened.splitBytes(split);
          assertThat(file.splits(lines)).hasSize(Math.max(1, (bytes.size() + split - 1) / split));
          for (Stream<LocatedLine> read :
              List.of(
                  file.lines(lines),
                  file.parallelLines(lines),
                  file.splits(lines).stream().flatMap(range -> file.lines(lines, range)))) {
            try (read) {
              assertThat(read.toList())
                  .as("%s in splits of %s", Arrays.toString(bytes.toByteArray()), split)
                  .isEqualTo(expected);
            }
          }
        }
      }
    }
  }

  private static List<LocatedLine> staged(LineEncodings lines, byte[] bytes) {
    List<LocatedLine> yielded = new ArrayList<>();
    try (ByteStage<LocatedLine> stage = lines.located()) {
      stage.offer(ByteBuffer.wrap(bytes));
      for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
        yielded.add(line);
      }
      stage.endOfInput();
      LocatedLine last = stage.poll();
      if (last != null) {
        yielded.add(last);
      }
    }
    return yielded;
  }

  @Test
  void encodingsWithStateOrWithOtherLineEndsAreRefused() {
    DecoderSpec legacy = DecoderSpec.of(TextEncoding.forName("windows-1252"));
    for (String name : List.of("ISO-2022-JP", "IBM930", "HZ-GB-2312", "SCSU")) {
      TextEncoding state = TextEncoding.forName(name);
      assertThatThrownBy(() -> LineEncodings.of(9, List.of(state), legacy))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(" has state");
    }
    for (String name : List.of("IBM037", "UTF-16BE", "UTF-EBCDIC")) {
      TextEncoding other = TextEncoding.forName(name);
      assertThatThrownBy(() -> LineEncodings.of(9, List.of(other), legacy))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("U+000");
    }
    for (String name : List.of("Shift_JIS", "GB18030", "EUC-KR", "Big5", "KOI8-R")) {
      LineEncodings.of(9, List.of(TextEncoding.UTF_8, TextEncoding.forName(name)), legacy);
    }
  }
}
