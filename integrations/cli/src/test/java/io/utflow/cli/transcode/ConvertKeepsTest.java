/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.FileProblem;
import io.utflow.cli.Utflow;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code convert --in-place} must not destroy: backups, attributes, other names, pictures. */
class ConvertKeepsTest {
  private static final byte[] OLD = "gr\u00FCn".getBytes(ISO_8859_1);
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  @TempDir private Path folder;
  private Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void write() throws IOException {
    file = Files.write(folder.resolve("file"), OLD);
  }

  private int convert(Object... words) {
    Stream<String> given = Stream.of("convert", "--in-place");
    Stream<String> from = "-f".equals(words[0]) ? Stream.of() : Stream.of("-f", "windows-1252");
    String[] arguments =
        Stream.concat(Stream.concat(given, from), Stream.of(words))
            .map(Object::toString)
            .toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  /** An emoji of a database would become six letters. */
  @Test
  void surrogatePairsInUtf8AreNoLegacyText() throws IOException {
    byte[] dump = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB9, -0x78};
    Files.write(file, dump);
    String[] words = {"convert", "-f", "auto:windows-1252", "--in-place", "" + file};
    assertThat(Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words))
        .isEqualTo(1);
    assertThat(out.toString()).contains("left: is CESU-8: name it by --from CESU-8");
    assertThat(Files.readAllBytes(file)).isEqualTo(dump);
    words[2] = "UTF-8-or-CESU-8";
    assertThat(Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words))
        .isZero();
    assertThat(Files.readString(file)).isEqualTo("a\uD83D\uDE48");
  }

  /** Also where the first emoji comes late, and where the file is declared. */
  @Test
  void surrogatePairsInUtf8AreFoundWhereverTheyAre() throws IOException {
    byte[] dump = ("a".repeat(1 << 20) + "??????").getBytes(ISO_8859_1);
    byte[] pair = {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB9, -0x78};
    for (int at : new int[] {0, (1 << 16) - 1, (1 << 18) - 1, 1 << 20}) {
      byte[] text = dump.clone();
      System.arraycopy(pair, 0, text, at, pair.length);
      for (String from : List.of("auto:windows-1252", "windows-1252", "auto:GBK", "GBK")) {
        Files.write(file, text);
        out.getBuffer().setLength(0);
        assertThat(convert("-f", from, file)).as(from + " at " + at).isEqualTo(1);
        assertThat(out.toString()).contains("left: is CESU-8");
        assertThat(Files.readAllBytes(file)).isEqualTo(text);
      }
    }
  }

  @Test
  void aVariantOfUtf8IsWrittenOnce() throws IOException {
    Files.write(file, "\u00E9 \uD83D\uDE48".getBytes("GB18030"));
    byte[] cesu = EncoderSpec.of(TextEncoding.forName("CESU-8")).encode("\u00E9 \uD83D\uDE48");
    for (int status : new int[] {0, 1}) {
      assertThat(convert("-f", "GB18030", "-t", "CESU-8", file)).isEqualTo(status);
      assertThat(Files.readAllBytes(file)).isEqualTo(cesu);
    }
    Files.write(file, OLD);
    for (int status : new int[] {0, 1}) {
      assertThat(convert("-t", "CESU-8", file)).isEqualTo(status);
      assertThat(Files.readString(file)).isEqualTo("gr\u00FCn");
    }
  }

  /** What is told is what would be done: a report that is more hopeful misleads. */
  @ParameterizedTest
  @ValueSource(strings = {"--in-place", "--dry-run"})
  void aDryRunRefusesWhatTheOtherRefuses(String how) throws IOException {
    Files.writeString(folder.resolve("file.bak"), "of long ago");
    String[] words = {"convert", "-f", "windows-1252", how, "--backup", "" + file};
    assertThat(Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words))
        .isEqualTo(1);
    assertThat(out.toString()).contains("left: file.bak is there already").hasLineCount(1);
    Files.delete(folder.resolve("file.bak"));
    assumeTrue(POSIX, "skipped: permissions are others there");
    assertThat(file.toFile().setWritable(false)).isTrue();
    assumeTrue(!Files.isWritable(file), "skipped: this user may write everywhere");
    Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words);
    assertThat(file.toFile().setWritable(true)).isTrue();
    assertThat(folder.toFile().setWritable(false)).isTrue();
    Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words);
    assertThat(folder.toFile().setWritable(true)).isTrue();
    assertThat(out.toString().lines().skip(1))
        .hasSize(2)
        .allMatch(line -> line.contains("left: permission denied"));
  }

  /** With them the backup would be the file itself, or in another folder. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/x", "/../y", "/."})
  void whatIsNoSuffixIsRefused(String suffix) throws IOException {
    assertThat(convert("--backup=" + suffix, file)).isEqualTo(2);
    assertThat(err.toString()).contains("is no suffix").hasLineCount(1);
    assertThat(file).hasBinaryContent(OLD);
    assertThat(names()).containsExactly("file");
  }

  /** A run was killed between the two: the backup is there, and it is the file itself. */
  @Test
  void aBackupThatAKilledRunMadeIsTaken() throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Files.createLink(folder.resolve("file.bak"), file);
    assertThat(convert("--backup", file)).isZero();
    assertThat(folder.resolve("file.bak")).hasBinaryContent(OLD);
    assertThat(file).hasBinaryContent("gr\u00FCn".getBytes(UTF_8));
  }

  /** It would lead to the new file. */
  @Test
  void aLinkToTheFileIsNoBackup() throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Files.createSymbolicLink(folder.resolve("file.bak"), Path.of("file"));
    assertThat(convert("--backup", file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: file.bak is there already");
    assertThat(file).hasBinaryContent(OLD);
    Files.delete(folder.resolve("file.bak"));
    Files.createDirectory(folder.resolve("file.bak"));
    assertThat(convert("--backup", file)).isEqualTo(1);
    assertThat(file).hasBinaryContent(OLD);
  }

  /** Two names of one file become two files with the same text, neither encoded twice. */
  @ParameterizedTest
  @ValueSource(strings = {"--quiet", "--backup"})
  void hardLinksAreConvertedEach(String option) throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Path other = Files.createLink(folder.resolve("other"), file);
    assertThat(convert(option, file, other, file)).isZero();
    for (Path each : List.of(file, other)) {
      assertThat(each).hasBinaryContent("gr\u00FCn".getBytes(UTF_8));
      Path backup = folder.resolve(each.getFileName() + ".bak");
      assertThat(Files.exists(backup)).isEqualTo(option.equals("--backup"));
    }
  }

  /** Lists of access rights are such attributes, and only root may set those that no user made. */
  @Test
  void attributesStay() throws IOException {
    try {
      Files.setAttribute(file, "user:origin", "here".getBytes(UTF_8));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      assumeTrue(false, "skipped: this file system keeps no attributes of users");
    }
    assertThat(convert(file)).isZero();
    assertThat(file).hasBinaryContent("gr\u00FCn".getBytes(UTF_8));
    assertThat((byte[]) Files.getAttribute(file, "user:origin")).isEqualTo("here".getBytes(UTF_8));
    assertThat(names()).containsExactly("file");
  }

  /** A short picture has no NUL, and in such an encoding any bytes are text. */
  @Test
  void aPictureInAFolderIsLeft() throws IOException {
    byte[] picture = {'B', 'M', 1, (byte) 0xE9, 2};
    Path second = Files.write(folder.resolve("picture"), picture);
    assertThat(convert(folder)).isZero();
    assertThat(out.toString()).contains("picture: left: binary: it has control characters");
    assertThat(second).hasBinaryContent(picture);
    assertThat(file).hasBinaryContent("gr\u00FCn".getBytes(UTF_8));
    // The user has named it, and says what it is.
    assertThat(convert(second)).isZero();
    assertThat(second).hasBinaryContent("BM\u0001\u00E9\u0002".getBytes(UTF_8));
  }

  /** In a submodule {@code .git} is a file. */
  @Test
  void filesOfGitStay() throws IOException {
    Path git = Files.writeString(folder.resolve(".git"), "gitdir: x\n");
    assertThat(convert("--line-ends", "crlf", folder)).isZero();
    assertThat(git).hasBinaryContent("gitdir: x\n".getBytes(UTF_8));
  }

  @Test
  void aFileThatMayNotBeWrittenIsLeft() throws IOException {
    assertThat(file.toFile().setWritable(false)).isTrue();
    assumeTrue(!Files.isWritable(file), "skipped: this user may write everywhere");
    assertThat(convert(file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: permission denied");
    assertThat(file).hasBinaryContent(OLD);
  }

  /** A shell empties the file before anything reads it. */
  @Test
  void nobodyIsToldToWriteOverTheInput() {
    assertThat(FileProblem.readOnlyFolder(folder, "")).hasMessageNotContaining(">");
    assertThat(FileProblem.readOnlyFolder(folder, "f"))
        .hasMessageEndingWith("; > f writes without it, if that is not the input");
  }
}
