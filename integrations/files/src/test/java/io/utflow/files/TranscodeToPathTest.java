/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a file is written to: never to itself, whatever its names are by then. */
class TranscodeToPathTest {
  private static final String TEXT = "text of a file\n";

  @TempDir private Path folder;

  private Path source;
  private Path target;

  @BeforeEach
  void makeFiles() throws IOException {
    source = Files.writeString(folder.resolve("source"), TEXT);
    target = Files.writeString(folder.resolve("target"), "old");
  }

  private static void writes(TextFile file, Path to) throws IOException {
    assertThat(file.transcode(TextEncoding.UTF_16LE, to)).isEqualTo(2 * TEXT.length());
    assertThat(Files.readAllBytes(to)).isEqualTo(TEXT.getBytes(UTF_16LE));
  }

  private static void refuses(TextFile file, Path to) throws IOException {
    assertThatThrownBy(() -> file.transcode(TextEncoding.UTF_16LE, to))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("the file that is read cannot be written");
    assertThat(Files.readString(to)).isEqualTo(TEXT);
  }

  private TextFile open() throws IOException {
    return TextFile.open(source, TextEncoding.UTF_8);
  }

  @Test
  void itsOwnNamesAreRefused() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), source);
    Path other = Files.createLink(folder.resolve("other"), source);
    try (TextFile file = open()) {
      for (Path path : new Path[] {source, link, other, folder.resolve("./source")}) {
        refuses(file, path);
      }
      writes(file, target);
      writes(file, folder.resolve("new"));
    }
  }

  /** As a log that is rotated while it is read. */
  @Test
  void aRenamedFileIsNotWrittenByItsNewName() throws IOException {
    try (TextFile file = open()) {
      Path renamed = Files.move(source, folder.resolve("source.1"));
      refuses(file, renamed);
      Files.writeString(source, "the next log");
      refuses(file, renamed);
      writes(file, source);
    }
  }

  @Test
  void aFileThatWasDeletedIsWrittenToAnExistingOne() throws IOException {
    try (TextFile file = open()) {
      Files.delete(source);
      writes(file, target);
    }
  }

  @Test
  void filesOfAnArchive() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path inside = Files.writeString(files.getPath("/inside"), "old");
      try (TextFile file = open()) {
        writes(file, inside);
      }
      Files.writeString(inside, TEXT);
      try (TextFile file = TextFile.open(inside, TextEncoding.UTF_8)) {
        writes(file, target);
        refuses(file, inside);
        writes(file, files.getPath("/new"));
        Path other = Files.writeString(files.getPath("/other"), "old");
        writes(file, other);
        Files.delete(inside);
        writes(file, other);
      }
    }
  }

  /** A stream that has the thread interrupted that writes to it. */
  private static final class Interrupting extends OutputStream {
    private int written;
    private boolean closed;

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      written += length;
      // By another thread, as a channel sees only that at once.
      CompletableFuture.runAsync(Thread.currentThread()::interrupt).join();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void anInterruptEndsItAndLeavesTheStreamOpen() throws IOException {
    Interrupting out = new Interrupting();
    try (TextFile file = open().splitBytes(1)) {
      assertThatThrownBy(() -> file.transcode(EncoderSpec.of(TextEncoding.UTF_16LE), out))
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(out.written).isBetween(1, 2 * TEXT.length() - 1);
    assertThat(out.closed).isFalse();
  }
}
