/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.CliProcess;
import io.utflow.cli.Utflow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** A tree of 2,000 files, and what may befall it. */
@Tag("whole")
@Timeout(300)
class ConvertTreeTest {
  private static final int FILES = 2000;
  private static final List<Charset> CHARSETS =
      List.of(UTF_8, StandardCharsets.UTF_16LE, Charset.forName("windows-1252"));

  /** In memory where there is such a folder: to wait for the disk 3,000 times takes ten seconds. */
  static final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
        throws IOException {
      Path memory = Path.of("/dev/shm");
      return Files.isWritable(memory)
          ? Files.createTempDirectory(memory, "utflow")
          : Files.createTempDirectory("utflow");
    }
  }

  @TempDir(factory = InMemory.class)
  private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err), words).execute(words);
  }

  private static String text(int file) {
    return ("Größe " + file + "\n").repeat(1 + file % 50);
  }

  private Path file(int number) {
    return folder.resolve("dir" + number % 7).resolve("file" + number);
  }

  private void makeTree() throws IOException {
    for (int i = 0; i < FILES; i++) {
      Files.createDirectories(file(i).getParent());
      Files.write(file(i), text(i).getBytes(CHARSETS.get(i % CHARSETS.size())));
    }
  }

  @Test
  void allOfItBecomesUtf8() throws IOException {
    makeTree();
    assertThat(run("convert", "--from", "auto:windows-1252", "--in-place", "" + folder)).isZero();
    assertThat(err.toString())
        .contains("2000 files: 1333 converted, 667 as they should be, 0 left");
    for (int i = 0; i < FILES; i++) {
      assertThat(file(i)).hasContent(text(i));
    }
  }

  /** Each file is as it was or as it is to be, and a second run ends the work. */
  @Test
  void aKillHalvesNoFile() throws Exception {
    makeTree();
    Process process =
        CliProcess.of("convert", "-f", "auto:windows-1252", "--in-place", folder).start();
    try (BufferedReader told = process.inputReader(UTF_8)) {
      for (int i = 0; i < 50; i++) {
        assertThat(told.readLine()).contains(" to UTF-8");
      }
      process.destroyForcibly().waitFor();
    }
    for (int i = 0; i < FILES; i++) {
      byte[] bytes = Files.readAllBytes(file(i));
      boolean isOld =
          new String(bytes, CHARSETS.get(i % CHARSETS.size())).equals(text(i))
              && bytes.length == text(i).getBytes(CHARSETS.get(i % CHARSETS.size())).length;
      assertThat(isOld || new String(bytes, UTF_8).equals(text(i))).as("" + file(i)).isTrue();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path part : files.filter(each -> each.toString().endsWith(".part")).toList()) {
        Files.delete(part);
      }
    }
    assertThat(run("convert", "--from", "auto:windows-1252", "--in-place", "" + folder)).isZero();
    for (int i = 0; i < FILES; i++) {
      assertThat(file(i)).hasContent(text(i));
    }
  }

  /** Whatever the locale: in a folder a name is bytes. */
  @Test
  void namesThatAreNotUtf8AreConverted() throws Exception {
    Process bash;
    try {
      bash =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  "cd \"$1\" && printf 'gr\\374n\\n' > $'\\xff\\xe4' && printf 'gr\\374n\\n' > 'a b'",
                  "bash",
                  "" + folder)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: there is no bash");
      return;
    }
    assumeTrue(bash.waitFor() == 0, "skipped: the file system refuses such names");
    assertThat(run("convert", "--from", "windows-1252", "--in-place", "" + folder)).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(2);
      for (Path file : all) {
        assertThat(Files.readAllBytes(file)).isEqualTo("grün\n".getBytes(UTF_8));
      }
    }
  }

  /** On a disk of 96 KiB, with a file that would not fit twice. */
  @Test
  void aFullDiskLeavesTheFile() throws Exception {
    Path disk = Files.createDirectories(folder.resolve("disk"));
    try {
      Process mount =
          new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=96k", "none", "" + disk).start();
      assumeTrue(mount.waitFor() == 0, "skipped: this user may not mount");
    } catch (IOException e) {
      assumeTrue(false, "skipped: there is no mount");
    }
    try {
      byte[] before = "\u00FC".repeat(60_000).getBytes(StandardCharsets.ISO_8859_1);
      Path file = Files.write(disk.resolve("file"), before);
      assertThat(run("convert", "--from", "ISO-8859-1", "--in-place", "" + disk)).isEqualTo(1);
      assertThat(out.toString()).contains("left: No space left on device");
      assertThat(file).hasBinaryContent(before);
      try (Stream<Path> files = Files.list(disk)) {
        assertThat(files).hasSize(1);
      }
    } finally {
      new ProcessBuilder("umount", "" + disk).start().waitFor();
    }
  }

  /** Where no new file can be made, the old one stays; root may make one everywhere. */
  @Test
  void whatMayNotBeWrittenIsLeft() throws IOException {
    Path locked = Files.createDirectories(folder.resolve("locked"));
    Path file =
        Files.write(locked.resolve("file"), "gr\u00FCn".getBytes(StandardCharsets.ISO_8859_1));
    assumeTrue(locked.toFile().setWritable(false), "skipped: folders are locked differently");
    try {
      assumeTrue(!Files.isWritable(locked), "skipped: this user may write everywhere");
      assertThat(run("convert", "--from", "windows-1252", "--in-place", "" + folder)).isEqualTo(1);
      assertThat(out.toString()).contains("left: permission denied");
      assertThat(file).hasBinaryContent("gr\u00FCn".getBytes(StandardCharsets.ISO_8859_1));
    } finally {
      locked.toFile().setWritable(true);
    }
  }
}
