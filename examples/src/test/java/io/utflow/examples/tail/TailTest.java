package io.utflow.examples.tail;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.examples.Examples;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class TailTest {
  @TempDir private Path folder;
  private Path log;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void beginTheLog() throws IOException {
    log = folder.resolve("log");
    Files.write(log, "\uFEFFeins\r\nzwei\r\ndrei für \uD834\uDD1E\r\n".getBytes(UTF_16LE));
  }

  private int run(Object... arguments) {
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    return Examples.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words);
  }

  @Test
  void theMarkTellsTheEncoding() {
    assertThat(run("tail", log)).isZero();
    assertThat(out.toString().lines())
        .containsExactly("     1  eins", "     2  zwei", "     3  drei für \uD834\uDD1E");
  }

  @Test
  void theLastLinesOnly() {
    assertThat(run("tail", "-n", 1, log)).isZero();
    assertThat(out.toString().lines()).containsExactly("     3  drei für \uD834\uDD1E");
    assertThat(run("tail", "-n", -1, log)).isEqualTo(2);
    assertThat(run("tail", "-n", 0, log)).isZero();
    assertThat(run("tail", "-n", 9, "--from", "UTF-16LE", log)).isZero();
    assertThat(out.toString()).hasLineCount(4);
  }

  @Test
  void aMissingFileIsALine() {
    assertThat(run("tail", folder.resolve("missing"))).isEqualTo(1);
    assertThat(err.toString()).startsWith("tail: no such file: ").hasLineCount(1);
  }

  @Test
  void whatIsAppendedFollows() throws Exception {
    try (PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        BufferedReader lines = new BufferedReader(reader)) {
      Thread tail =
          new Thread(
              () ->
                  Examples.commandLine(new PrintWriter(writer, true), new PrintWriter(err))
                      .execute("tail", "--follow", "-n", "1", log.toString()));
      tail.start();
      assertThat(lines.readLine()).isEqualTo("     3  drei für \uD834\uDD1E");
      byte[] more = "vier \uD834\uDD1E\r\nfünf\r\n".getBytes(UTF_16LE);
      int insideThePair = 2 * "vier ".length() + 3;
      append(Arrays.copyOf(more, insideThePair));
      append(Arrays.copyOfRange(more, insideThePair, more.length));
      assertThat(lines.readLine()).isEqualTo("     4  vier \uD834\uDD1E");
      assertThat(lines.readLine()).isEqualTo("     5  fünf");
      tail.interrupt();
      tail.join();
    }
  }

  private void append(byte[] bytes) throws IOException {
    Files.write(log, bytes, StandardOpenOption.APPEND);
  }
}
