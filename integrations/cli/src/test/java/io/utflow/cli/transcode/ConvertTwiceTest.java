/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No file is converted that nobody named, none twice, and none that has the encoding already. */
class ConvertTwiceTest {
  private static final Charset WINDOWS = Charset.forName("windows-1252");
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] arguments = Stream.of(words).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err), arguments)
        .execute(arguments);
  }

  private Path file(String name, String text, Charset charset) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, text.getBytes(charset));
  }

  /** A script whose variable is not set must not convert the folder it runs in. */
  @Test
  void anEmptyNameIsRefused() {
    assertThat(run("convert", "--dry-run", "")).isEqualTo(2);
    assertThat(err.toString()).contains("an empty name names no file");
    assertThat(out.toString()).isEmpty();
  }

  /** A shell passes names as they are, and a folder may hold a file of any name. */
  @Test
  void aNameThatBeginsWithAnAtIsAName() throws IOException {
    Path other = file("other", "Größe", WINDOWS);
    Path at = file("@a", "Größe " + other, UTF_8);
    String relative = "@" + at;
    assertThat(run("convert", "-f", "windows-1252", "--in-place", "--", relative)).isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(relative + ": left: no such file" + System.lineSeparator());
    assertThat(other).hasBinaryContent("Größe".getBytes(WINDOWS));
  }

  @Test
  void aFileNamedTwiceIsConvertedOnce() throws IOException {
    Path file = file("text", "Größe €", WINDOWS);
    Path again = folder.resolve("sub").resolve("..").resolve("text");
    Files.createDirectories(folder.resolve("sub"));
    assertThat(run("convert", "-f", "windows-1252", "--in-place", file, again, folder, file))
        .isZero();
    assertThat(file).hasContent("Größe €");
    assertThat(out.toString()).hasLineCount(1);
    assertThat(err.toString()).contains("1 files: 1 converted");
  }

  @Test
  void aFileAndALinkToItAreOne() throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Path file = file("text", "Größe €", WINDOWS);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThat(run("convert", "-f", "windows-1252", "--in-place", link, file)).isZero();
    assertThat(file).hasContent("Größe €");
  }

  /** The second run of a script leaves what the first has converted. */
  @Test
  void textThatIsUtf8AlreadyIsLeft() throws IOException {
    Path file = file("text", "Größe €", WINDOWS);
    assertThat(run("convert", "-f", "windows-1252", "--in-place", file)).isZero();
    assertThat(run("convert", "-f", "windows-1252", "--in-place", file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: is UTF-8 already");
    assertThat(run("convert", "-f", "windows-1252", "--to", "UTF-16", "--in-place", file))
        .isEqualTo(1);
    assertThat(file).hasContent("Größe €");
    // Between the two the bytes mean what is declared, and so they do in CESU-8.
    assertThat(run("convert", "-f", "CESU-8", "--to", "UTF-16BE", "--in-place", file)).isZero();
    assertThat(file).hasBinaryContent("Größe €".getBytes(Charset.forName("UTF-16BE")));
    Path legacy = file("legacy", "ö", UTF_8);
    assertThat(run("convert", "-f", "ISO-8859-1", "-t", "windows-1252", "--in-place", legacy))
        .isZero();
  }

  /** In EBCDIC and UTF-16 any ASCII is other text. */
  @ParameterizedTest
  @CsvSource({
    "IBM037, UTF-8, ASCII, HELLO 123",
    "IBM037, ISO-8859-1, ASCII, HELLO 123",
    "IBM037, UTF-8, UTF-8, Größe",
    "IBM1047, US-ASCII, ASCII, {x}",
    "UTF-16LE, UTF-8, ASCII, HELLO 1",
    "UTF-16BE, UTF-8, UTF-8, Größe",
    "UTF-16, UTF-8, ASCII, HELLO 1",
    "UTF-32BE, UTF-8, ASCII, ok."
  })
  void whatTheFirstRunMadeIsLeft(String from, String to, String is, String word)
      throws IOException {
    assumeTrue(Charset.isSupported(from), () -> "skipped: no " + from);
    Path file = file("text", word + " ", Charset.forName(from));
    assertThat(run("convert", "-f", from, "-t", to, "--in-place", file)).isZero();
    byte[] first = Files.readAllBytes(file);
    assertThat(new String(first, Charset.forName(to)).strip()).isEqualTo(word);
    for (Object each : new Object[] {file, folder}) {
      run("convert", "-f", from, "-t", to, "--on-malformed", "skip", "--in-place", each);
      assertThat(file).hasBinaryContent(first);
      assertThat(out.toString()).contains("left: ");
    }
    assertThat(run("convert", "-f", from, "-t", to, "--in-place", file)).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("left: (is " + is + " already, and not|ill-formed) " + from);
  }

  /** They write all characters in ASCII. */
  @ParameterizedTest
  @CsvSource({"UTF-7, Hi +AOk-, Hi é", "HZ-GB-2312, a~{VP~}, a中"})
  void escapesAreWrittenOnce(String to, String bytes, String text) throws IOException {
    assumeTrue(TextEncoding.find(to).isPresent(), () -> "skipped: no " + to);
    Path file = file("text", text + "\n", UTF_8);
    assertThat(run("convert", "-t", to, "--in-place", file)).isZero();
    assertThat(file).hasContent(bytes);
    assertThat(run("convert", "-t", to, "--in-place", file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: is " + to + " already, or would be other text");
    assertThat(file).hasContent(bytes);
    // What is no escape is text, and is written as it is read.
    Path plain = file("plain", "1+1=~2\n", UTF_8);
    assertThat(run("convert", "-t", to, "--in-place", plain)).isZero();
    assertThat(run("convert", "-f", to, "--in-place", plain, file)).isZero();
    assertThat(plain).hasContent("1+1=~2");
    assertThat(file).hasContent(text);
  }

  /** What was given for another program's habit to take the next word as the suffix. */
  @Test
  void theSuffixIsAttached() throws IOException {
    Path one = file("one", "Größe", ISO_8859_1);
    Path two = file("two", "Größe", ISO_8859_1);
    assertThat(run("convert", "-f", "ISO-8859-1", "--in-place", "--backup", one, two)).isZero();
    assertThat(one).hasContent("Größe");
    assertThat(two).hasContent("Größe");
    assertThat(folder.resolve("one.bak")).hasBinaryContent("Größe".getBytes(ISO_8859_1));
    assertThat(folder.resolve("two.bak")).hasBinaryContent("Größe".getBytes(ISO_8859_1));
    Path three = file("three", "Größe", ISO_8859_1);
    assertThat(run("convert", "-f", "ISO-8859-1", three, "--in-place", "--backup=.old")).isZero();
    assertThat(folder.resolve("three.old")).exists();
    Path four = file("four", "Größe", ISO_8859_1);
    assertThat(run("convert", "-f", "ISO-8859-1", four, "--in-place", "--backup")).isZero();
    assertThat(folder.resolve("four.bak")).exists();
  }

  /** One damaged byte does not make all the others characters of windows-1252. */
  @Test
  void utf8WithABadByteIsNotLegacy() throws IOException {
    Path near = file("near", "Grüße\nGr\u00FF", UTF_8);
    byte[] bytes = Files.readAllBytes(near);
    bytes[bytes.length - 1] = (byte) 0xFF;
    Files.write(near, bytes);
    Path far = file("far", "Grüße\n" + "x\n".repeat(50_000), UTF_8);
    Files.write(far, new byte[] {'a', (byte) 0xFC, 'b'}, java.nio.file.StandardOpenOption.APPEND);
    Path late = file("late", "x\n".repeat(50_000) + "Grüße\n", UTF_8);
    Files.write(late, new byte[] {'a', (byte) 0xFC, 'b'}, java.nio.file.StandardOpenOption.APPEND);
    for (Path file : new Path[] {near, far, late}) {
      byte[] before = Files.readAllBytes(file);
      assertThat(run("convert", "-f", "auto:windows-1252", "--in-place", file)).isEqualTo(1);
      assertThat(out.toString()).contains("left: ill-formed UTF-8, line ");
      assertThat(file).hasBinaryContent(before);
    }
    assertThat(out.toString()).contains("line 50002, column 2");
    run("convert", "-f", "auto:windows-1252", "--on-malformed", "replace", "--in-place", near);
    assertThat(near.toFile()).content(UTF_8).startsWith("Grüße\nGr").endsWith("\uFFFD");
  }

  /** A log that was rotated in the middle of a character begins with its rest. */
  @ParameterizedTest
  @ValueSource(strings = {"windows-1252", "GBK"})
  void utf8WhoseFirstByteIsBadIsNotLegacy(String legacy) throws IOException {
    byte[] bytes = ("?" + "Grüße, Jürgen\n".repeat(3)).getBytes(UTF_8);
    bytes[0] = (byte) 0xBC;
    Path file = Files.write(folder.resolve("text"), bytes);
    assertThat(run("convert", "-f", "auto:" + legacy, "--in-place", file)).isEqualTo(1);
    assertThat(out.toString()).contains("left: ill-formed UTF-8, line 1, column 1, byte 0");
    assertThat(file).hasBinaryContent(bytes);
    // As many that are not as that are: text of a legacy encoding, in which each byte is valid.
    Path mixed = Files.write(folder.resolve("mixed"), "\u00FC\u00C3\u00A9".getBytes(ISO_8859_1));
    assertThat(run("convert", "-f", "auto:windows-1252", "--in-place", mixed)).isZero();
    assertThat(mixed).hasContent("\u00FC\u00C3\u00A9");
  }

  /** In GBK the first characters may be valid UTF-8. */
  @Test
  void aFewCharactersOfGbkMayLookLikeUtf8() throws IOException {
    Path file = folder.resolve("gbk");
    byte[] bytes = {(byte) 0xC1, (byte) 0xAA, (byte) 0xCD, (byte) 0xA8, (byte) 0xD6, (byte) 0xD0};
    Files.write(file, bytes);
    String text = new String(bytes, Charset.forName("GBK"));
    assertThat(run("convert", "-f", "auto:GBK", "--in-place", file)).isZero();
    assertThat(file).hasContent(text);
    bytes[0] = (byte) 0xCB;
    Files.write(file, bytes);
    String second = new String(bytes, Charset.forName("GBK"));
    assertThat(run("convert", "-f", "auto:GBK", "--in-place", file)).isZero();
    assertThat(file).hasContent(second);
  }

  /** What changes no byte of text but line ends keeps the mark, and says what it has changed. */
  @Test
  void lineEndsAloneKeepTheMark() throws IOException {
    Path marked = file("marked", "\uFEFFä\r\n", UTF_8);
    assertThat(run("convert", "--line-ends", "lf", "--in-place", marked)).isZero();
    assertThat(marked).hasBinaryContent("\uFEFFä\n".getBytes(UTF_8));
    assertThat(out.toString()).contains("marked: UTF-8, line ends to LF").hasLineCount(1);
    assertThat(run("convert", "--line-ends", "lf", "--in-place", marked)).isZero();
    assertThat(err.toString()).contains("1 as they should be");
    assertThat(run("convert", "--line-ends", "crlf", "--bom-out", "never", "--in-place", marked))
        .isZero();
    assertThat(marked).hasBinaryContent("ä\r\n".getBytes(UTF_8));
    assertThat(out.toString())
        .contains("marked: UTF-8, line ends to CR LF, byte order mark removed");
    assertThat(run("convert", "--bom-out", "always", "--in-place", marked)).isZero();
    assertThat(out.toString()).contains("marked: UTF-8, byte order mark added");
    assertThat(run("convert", "--to", "UTF-8", "--line-ends", "lf", "--in-place", marked)).isZero();
    assertThat(marked).hasBinaryContent("ä\n".getBytes(UTF_8));
    Path plain = file("plain", "ä\r\n", UTF_8);
    assertThat(run("convert", "--line-ends", "lf", "--in-place", plain)).isZero();
    assertThat(plain).hasBinaryContent("ä\n".getBytes(UTF_8));
  }

  /** A file that is not written keeps its inode; all others get a new one. */
  @Test
  void asciiIsNotWrittenAgain() throws IOException {
    Path ascii = file("ascii", "plain ~ \\ text\n", US_ASCII);
    Files.setLastModifiedTime(ascii, LONG_AGO);
    for (String from : new String[] {"windows-1252", "GBK", "UTF-8", "ISO-2022-JP", "US-ASCII"}) {
      assertThat(run("convert", "-f", from, "--in-place", ascii)).isZero();
      assertThat(err.toString()).as(from).contains("0 converted, 1 as they should be");
    }
    // Escapes are no text, and UTF-8 has none.
    Files.write(ascii, "a\u001B(Jb\u001B(Bc".getBytes(US_ASCII));
    assertThat(run("convert", "-f", "ISO-2022-JP", "--in-place", ascii)).isZero();
    assertThat(ascii).hasContent("abc");
    Files.write(ascii, "a~~b".getBytes(US_ASCII));
    assertThat(run("convert", "-f", "HZ-GB-2312", "--in-place", ascii)).isZero();
    assertThat(ascii).hasContent("a~b");
  }

  @Test
  void partsAndBackupsOfFoldersArePassedBy() throws IOException {
    Path part = file(".transcode-1f.part", "Größe", ISO_8859_1);
    Path old = file("text.old", "Größe", ISO_8859_1);
    file("text", "plain", US_ASCII);
    assertThat(run("convert", "-f", "ISO-8859-1", "--in-place", "--backup=.old", folder)).isZero();
    assertThat(err.toString()).contains("1 files: 0 converted");
    assertThat(part).hasBinaryContent("Größe".getBytes(ISO_8859_1));
    assertThat(old).hasBinaryContent("Größe".getBytes(ISO_8859_1));
    // By its name a file is taken whatever its name.
    assertThat(run("convert", "-f", "ISO-8859-1", "--in-place", old)).isZero();
    assertThat(old).hasContent("Größe");
  }

  @Test
  void aLinkToAFolderThatIsNamedIsWalked() throws IOException {
    assumeTrue(POSIX, "skipped: links are made differently");
    Path text = file("real/sub/text", "Größe", ISO_8859_1);
    Path link = Files.createSymbolicLink(folder.resolve("link"), text.getParent().getParent());
    assertThat(run("convert", "-f", "ISO-8859-1", "--in-place", link)).isZero();
    assertThat(text).hasContent("Größe");
    assertThat(out.toString()).startsWith(link + "/sub/text: ISO-8859-1 to UTF-8");
  }

  /** With a mark either byte order is UTF-16. */
  @Test
  void whatIsUtf16ByItsMarkIsNotWrittenAgain() throws IOException {
    for (String name : new String[] {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
      Path file = file("text", "\uFEFFGröße\n", Charset.forName(name));
      String target = name.substring(0, 6);
      assertThat(run("convert", "--to", target, "--in-place", file)).isZero();
      assertThat(err.toString()).as(name).contains("0 converted, 1 as they should be");
      assertThat(run("convert", "--to", target, "--line-ends", "crlf", "--in-place", file))
          .isZero();
      assertThat(file).hasBinaryContent(bigEndian("Größe\r\n", target));
    }
  }

  private static byte[] bigEndian(String text, String encoding) {
    return ("\uFEFF" + text).getBytes(Charset.forName(encoding + "BE"));
  }

  @Test
  void whatIsScsuIsNotWrittenAgain() throws IOException {
    Path file = file("text", "Größe\n", UTF_8);
    assertThat(run("convert", "--to", "SCSU", "--in-place", file)).isZero();
    assertThat(run("convert", "--from", "SCSU", "--to", "SCSU", "--in-place", file)).isZero();
    assertThat(err.toString()).contains("0 converted, 1 as they should be");
  }
}
