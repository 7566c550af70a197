/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TranscodeTest {
  private static final String TEXT = "Grüße, мир, 世界 \uD83C\uDFBC\n";

  /** Text, then an overlong sequence, then text. */
  private static final byte[] ILL_FORMED = {'a', 'b', (byte) 0xC0, (byte) 0xAF, 'c'};

  @TempDir private Path folder;
  private Path output;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void nameTheOutput() {
    output = folder.resolve("output");
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private int run(String from, String to, Object... more) {
    List<String> arguments = new ArrayList<>(List.of("transcode", "--from", from, "--to", to));
    arguments.addAll(List.of("-o", output.toString()));
    for (Object argument : more) {
      arguments.add(argument.toString());
    }
    String[] words = arguments.toArray(String[]::new);
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return Utflow.commandLine(nowhere, new PrintWriter(err, true), words).execute(words);
  }

  @Test
  void filesBecomeOneStreamWithOneMark() throws IOException {
    Path first = file("first", "\uFEFFä".getBytes(UTF_16LE));
    Path empty = file("empty", new byte[0]);
    Path second = file("second", "\uFEFFö".getBytes(UTF_16LE));
    assertThat(run("utf-16", "utf-16", empty, first, second)).isZero();
    assertThat(output).hasBinaryContent(new byte[] {-2, -1, 0, (byte) 0xE4, 0, (byte) 0xF6});
    assertThat(run("utf-16", "utf-8", "--bom", "per-encoding", "--bom-out=always", first)).isZero();
    assertThat(output).hasContent("\uFEFFä");
    assertThat(err.toString()).contains("4 bytes read, 5 written, 0 ill-formed");
  }

  @Test
  void theStandardInputIsReadIfNoFileIsNamed() throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(TEXT.repeat(10_000).getBytes(UTF_8)));
    try {
      assertThat(run("utf-8", "utf-16le")).isZero();
    } finally {
      System.setIn(before);
    }
    assertThat(output).hasBinaryContent(TEXT.repeat(10_000).getBytes(UTF_16LE));
  }

  @Test
  void aReportNamesTheSequence() throws IOException {
    Path input = file("input", ILL_FORMED);
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    assertThat(output).doesNotExist();
    assertThat(err.toString())
        .contains(input + ": OVERLONG at byte 2 of UTF-8 text: C0")
        .contains("5 bytes read, 0 written, 1 ill-formed")
        .contains("nothing was written to " + output)
        .doesNotContain("\u001B");
  }

  /** Under every policy, for input that is ill-formed early or late, or cannot be written. */
  @ParameterizedTest
  @CsvSource({
    "report, report, per-encoding",
    "skip, report, per-encoding",
    "replace, report, per-encoding",
    "report, skip, per-encoding",
    "report, replace, keep",
    "replace, replace, require"
  })
  void aRunThatFailsLeavesTheTargetAsItWas(String malformed, String unmappable, String bom)
      throws IOException {
    for (int before : new int[] {0, 1, 100, 1 << 18, 1 << 20}) {
      for (String end : List.of("", "\u4E2D", "\uFFFD")) {
        byte[] text = ("a".repeat(before) + end + "b").getBytes(UTF_8);
        if (end.equals("\uFFFD")) {
          text[before] = (byte) 0xFF;
        }
        file("output", ILL_FORMED);
        int status =
            run(
                "utf-8",
                "windows-1252",
                "--on-malformed=" + malformed,
                "--on-unmappable=" + unmappable,
                "--bom=" + bom,
                file("input", text));
        if (status != 0) {
          assertThat(status).isEqualTo(1);
          assertThat(output).hasBinaryContent(ILL_FORMED);
        }
        assertThat(folder).as("nothing beside it").isDirectoryNotContaining("glob:**.part");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"replace, ab\uFFFD\uFFFDc", "SKIP, abc"})
  void otherPoliciesGoOn(String policy, String text) throws IOException {
    assertThat(run("utf-8", "utf-8", "--on-malformed", policy, file("input", ILL_FORMED))).isZero();
    assertThat(output).hasContent(text);
    assertThat(err.toString()).contains("2 ill-formed");
  }

  @Test
  void sequencesAreCountedButNotAllShown() throws IOException {
    byte[] continuations = new byte[100];
    Arrays.fill(continuations, (byte) 0x80);
    Path input = file("input", continuations);
    assertThat(run("utf-8", "utf-8", "--on-malformed", "replace", input)).isZero();
    assertThat(err.toString()).contains("100 ill-formed").hasLineCount(22);
  }

  @Test
  void aMissingFileIsALineAndLeavesTheOutputAlone() throws IOException {
    file("output", ILL_FORMED);
    assertThat(run("utf-8", "utf-8", file("input", ILL_FORMED), "missing")).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).contains("no such file: missing");
    assertThat(output).hasBinaryContent(ILL_FORMED);
  }

  @Test
  void theInputMayBeTheOutput() throws IOException {
    file("output", ILL_FORMED);
    assertThat(run("utf-8", "utf-8", output)).isEqualTo(1);
    assertThat(output).hasBinaryContent(ILL_FORMED);
    assertThat(run("utf-8", "utf-8", "--on-malformed=skip", output)).isZero();
    assertThat(output).hasContent("abc");
    assertThat(run("utf-8", "utf-8", output, output)).isZero();
    assertThat(output).hasContent("abcabc");
  }

  @Test
  void aFolderIsALineAndLeavesTheOutputAlone() throws IOException {
    file("output", ILL_FORMED);
    assertThat(run("utf-8", "utf-8", folder)).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).contains("Is a directory: " + folder);
    assertThat(output).hasBinaryContent(ILL_FORMED);
    assertThat(folder).as("nothing beside it").isDirectoryNotContaining(f -> !f.equals(output));
  }

  @Test
  void anOutputThatCannotBeIsALine() throws IOException {
    Path input = file("input", ILL_FORMED);
    output = folder;
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).endsWith("Is a directory: " + folder + "\n");
    output = input.resolve("output");
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(2).endsWith("Not a directory: " + output + "\n");
  }

  @Test
  void aFolderThatIsMissingIsNamed() throws IOException {
    Path missing = folder.resolve("missing");
    Path input = file("input", ILL_FORMED);
    output = missing.resolve("output");
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    output = Files.createSymbolicLink(folder.resolve("link"), Path.of("missing/output"));
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).endsWith("no such folder: " + missing));
  }

  @Test
  void theTargetKeepsItsPermissionsAndTheLinkToIt() throws IOException {
    Path target = file("target", ILL_FORMED);
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rwxr-x--x");
    Files.setPosixFilePermissions(target, permissions);
    output = Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
    assertThat(run("utf-8", "utf-16be", file("input", "a".getBytes(UTF_8)))).isZero();
    assertThat(output).isSymbolicLink();
    assertThat(target).hasBinaryContent(new byte[] {0, 'a'});
    assertThat(Files.getPosixFilePermissions(target)).isEqualTo(permissions);
  }

  /** As a user without rights sees it; root may write anywhere. */
  @Test
  void aFileOrAFolderThatMayNotBeWrittenIsALine() throws IOException {
    Path input = file("input", "a".getBytes(UTF_8));
    Path inside = Files.createDirectory(folder.resolve("inside"));
    output = Files.write(inside.resolve("output"), ILL_FORMED);
    Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("r--r--r--"));
    assumeFalse(Files.isWritable(output), "run by root");
    assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).endsWith("permission denied: " + output + "\n");
    Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("r-x------"));
    try {
      assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
      assertThat(err.toString()).hasLineCount(2).contains("permission denied: " + inside + ",");
    } finally {
      Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(output).hasBinaryContent(ILL_FORMED);
  }

  @Test
  void theNameOfTheOutputMayBeAsLongAsAny() throws IOException {
    output = folder.resolve("x".repeat(255));
    assertThat(run("utf-8", "utf-16be", file("input", "a".getBytes(UTF_8)))).isZero();
    assertThat(output).hasBinaryContent(new byte[] {0, 'a'});
  }

  @Test
  void aLinkToAFileThatIsNotThereYetStays() throws IOException {
    Path target = output;
    output = Files.createSymbolicLink(folder.resolve("link"), Path.of("output"));
    assertThat(run("utf-8", "utf-16be", file("input", "a".getBytes(UTF_8)))).isZero();
    assertThat(output).isSymbolicLink();
    assertThat(target).hasBinaryContent(new byte[] {0, 'a'});
  }

  /** Also at the end of a chain of links, in other folders, as the shell's {@code >} does. */
  @Test
  void soDoLinksToSuchALink() throws IOException {
    Path target = output;
    Path inside = Files.createDirectory(folder.resolve("inside"));
    List<Path> links = new ArrayList<>();
    links.add(Files.createSymbolicLink(inside.resolve("0"), Path.of("../" + target.getFileName())));
    links.add(Files.createSymbolicLink(folder.resolve("1"), Path.of("inside/0")));
    links.add(Files.createSymbolicLink(folder.resolve("2"), folder.resolve("1")));
    for (int i = 3; i < 40; i++) {
      links.add(Files.createSymbolicLink(folder.resolve("" + i), Path.of("" + (i - 1))));
    }
    for (int i : new int[] {1, 2, 3, 39}) {
      output = links.get(i);
      assertThat(run("utf-8", "utf-16be", file("input", "a".getBytes(UTF_8)))).isZero();
      assertThat(links).allSatisfy(link -> assertThat(link).isSymbolicLink());
      assertThat(target).hasBinaryContent(new byte[] {0, 'a'});
      Files.delete(target);
    }
  }

  @Test
  void linksInACircleStayAndAreTold() throws IOException {
    Path input = file("input", "a".getBytes(UTF_8));
    for (int length = 1; length <= 3; length++) {
      List<Path> links = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        Path next = Path.of(length + "-" + (i + 1) % length);
        links.add(Files.createSymbolicLink(folder.resolve(length + "-" + i), next));
      }
      output = links.get(0);
      assertThat(run("utf-8", "utf-8", input)).isEqualTo(1);
      assertThat(links).allSatisfy(link -> assertThat(link).isSymbolicLink());
      assertThat(err.toString().lines()).hasSize(length);
      assertThat(err.toString().strip())
          .endsWith("too many links, which may lead in a circle: " + output);
    }
  }

  @Test
  void noControlCharacterOfANameIsPrinted() throws IOException {
    assertThat(run("utf-8", "utf-8", "a\u001B[2Jb")).isEqualTo(1);
    assertThat(run("utf-8", "utf-8", file("a\u001Bb", ILL_FORMED))).isEqualTo(1);
    assertThat(run("utf-8", "utf-8", "--\u001B")).isEqualTo(2);
    assertThat(err.toString()).contains("\u241B[2J", "a\u241Bb: OVERLONG").doesNotContain("\u001B");
  }

  @Test
  void quietIsQuietUnlessTheRunFails() throws IOException {
    Path input = file("input", ILL_FORMED);
    assertThat(run("utf-8", "utf-8", "-q", "--on-malformed", "replace", input)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(run("utf-8", "utf-8", "--quiet", input)).isEqualTo(1);
    assertThat(err.toString()).isEqualTo(input + ": OVERLONG at byte 2 of UTF-8 text: C0\n");
  }

  @Test
  void theRequiredMarkThatIsMissingFailsUnderEveryPolicy() throws IOException {
    Path input = file("input", new byte[] {'a'});
    assertThat(run("utf-8", "utf-8", "--bom=require", "--on-malformed=replace", input))
        .isEqualTo(1);
  }

  @Test
  void theEncodingsAreListed() {
    StringWriter out = new StringWriter();
    CommandLine commandLine = Utflow.commandLine(new PrintWriter(out), new PrintWriter(err));
    assertThat(commandLine.execute("transcode", "--list")).isZero();
    assertThat(out.toString()).contains("UTF-8\n", "UTF-32LE\n", "CESU-8\n", "Shift_JIS\n");
    assertThat(commandLine.execute("transcode", "--version")).isZero();
    assertThat(out.toString()).contains("Utflow ");
  }

  @Test
  void whatTheOutputHasNoPlaceForGoesByItsPolicy() throws IOException {
    Path input = file("input", "\u20AC\u4E2D".getBytes(UTF_8));
    assertThat(run("utf-8", "windows-1252", input)).isEqualTo(1);
    assertThat(run("utf-8", "windows-1252", "--on-unmappable=hex", input)).isZero();
    assertThat(Files.readAllBytes(output)).isEqualTo("\u0080&#x4E2D;".getBytes(ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource({"--from=ebcdic", "--bom=perhaps", "--on-malformed=ignore", "--unknown"})
  void aWrongCommandLineIsStatusTwo(String argument) {
    assertThat(run("utf-8", "utf-8", argument)).isEqualTo(2);
    assertThat(output).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, UTF-16LE",
    "UTF-8, GB18030",
    "GB18030, UTF-8",
    "UTF-8, UTF-32BE",
    "UTF-16BE, UTF-8",
    "UTF-32LE, UTF-16BE"
  })
  void agreesWithIconvOnWellFormedText(String from, String to) throws Exception {
    assumeTrue(isInstalled("iconv"), "iconv is not installed");
    Path input = file("input", TEXT.repeat(10_000).getBytes(from));
    Path expected = folder.resolve("expected");
    Process process =
        new ProcessBuilder("iconv", "-f", from, "-t", to, input.toString())
            .redirectOutput(expected.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(run(from, to, input)).isZero();
    assertThat(output).hasSameBinaryContentAs(expected);
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
