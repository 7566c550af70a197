/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log of ASCII that is resumed, followed, and goes on in another encoding. */
class ResumedEncodingTest {
  private final List<String> lines = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final StringBuilder line = new StringBuilder();

  private final LineSink sink =
      new LineSink() {
        @Override
        public void piece(String text) {
          line.append(text);
        }

        @Override
        public void endOfLine() {
          lines.add(line.toString());
          line.setLength(0);
        }
      };

  /** However the appended bytes are cut; and the next log is judged anew. */
  @ParameterizedTest
  @CsvSource({
    "auto:GBK, GBK, 中文日志 一",
    "auto:GBK, UTF-8, 中文日志 一",
    "auto:GBK, UTF-8, é",
    "auto:windows-1252, windows-1252, Größe",
    "auto:Shift_JIS, Shift_JIS, ログ 表",
    "auto, UTF-8, Größe",
    "GBK, GBK, 中文日志 一"
  })
  void whatIsAppendedTells(String from, String charset, String word, @TempDir Path folder)
      throws IOException {
    Path log = folder.resolve("log");
    String text = "ok\r\n" + word + "\nok\n" + word + word + "\n";
    byte[] bytes = text.getBytes(Charset.forName(charset));
    for (int cut = 0; cut <= bytes.length; cut++) {
      for (String before : new String[] {"", "started\n"}) {
        lines.clear();
        notes.clear();
        Files.writeString(log, before);
        List<byte[]> writes =
            List.of(Arrays.copyOf(bytes, cut), Arrays.copyOfRange(bytes, cut, bytes.length));
        int[] waits = {0};
        ResumedLog.Growth growth =
            () -> {
              int wait = waits[0]++;
              if (wait == 2) {
                Files.write(log, "1\n".getBytes(US_ASCII)); // Truncated: it is shorter.
              }
              if (wait == 0 || wait == 1 || wait == 3 || wait == 4) {
                byte[] more = writes.get(wait < 2 ? wait : wait - 3);
                Files.write(log, more, StandardOpenOption.APPEND);
              }
              return wait < 5;
            };
        Found found = From.parse(from).find(ByteBuffer.wrap(before.getBytes(US_ASCII)), true);
        long next = new ResumedLog(log, From.parse(from), found, sink, notes::add).read(0, growth);
        assertThat(lines)
            .as("cut at %d", cut)
            .isEqualTo((before + text + "1\n" + text).lines().toList());
        assertThat(next).isEqualTo(Files.size(log));
        boolean isLegacy = from.contains(":") && !charset.equals("UTF-8");
        assertThat(notes.stream().filter(note -> note.contains("so what auto names")))
            .hasSize(isLegacy ? 2 : 0);
      }
    }
  }
}
