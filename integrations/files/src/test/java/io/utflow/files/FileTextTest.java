/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** The lines of files as a Flux: order, demand, errors, cancel. */
class FileTextTest {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final DecoderSpec UTF8 = DecoderSpec.of(TextEncoding.UTF_8);

  @TempDir private Path folder;

  private static final List<String> TEXTS =
      IntStream.range(0, 300_000).mapToObj(number -> "line " + number).toList();

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("text"), bytes);
  }

  @Test
  void emitsTheLinesInOrder() throws IOException {
    Path path = file(String.join("\r\n", TEXTS).getBytes(UTF_16));
    Flux<LocatedLine> lines = FileText.lines(path, DecoderSpec.of(TextEncoding.UTF_16), LINES);
    assertThat(lines.map(LocatedLine::text).collectList().block()).isEqualTo(TEXTS);
    Flux<LocatedLine> unordered =
        FileText.unorderedLines(path, DecoderSpec.of(TextEncoding.UTF_16), LINES);
    assertThat(unordered.map(LocatedLine::text).sort().collectList().block())
        .isEqualTo(TEXTS.stream().sorted().toList());
  }

  @Test
  void emitsRecords() throws IOException {
    Path path = file(String.join("\u0000\u0000|", TEXTS).getBytes(UTF_16));
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_16);
    RecordSpec records = RecordSpec.delimitedBy("\u0000\u0000|");
    assertThat(FileText.records(path, spec, records).map(LocatedLine::text).collectList().block())
        .isEqualTo(TEXTS);
    assertThat(
            FileText.unorderedRecords(path, spec, records)
                .map(LocatedLine::text)
                .sort()
                .collectList()
                .block())
        .isEqualTo(TEXTS.stream().sorted().toList());
  }

  @Test
  void emitsNoMoreThanIsAskedFor() throws IOException {
    Path path = file(String.join("\n", TEXTS).getBytes(UTF_8));
    StepVerifier.create(FileText.lines(path, UTF8, LINES).map(LocatedLine::text), 0)
        .thenRequest(2)
        .expectNext("line 0", "line 1")
        .thenRequest(1)
        .expectNext("line 2")
        .thenCancel()
        .verify();
    awaitNoThreads();
  }

  @Test
  void takesWhatIsAskedForAndEnds() throws IOException {
    Path path = file(String.join("\n", TEXTS).getBytes(UTF_8));
    for (int i = 0; i < 50; i++) {
      assertThat(
              FileText.lines(path, UTF8, LINES)
                  .take(3)
                  .map(LocatedLine::text)
                  .collectList()
                  .block())
          .containsExactly("line 0", "line 1", "line 2");
    }
    awaitNoThreads();
  }

  @Test
  void errorsComeBehindTheLinesBefore() throws IOException {
    byte[] bytes = String.join("\n", TEXTS).getBytes(UTF_8);
    bytes[9] = (byte) 0xFF;
    Path path = file(bytes);
    StepVerifier.create(
            FileText.lines(path, UTF8.onMalformed(MalformedPolicy.REPORT), LINES)
                .map(LocatedLine::text))
        .expectNext("line 0")
        .expectError(IllFormedTextException.class)
        .verify();
    StepVerifier.create(FileText.lines(folder.resolve("none"), UTF8, LINES))
        .expectError(NoSuchFileException.class)
        .verify();
  }

  /** A replacement that would end a line, an observer that throws; nothing stays open. */
  @Test
  void whatIsWrongWithTheSpecIsAnError() throws IOException {
    Path path = file(new byte[] {'a', (byte) 0xFF, '\n', 'b'});
    DecoderSpec endsLines = UTF8.onMalformed(MalformedPolicy.replaceWith("\n"));
    StepVerifier.create(FileText.lines(path, endsLines, LINES))
        .expectError(IllegalArgumentException.class)
        .verify();
    DecoderSpec throwing =
        UTF8.observer(
            sequence -> {
              throw new IllegalStateException("observed");
            });
    StepVerifier.create(FileText.unorderedLines(path, throwing, LINES))
        .expectErrorMessage("observed")
        .verify();
    awaitNoThreads();
  }

  private static void awaitNoThreads() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("utflow-file-")) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }
}
