/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.CliProcess;
import io.utflow.cli.FileProblem;
import io.utflow.cli.Utflow;
import io.utflow.cli.source.From;
import io.utflow.codec.BomOutput;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.testing.Jvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The old file stays until the new one can take its place with all that belongs to it. */
class ReplacedTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    String[] arguments = Stream.of(words).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** By size and time alone the file that another program put there looks like the one before. */
  @Test
  void whatTookThePlaceOfTheFileMeanwhileStays() throws IOException {
    assumeTrue(POSIX, "skipped: files have no identity there");
    Path file = Files.write(folder.resolve("file"), new byte[] {'a', (byte) 0xFF, 'b'});
    Files.setLastModifiedTime(file, LONG_AGO);
    MalformedPolicy meanwhile =
        MalformedPolicy.handledBy(
            sequence -> {
              try {
                Path other = Files.writeString(folder.resolve("other"), "new");
                Files.setLastModifiedTime(other, LONG_AGO);
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                return "?";
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Conversion conversion =
        new Conversion(
            From.of(TextEncoding.UTF_8),
            TextEncoding.UTF_8,
            BomOutput.PER_ENCODING,
            meanwhile,
            UnmappablePolicy.REPORT,
            LineEnds.Style.KEEP,
            false,
            true,
            ".bak");
    assertThat(conversion.convert(file)).isEqualTo(Outcome.left("it was changed meanwhile"));
    assertThat(file).hasContent("new");
    assertThat(names()).containsExactly("file");
  }

  /** Without this capability root is as any user: it may not give files to others. */
  @Test
  @Tag("whole")
  void aFileThatWouldGetAnotherOwnerOrGroupIsLeft() throws Exception {
    assumeTrue(POSIX, "skipped: files have no group there");
    Path file = Files.write(folder.resolve("file"), "gr\u00FCn".getBytes(ISO_8859_1));
    try {
      Files.setAttribute(file, "unix:gid", 12345);
    } catch (IOException e) {
      assumeTrue(false, "skipped: this user gives no file to another group");
    }
    List<String> command =
        new ArrayList<>(List.of("setpriv", "--bounding-set=-chown", "--inh-caps=-chown"));
    command.addAll(
        CliProcess.command("convert", "-f", "ISO-8859-1", "--in-place", "--backup", file));
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: there is no setpriv");
      return;
    }
    String told = new String(process.getInputStream().readAllBytes(), UTF_8);
    String problems = new String(process.getErrorStream().readAllBytes(), UTF_8);
    process.waitFor();
    assumeTrue(!problems.contains("setpriv:"), "skipped: setpriv may not do it");
    assertThat(told).contains("left: its owner or group would be another");
    assertThat(file).hasBinaryContent("gr\u00FCn".getBytes(ISO_8859_1));
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(12345);
    assertThat(names()).containsExactly("file");
  }

  /** Where a folder has taken the name meanwhile nothing is moved, and no backup is of use. */
  @Test
  void aMoveThatFailsLeavesNoBackup() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    OldFile old = OldFile.of(file, ".bak");
    Output.Replaced replaced =
        new Output.Replaced() {
          @Override
          public void keep() throws IOException {
            old.keep();
            assertThat(folder.resolve("file.bak")).hasContent("old");
            Files.delete(file);
            Files.createDirectories(file.resolve("sub"));
          }

          @Override
          public void stays() throws IOException {
            old.stays();
          }
        };
    try (Output output = Output.to(file)) {
      output.write(new byte[] {'a'}, 0, 1);
      assertThatThrownBy(() -> output.complete(replaced)).isInstanceOf(FileProblem.class);
    }
    assertThat(names()).containsExactly("file");
  }

  /** A name that is not text cannot be the beginning of another. */
  @Test
  void noBackupIsGivenAWrongName() throws Exception {
    Process bash;
    try {
      bash =
          new ProcessBuilder(
                  "bash",
                  "-c",
                  "cd \"$1\" && printf 'gr\\374n\\n' > $'\\xff\\xe4' && printf 'gr\\374n\\n' > b",
                  "bash",
                  "" + folder)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: there is no bash");
      return;
    }
    assumeTrue(bash.waitFor() == 0, "skipped: the file system refuses such names");
    assertThat(run("convert", "-f", "ISO-8859-1", "--backup", "--in-place", folder)).isEqualTo(1);
    assertThat(out.toString()).contains("left: its name is not text", "b: ISO-8859-1 to UTF-8");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(3);
    }
    assertThat(folder.resolve("b.bak")).exists();
  }

  /** A program has NUL; other binary files have other control characters. */
  @Test
  void controlCharactersOfALegacyTextMakeItBinary() throws IOException {
    byte[] program = "Gr\u00FC\u00DFe \u0001\u0002 und mehr\n".getBytes(ISO_8859_1);
    Path file = Files.write(folder.resolve("file"), program);
    assertThat(run("convert", "-f", "auto:windows-1252", "--in-place", file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: binary");
    assertThat(run("detect", "-f", "auto:windows-1252", file)).isZero();
    assertThat(out.toString()).contains("; binary");
    Files.write(file, "a\t\f\r\n\u00FC".getBytes(ISO_8859_1));
    assertThat(run("convert", "-f", "auto:windows-1252", "--in-place", file)).isZero();
    assertThat(file).hasBinaryContent("a\t\f\r\n\u00FC".getBytes(UTF_8));
    // What a user declares is taken for what it is said to be.
    Files.write(file, new byte[] {'a', 1, (byte) 0xFF});
    assertThat(run("convert", "-f", "windows-1252", "--in-place", file)).isZero();
  }

  /** While the process is being ended nothing is moved any more, and nothing new is begun. */
  static final class Ending {
    public static void main(String[] words) throws IOException {
      Path folder = Path.of(words[0]);
      Output begun = Output.to(folder.resolve("begun"));
      begun.write(new byte[] {'a'}, 0, 1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    try (Output late = Output.to(folder.resolve("late"))) {
                      late.complete();
                    } catch (IOException | RuntimeException e) {
                      System.out.println(e.getMessage());
                    }
                    try {
                      begun.complete();
                    } catch (IOException e) {
                      System.out.println(e.getMessage());
                    }
                  }));
      System.exit(0);
    }
  }

  @Test
  @Tag("whole")
  void aProcessThatIsBeingEndedLeavesNoPart() throws Exception {
    Process process =
        new ProcessBuilder(Jvm.running(Ending.class, List.of(), List.of("" + folder))).start();
    String told = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(names()).isEmpty();
    assertThat(told).contains("the process is being ended: " + folder.resolve("late"));
  }
}
