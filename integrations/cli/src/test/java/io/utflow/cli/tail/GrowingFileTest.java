/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.cli.tail.GrowingFile.Change;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A log that is rotated at the worst moment. */
@DisabledOnOs(OS.WINDOWS) // There files have no keys, and what is open keeps its name.
class GrowingFileTest {
  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void begin() throws IOException {
    log = Files.writeString(folder.resolve("log"), "old");
  }

  private void rotate() throws IOException {
    Files.move(log, folder.resolve("log." + System.identityHashCode(new Object())));
    Files.writeString(log, "new");
  }

  private static String read(GrowingFile file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(99);
    return file.read(buffer) ? UTF_8.decode(buffer).toString() : "";
  }

  @Test
  void theKeyIsThatOfTheFileThatIsOpen() throws IOException {
    List<FileChannel> opened = new ArrayList<>();
    NamedChannel named =
        NamedChannel.open(
            log,
            path -> {
              FileChannel channel = FileChannel.open(path);
              opened.add(channel);
              if (opened.size() == 1) {
                rotate();
              }
              return channel;
            });
    try (FileChannel channel = named.channel()) {
      ByteBuffer text = ByteBuffer.allocate(99);
      channel.read(text);
      assertThat(UTF_8.decode(text.flip()).toString()).isEqualTo("new");
      assertThat(named.key()).isEqualTo(NamedChannel.key(log));
    }
    assertThat(opened).hasSize(2).noneMatch(FileChannel::isOpen);
  }

  @Test
  void nothingStaysOpenWhereTheNameIsGone() {
    List<FileChannel> opened = new ArrayList<>();
    assertThatThrownBy(
            () ->
                NamedChannel.open(
                    log,
                    path -> {
                      FileChannel channel = FileChannel.open(path);
                      opened.add(channel);
                      Files.delete(log);
                      return channel;
                    }))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(opened).hasSize(1).noneMatch(FileChannel::isOpen);
  }

  /** It was seen, and is read although its name is another's now, or nobody's. */
  @Test
  void theNextFileIsReadWhateverBecomesOfItsName() throws IOException {
    try (GrowingFile file = new GrowingFile(log, 0)) {
      assertThat(read(file)).isEqualTo("old");
      assertThat(file.change()).isEqualTo(Change.NONE);
      rotate();
      assertThat(file.change()).isEqualTo(Change.ROTATED);
      Files.delete(log);
      assertThat(file.change()).isEqualTo(Change.ROTATED);
      file.beginAgain();
      assertThat(read(file)).isEqualTo("new");
      assertThat(file.change()).isEqualTo(Change.NONE);
      Files.writeString(log, "next");
      assertThat(file.change()).isEqualTo(Change.ROTATED);
    }
    try (GrowingFile file = new GrowingFile(log, 0)) {
      assertThat(read(file)).isEqualTo("next");
      Files.writeString(log, "a");
      assertThat(file.change()).isEqualTo(Change.TRUNCATED);
      file.beginAgain();
      assertThat(read(file)).isEqualTo("a");
    }
  }

  /** Its size does not tell that it was truncated; the bytes that were read before do. */
  @Test
  void aLogThatIsLongerAgainIsReadFromItsStart() throws IOException {
    for (int start : new int[] {0, 3}) {
      Files.writeString(log, "old");
      try (GrowingFile file = new GrowingFile(log, start)) {
        assertThat(read(file)).isEqualTo("old".substring(start));
        assertThat(read(file)).isEmpty();
        Files.writeString(log, "first after\n");
        assertThat(read(file)).isEmpty();
        assertThat(file.change()).isEqualTo(Change.TRUNCATED);
        file.beginAgain();
        assertThat(read(file)).isEqualTo("first after\n");
        assertThat(read(file)).isEmpty();
        String more = "x".repeat(90);
        for (int i = 0; i < 30; i++) {
          Files.writeString(log, more, StandardOpenOption.APPEND);
          assertThat(read(file)).isEqualTo(more);
          assertThat(read(file)).isEmpty();
          assertThat(file.change()).isEqualTo(Change.NONE);
        }
        long size = Files.size(log);
        Files.writeString(log, more.repeat(30) + "y".repeat(99));
        assertThat(Files.size(log)).isGreaterThan(size);
        assertThat(read(file)).isEmpty();
        assertThat(file.change()).isEqualTo(Change.TRUNCATED);
      }
    }
  }

  /** Its program went on writing where it was. */
  @Test
  void aHoleInALogIsNotRead() throws IOException {
    try (GrowingFile file = new GrowingFile(log, 0)) {
      assertThat(read(file)).isEqualTo("old");
      assertThat(read(file)).isEmpty();
      Files.writeString(log, "\0\0\0more");
      assertThat(read(file)).isEqualTo("more");
      assertThat(file.change()).isEqualTo(Change.NONE);
    }
  }

  @Test
  void aResumedLogThatIsLongerAgainIsReadFromItsStart() throws IOException {
    Files.writeString(log, "aaaa\nrest");
    StringBuilder told = new StringBuilder();
    assertThat(readTruncated("first after\nsecond\n", told)).isEqualTo(19);
    assertThat(told).hasToString("aaaa;<rest;first after;second;");
  }

  /** A long line is read twice, but not from a log that has other bytes there by then. */
  @Test
  void theLongLastLineOfATruncatedLogIsNotReadAgain() throws IOException {
    String line = "x".repeat(5000);
    for (String next : List.of("first\n", "y".repeat(6000) + "\n")) {
      Files.writeString(log, line);
      StringBuilder told = new StringBuilder();
      readTruncated(next, told);
      String expected = "<" + line.substring(0, 4096) + ";" + next.replace('\n', ';');
      assertThat(told).hasToString(expected);
    }
  }

  /** Reads the log, which gets other content when its lines so far have been read. */
  private long readTruncated(String next, StringBuilder told) throws IOException {
    int[] waits = {0};
    return new ResumedLog(log, TextEncoding.UTF_8, into(told), it -> told.append('<'))
        .read(
            0,
            () -> {
              if (waits[0]++ == 0) {
                Files.writeString(log, next);
              }
              return waits[0] < 3;
            });
  }

  /** Tells a semicolon for each end of a line. */
  private static LineSink into(StringBuilder told) {
    return new LineSink() {
      @Override
      public void piece(String text) {
        told.append(text);
      }

      @Override
      public void endOfLine() {
        told.append(';');
      }
    };
  }

  /** It was seen by its key, and moved away before it was opened. */
  @Test
  void aResumedLogWaitsForTheOneBehindTheNext() throws IOException {
    Files.writeString(log, "old\n");
    StringBuilder lines = new StringBuilder();
    ResumedLog resumed = new ResumedLog(log, TextEncoding.UTF_8, into(lines), this::deleteLog);
    int[] waits = {0};
    ResumedLog.Growth growth =
        () -> {
          switch (waits[0]++) {
            case 0 -> rotate();
            case 1 -> {
              return true;
            }
            case 2 -> Files.writeString(log, "behind\n");
            default -> {
              return false;
            }
          }
          return true;
        };
    assertThat(resumed.read(0, growth)).isEqualTo(7);
    assertThat(lines).hasToString("old;behind;");
    assertThat(waits[0]).isEqualTo(4);
    // Nothing is waited for where nobody waits, and the first log must be there.
    waits[0] = 0;
    assertThat(
            resumed.read(
                0,
                () -> {
                  if (waits[0]++ == 0) {
                    rotate();
                    return true;
                  }
                  return false;
                }))
        .isZero();
    Files.deleteIfExists(log);
    assertThatThrownBy(() -> resumed.read(0, growth)).isInstanceOf(NoSuchFileException.class);
  }

  private void deleteLog(String note) {
    try {
      Files.delete(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
