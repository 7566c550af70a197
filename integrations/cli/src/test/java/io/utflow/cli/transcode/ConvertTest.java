/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in their places: those that need it, as wholes, and the others as they were. */
class ConvertTest {
  private static final String TEXT = "Grüße\r\naus Köln\n";
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  @TempDir private Path folder;
  private Path tree;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeTheTree() throws IOException {
    tree = Files.createDirectories(folder.resolve("tree"));
    put("utf16", ("\uFEFF" + TEXT).getBytes(UTF_16LE));
    put("sub/unmarked", TEXT.repeat(3).getBytes(UTF_16LE));
    put("windows", (TEXT + "\u20AC").getBytes(Charset.forName("windows-1252")));
    put("utf8", TEXT.getBytes(UTF_8));
    put("marked", ("\uFEFF" + TEXT).getBytes(UTF_8));
    put("ascii", "plain\n".getBytes(UTF_8));
    put("empty", new byte[0]);
    put("picture", new byte[] {(byte) 0x89, 'P', 0, 0, 1, (byte) 0xFF});
    put(".git/index", TEXT.getBytes(ISO_8859_1));
  }

  private void put(String name, byte[] bytes) throws IOException {
    Path file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    if (POSIX) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r----x"));
    }
    Files.setLastModifiedTime(file, LONG_AGO);
  }

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] arguments = Stream.of(words).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err), arguments)
        .execute(arguments);
  }

  /** By name what each file has, as Latin-1, and when it was changed. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(
            tree.relativize(file).toString().replace('\\', '/'),
            Files.readString(file, ISO_8859_1) + Files.getLastModifiedTime(file));
      }
    }
    return contents;
  }

  @Test
  void aTreeBecomesUtf8() throws IOException {
    Map<String, String> before = contents();
    int status = run("convert", "--from", "auto:windows-1252", "--dry-run", tree);
    assertThat(status).as(out.toString()).isZero();
    assertThat(contents()).isEqualTo(before);
    String told = out.toString();
    assertThat(run("convert", "--from", "auto:windows-1252", "--in-place", tree)).isZero();
    assertThat(out.toString()).isEqualTo(told).hasLineCount(5);
    assertThat(told)
        .contains("utf16: UTF-16LE to UTF-8", "windows: windows-1252 to UTF-8", "picture: left");
    assertThat(err.toString()).contains("8 files: 4 converted, 3 as they should be, 1 left");
    Map<String, String> after = contents();
    assertThat(after.keySet()).isEqualTo(before.keySet());
    for (String same : List.of("utf8", "ascii", "empty", "picture", ".git/index")) {
      assertThat(after.get(same)).isEqualTo(before.get(same));
    }
    assertThat(tree.resolve("utf16")).hasContent(TEXT);
    assertThat(tree.resolve("sub/unmarked")).hasContent(TEXT.repeat(3));
    assertThat(tree.resolve("windows")).hasContent(TEXT + "\u20AC");
    assertThat(tree.resolve("marked")).hasBinaryContent(TEXT.getBytes(UTF_8));
    for (String changed : List.of("utf16", "sub/unmarked", "windows", "marked")) {
      Path file = tree.resolve(changed);
      assertThat(Files.getLastModifiedTime(file)).isEqualTo(LONG_AGO);
      if (POSIX) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-r----x");
      }
    }
    assertThat(run("convert", "--in-place", tree)).isZero();
    assertThat(err.toString()).contains("0 converted, 7 as they should be");
    assertThat(contents()).isEqualTo(after);
  }

  /** What nothing tells is not guessed. */
  @Test
  void whatCannotBeDecidedIsLeft() throws IOException {
    Path windows = tree.resolve("windows");
    byte[] before = Files.readAllBytes(windows);
    assertThat(run("convert", "--in-place", windows)).isEqualTo(1);
    assertThat(windows).hasBinaryContent(before);
    assertThat(out.toString()).contains("left: undecided").hasLineCount(1);
    assertThat(run("convert", "--from", "UTF-8", "--in-place", windows)).isEqualTo(1);
    assertThat(windows).hasBinaryContent(before);
    assertThat(out.toString()).contains("left: ill-formed UTF-8, line 1, column 3, byte 2");
    assertThat(run("convert", "--in-place", tree.resolve("picture"))).isEqualTo(1);
    assertThat(run("convert", "--in-place", tree.resolve("missing"))).isEqualTo(1);
    assertThat(out.toString()).contains("left: no such file");
    assertThat(
            run("convert", "--from", "UTF-8", "--on-malformed", "replace", "--in-place", windows))
        .isZero();
    assertThat(windows).hasContent("Gr\uFFFD\uFFFDe\r\naus K\uFFFDln\n\uFFFD");
    assertThat(out.toString()).contains("4 ill-formed, the first at line 1");
  }

  /** The first 64 KiB are ASCII; the file is what the rest says. */
  @Test
  void theWholeOfAFileIsLookedAt() throws IOException {
    Path late = tree.resolve("late");
    Files.write(late, ("x".repeat(100_000) + "é").getBytes(ISO_8859_1));
    assertThat(run("convert", "--in-place", late)).isEqualTo(1);
    assertThat(out.toString()).contains("byte 100000");
    assertThat(run("convert", "--from", "auto:windows-1252", "--in-place", late)).isZero();
    assertThat(late).hasContent("x".repeat(100_000) + "é");
    Files.write(late, ("x".repeat(100_000) + "é").getBytes(UTF_8));
    assertThat(run("convert", "--to", "ISO-8859-1", "--in-place", late)).isZero();
    assertThat(late).hasBinaryContent(("x".repeat(100_000) + "é").getBytes(ISO_8859_1));
  }

  @Test
  void lineEndsAreThoseOfDos2unix() throws IOException {
    Path utf8 = tree.resolve("utf8");
    assertThat(run("convert", "--line-ends", "lf", "--in-place", utf8)).isZero();
    assertThat(utf8).hasBinaryContent(TEXT.replace("\r\n", "\n").getBytes(UTF_8));
    assertThat(run("convert", "--line-ends", "crlf", "--in-place", utf8)).isZero();
    assertThat(utf8).hasBinaryContent("Grüße\r\naus Köln\r\n".getBytes(UTF_8));
    assertThat(run("convert", "--line-ends", "crlf", "--in-place", utf8)).isZero();
    assertThat(err.toString()).contains("1 as they should be");
    assertThat(run("convert", "--line-ends", "lf", "--in-place", tree.resolve("utf16"))).isZero();
    assertThat(tree.resolve("utf16")).hasContent(TEXT.replace("\r\n", "\n"));
  }

  @Test
  void whatTheTargetDoesNotHaveLeavesTheFile() throws IOException {
    Path utf8 = tree.resolve("utf8");
    Files.writeString(utf8, "eins\r\n„zwei“ \u2026\n");
    assertThat(run("convert", "--to", "US-ASCII", "--line-ends", "lf", "--in-place", utf8))
        .isEqualTo(1);
    assertThat(out.toString()).contains("line 2, column 1: U+201E is not in US-ASCII");
    assertThat(utf8).hasContent("eins\r\n„zwei“ \u2026\n");
    assertThat(run("convert", "--to", "US-ASCII", "--on-unmappable", "nearest", "--in-place", utf8))
        .isZero();
    assertThat(utf8).hasContent("eins\r\n,,zwei\" ...\n");
    assertThat(out.toString()).contains("3 that US-ASCII has not");
  }

  @Test
  void theOldFileIsKeptOnce() throws IOException {
    Path utf16 = tree.resolve("utf16");
    byte[] before = Files.readAllBytes(utf16);
    assertThat(run("convert", "--backup", "--in-place", utf16)).isZero();
    assertThat(tree.resolve("utf16.bak")).hasBinaryContent(before);
    assertThat(Files.getLastModifiedTime(tree.resolve("utf16.bak"))).isEqualTo(LONG_AGO);
    Files.write(utf16, before);
    assertThat(run("convert", "--backup", "--in-place", utf16)).isEqualTo(1);
    assertThat(out.toString()).contains("left: utf16.bak is there already");
    assertThat(utf16).hasBinaryContent(before);
    assertThat(run("convert", "--backup=~", "--in-place", utf16)).isZero();
    assertThat(tree.resolve("utf16~")).hasBinaryContent(before);
  }

  /** By its name a link stands for its file; in a folder it leads elsewhere. */
  @Test
  void linksStay() throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Path outside = folder.resolve("outside");
    Files.write(outside, ("\uFEFF" + TEXT).getBytes(UTF_16LE));
    Path link = Files.createSymbolicLink(tree.resolve("link"), outside);
    Files.createSymbolicLink(tree.resolve("circle"), tree);
    assertThat(run("convert", "--from", "auto:windows-1252", "--in-place", tree)).isZero();
    assertThat(Files.size(outside)).isEqualTo(2 + 2 * TEXT.length());
    assertThat(run("convert", "--in-place", link)).isZero();
    assertThat(outside).hasContent(TEXT);
    assertThat(link).isSymbolicLink();
  }

  /** Nothing is left behind, whatever became of the files. */
  @Test
  void noPartsRemain() throws IOException {
    run("convert", "--in-place", tree);
    run("convert", "--to", "US-ASCII", "--in-place", tree);
    try (Stream<Path> files = Files.walk(tree)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".part"));
    }
  }

  /** Where it is damaged is told: a text of many is no picture because of one byte. */
  @Test
  void utf16WithoutAMarkThatIsDamagedIsNotBinary() throws IOException {
    byte[] text = TEXT.repeat(5_000).getBytes(UTF_16LE);
    byte[] cut = java.util.Arrays.copyOf(text, text.length - 1);
    byte[] surrogate = text.clone();
    surrogate[60_001] = (byte) 0xD8;
    byte[] shortOne = java.util.Arrays.copyOf(TEXT.getBytes(UTF_16LE), 21);
    for (byte[] bytes : List.of(cut, surrogate, shortOne)) {
      Path file = Files.write(folder.resolve("text"), bytes);
      for (String from : List.of("auto", "auto:windows-1252")) {
        assertThat(run("convert", "--from", from, "--in-place", file)).isEqualTo(1);
        assertThat(out.toString()).contains("left: ill-formed UTF-16LE, line ");
        assertThat(run("convert", "--from", from, "--in-place", folder)).isEqualTo(1);
        assertThat(file).hasBinaryContent(bytes);
      }
    }
  }
}
