/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the operations of a file yield is what one stage yields for all of it. */
@OverEncodings
class TextFileTest {
  private static final LineSpec ANY = LineSpec.of(LineBreaks.ANY);
  private static final DecoderSpec UTF8 = DecoderSpec.of(TextEncoding.UTF_8);

  @TempDir private Path folder;

  /** Files that have no bytes, or 4096, by what they say. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/version", "/proc/filesystems", "/sys/devices/system/cpu/online"})
  void aFileThatDoesNotTellItsSizeIsReadToItsEnd(String name) throws IOException {
    Path path = Path.of(name);
    assumeTrue(Files.isReadable(path), () -> "skipped: there is no " + name);
    String text = Files.readString(path);
    try (TextFile file = TextFile.open(path, UTF8)) {
      assertThat(file.size()).isEqualTo(text.length()).isNotEqualTo(Files.size(path));
      assertThat(file.count(LineBreaks.LF_ONLY)).isEqualTo(text.lines().count());
      assertThat(file.validate(1).isWellFormed()).isTrue();
      try (Stream<LocatedLine> lines = file.splitBytes(7).lines(ANY)) {
        assertThat(lines.map(LocatedLine::text)).containsExactlyElementsOf(text.lines().toList());
      }
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      file.transcode(EncoderSpec.of(TextEncoding.UTF_16LE), Channels.newChannel(written));
      assertThat(written.size()).isEqualTo(2 * text.length());
    }
  }

  /** Each split tells of its own lines, with places in the file. */
  @Test
  void aLineThatIsRefusedIsReplacedInItsSplit() throws IOException {
    byte[] bytes = "ab\nc\u00FFd\nef\n\u00FF\n".repeat(50).getBytes(ISO_8859_1);
    LineSpec lines = ANY.maxBytes(9).refused(line -> line.byteOffset() + "+" + line.byteLength());
    List<String> expected = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += 12) {
      expected.addAll(List.of("ab", (at + 3) + "+3", "ef", (at + 10) + "+1"));
    }
    try (TextFile file =
            TextFile.open(file(bytes), UTF8.onMalformed(MalformedPolicy.REPORT)).splitBytes(17);
        Stream<LocatedLine> read = file.lines(lines)) {
      assertThat(read.map(LocatedLine::text)).containsExactlyElementsOf(expected);
    }
  }

  /** They cannot be found from the middle. */
  @Test
  void recordsOfCharsAreReadFromTheStart() throws IOException {
    try (TextFile file = TextFile.open(file("abc\u00E9fg".getBytes(UTF_8)), UTF8).splitBytes(2);
        Stream<LocatedLine> read = file.records(RecordSpec.ofChars(3))) {
      assertThat(read.map(LocatedLine::text)).containsExactly("abc", "\u00E9fg");
    }
  }

  static List<TextEncoding> encodings() {
    List<TextEncoding> encodings = new ArrayList<>(Encodings.ALL);
    encodings.addAll(Encodings.VARIANTS);
    encodings.addAll(
        Encodings.present(
            "windows-1252", "Shift_JIS", "GB18030", "ISO-2022-JP", "SCSU", "IBM037", "UTF-7"));
    return encodings;
  }

  private Path file(byte[] bytes) throws IOException {
    Path path = Files.createTempFile(folder, "text", "");
    return Files.write(path, bytes);
  }

  private static byte[] text(TextEncoding encoding, Random random) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    TextEncoding written =
        Encodings.SCHEMES.contains(encoding) || EveryEncoding.written().contains(encoding)
            ? encoding
            : TextEncoding.UTF_8;
    EncoderSpec spec = EncoderSpec.of(written).onUnmappable(UnmappablePolicy.SKIP);
    for (int parts = 3 + random.nextInt(60); parts > 0; parts--) {
      String[] texts = {"\n", "\r\n", "\r", "some words", "\u00E9", "\u4E2D\u6587", "\uD83D\uDE00"};
      file.writeBytes(spec.newEncoder().encode(texts[random.nextInt(texts.length)]));
      if (random.nextInt(20) == 0) {
        file.write(random.nextInt(256));
      }
    }
    return file.toByteArray();
  }

  private static <O> List<O> all(ByteStage<O> stage, byte[] bytes) {
    List<O> outputs = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(bytes));
    for (O o = stage.poll(); o != null; o = stage.poll()) {
      outputs.add(o);
    }
    stage.endOfInput();
    for (O o = stage.poll(); o != null; o = stage.poll()) {
      outputs.add(o);
    }
    return outputs;
  }

  private static String place(LocatedLine line) {
    return line.text() + "@" + line.begin() + "-" + line.textEnd();
  }

  private static List<String> places(List<LocatedLine> lines) {
    return lines.stream().map(TextFileTest::place).toList();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void operationsOnSplitsAreThoseOnAllOfTheFile(TextEncoding encoding) throws IOException {
    Random random = new Random(encoding.name().hashCode());
    for (int round = 0; round < Product.sampled(6, 6); round++) {
      byte[] bytes = text(encoding, random);
      DecoderSpec spec =
          DecoderSpec.of(encoding).bom(round == 0 ? BomPolicy.SNIFF : BomPolicy.KEEP);
      LineBreaks breaks = LineBreaks.values()[random.nextInt(LineBreaks.values().length)];
      LineSpec lines = LineSpec.of(breaks);
      try (TextFile opened = TextFile.open(file(bytes), spec)) {
        TextFile file = opened.jobs(1 + random.nextInt(4)).splitBytes(1 + random.nextInt(40));
        List<String> expected = places(all(Stages.locatedLines(spec, lines), bytes));
        try (Stream<LocatedLine> found = file.lines(lines)) {
          assertThat(found.map(TextFileTest::place).toList()).isEqualTo(expected);
        }
        try (Stream<LocatedLine> found = file.unorderedLines(lines)) {
          assertThat(found.map(TextFileTest::place).toList())
              .containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(file.parallelLines(lines).map(TextFileTest::place).toList()).isEqualTo(expected);
        assertThat(
                file.splits(lines).stream()
                    .flatMap(split -> file.lines(lines, split))
                    .map(TextFileTest::place)
                    .toList())
            .isEqualTo(expected);
        assertThat(file.count(breaks))
            .as("terminators of %s", breaks)
            .isEqualTo(terminators(spec, breaks, bytes));
        assertValidation(file, spec, bytes);
        assertTranscoding(file, spec, bytes);
      }
    }
  }

  private static long terminators(DecoderSpec spec, LineBreaks breaks, byte[] bytes) {
    LineSpec keeping = LineSpec.of(breaks).keepTerminator(true);
    return all(Stages.locatedLines(spec, keeping), bytes).stream()
        .filter(line -> breaks.terminators().stream().anyMatch(line.text()::endsWith))
        .count();
  }

  private static void assertValidation(TextFile file, DecoderSpec spec, byte[] bytes)
      throws IOException {
    List<IllFormedSequence> sequences = new ArrayList<>();
    spec.observer(sequences::add).decode(bytes);
    Validation validation = file.validate(3);
    assertThat(validation.illFormed()).isEqualTo(sequences.size());
    assertThat(validation.isWellFormed()).isEqualTo(sequences.isEmpty());
    assertThat(validation.first().toString())
        .isEqualTo(sequences.stream().limit(3).toList().toString());
  }

  @Test
  void aMissingMarkDoesNotHideWhatElseIsIllFormed() throws IOException {
    byte[] bytes = {'a', 'b', 'c', (byte) 0xFF, 'd', (byte) 0x80};
    DecoderSpec required = UTF8.bom(BomPolicy.REQUIRE);
    try (TextFile file = TextFile.open(file(bytes), required)) {
      Validation whole = file.validate(5);
      assertThat(whole.illFormed()).isEqualTo(3);
      for (int length = 1; length < bytes.length; length++) {
        assertThat(file.splitBytes(length).validate(5).toString()).isEqualTo(whole.toString());
      }
    }
  }

  private static void assertTranscoding(TextFile file, DecoderSpec spec, byte[] bytes)
      throws IOException {
    for (TextEncoding target : encodings()) {
      if (!EveryEncoding.written().contains(target) && !Encodings.SCHEMES.contains(target)) {
        continue;
      }
      EncoderSpec to = EncoderSpec.of(target);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      all(Stages.transcode(spec, to, OutputBuffers.onHeap()), bytes)
          .forEach(b -> expected.write(b.array(), b.arrayOffset() + b.position(), b.remaining()));
      ByteArrayOutputStream found = new ByteArrayOutputStream();
      long written = file.transcode(to, Channels.newChannel(found));
      assertThat(found.toByteArray()).as("to %s", target).isEqualTo(expected.toByteArray());
      assertThat(written).isEqualTo(found.size());
    }
  }

  @Test
  void theMarkIsWrittenBeforeTheFirstCharacterOfWhateverSplit() throws IOException {
    byte[] bytes = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 'a', (byte) 0xFF, 'b', 'c'};
    DecoderSpec spec = UTF8.onMalformed(MalformedPolicy.SKIP);
    try (TextFile file = TextFile.open(file(bytes), spec).splitBytes(1)) {
      ByteArrayOutputStream found = new ByteArrayOutputStream();
      EncoderSpec to = EncoderSpec.of(TextEncoding.UTF_8).bom(BomOutput.ALWAYS);
      assertThat(file.transcode(to, Channels.newChannel(found))).isEqualTo(6);
      assertThat(found.toString(UTF_8)).isEqualTo("\uFEFFabc");
    }
  }

  /** In BOCU-1 what follows the mark is counted from it. */
  @Test
  void theMarkOfAnEncodingWithStateIsPartOfItsText() throws IOException {
    List<TextEncoding> targets = new ArrayList<>(Encodings.present("BOCU-1", "SCSU"));
    targets.add(TextEncoding.UTF_16);
    for (TextEncoding target : targets) {
      EncoderSpec to = EncoderSpec.of(target).bom(BomOutput.ALWAYS);
      try (TextFile file = TextFile.open(file("abc".getBytes(UTF_8)), UTF8).splitBytes(1)) {
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        file.transcode(to, Channels.newChannel(found));
        assertThat(found.toByteArray()).as("%s", target).isEqualTo(to.encode("abc"));
      }
    }
  }

  // Failures.

  @Test
  void whatFailsASplitIsThrownBehindTheLinesBefore() throws IOException {
    byte[] bytes = ("x\n".repeat(500) + "y").getBytes(UTF_8);
    bytes[701] = (byte) 0xFF;
    DecoderSpec spec = UTF8.onMalformed(MalformedPolicy.REPORT);
    try (TextFile opened = TextFile.open(file(bytes), spec)) {
      TextFile file = opened.jobs(3).splitBytes(64);
      List<LocatedLine> lines = new ArrayList<>();
      assertThatThrownBy(
              () -> {
                try (Stream<LocatedLine> all = file.lines(ANY)) {
                  all.forEach(lines::add);
                }
              })
          .isInstanceOfSatisfying(
              IllFormedTextException.class,
              e -> assertThat(e.sequence().byteOffset()).isEqualTo(701));
      assertThat(lines).hasSize(350);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThatThrownBy(
              () -> file.transcode(EncoderSpec.of(TextEncoding.UTF_16BE), Channels.newChannel(out)))
          .isInstanceOf(IllFormedTextException.class);
      assertThat(out.size()).isEqualTo(2 * 701);
    }
  }

  @Test
  void aFileThatBecomesShorterFailsWhatReadsIt() throws IOException {
    Path path = file("line\n".repeat(1000).getBytes(UTF_8));
    try (TextFile opened = TextFile.open(path, UTF8)) {
      TextFile file = opened.splitBytes(512);
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(1003);
      }
      for (Consumer<TextFile> operation :
          List.<Consumer<TextFile>>of(
              f -> io(() -> f.count(LineBreaks.ANY)),
              f -> io(() -> f.validate(1)),
              f -> f.lines(ANY).forEach(line -> {}))) {
        assertThatThrownBy(() -> operation.accept(file))
            .isInstanceOf(UncheckedIOException.class)
            .cause()
            .isInstanceOfSatisfying(
                FileChangedException.class,
                e -> {
                  assertThat(e.byteOffset()).isEqualTo(1003);
                  assertThat(e.expectedSize()).isEqualTo(5000);
                });
      }
      List<LocatedLine> before = new ArrayList<>();
      assertThatThrownBy(() -> file.lines(ANY).forEach(before::add)).hasMessageContaining("1003");
      assertThat(before).hasSizeBetween(100, 200);
    }
  }

  interface Operation {
    Object run() throws IOException;
  }

  static void io(Operation operation) {
    try {
      operation.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatIsAppendedLaterIsNotSeen() throws IOException {
    Path path = file("one\ntw".getBytes(UTF_8));
    try (TextFile file = TextFile.open(path, UTF8)) {
      Files.writeString(path, "o\nthree\n", StandardOpenOption.APPEND);
      assertThat(file.parallelLines(ANY).map(LocatedLine::text)).containsExactly("one", "tw");
      assertThat(file.count(LineBreaks.LF_ONLY)).isEqualTo(1);
      assertThat(file.size()).isEqualTo(6);
    }
  }

  @Test
  void refusesPipesAndFolders() {
    assertThatThrownBy(() -> TextFile.open(folder, UTF8))
        .hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> TextFile.open(folder.resolve("none"), UTF8))
        .isInstanceOf(java.nio.file.NoSuchFileException.class);
  }

  @Test
  void recordsOfAFile() throws IOException {
    RecordSpec records = RecordSpec.delimitedBy("\u0000|");
    RecordSpec overlapping = RecordSpec.delimitedBy("||");
    byte[] bytes = "eins\u0000|zwei||drei\u0000|||vier".getBytes(UTF_8);
    try (TextFile opened = TextFile.open(file(bytes), UTF8)) {
      TextFile file = opened.splitBytes(1);
      assertThat(file.splits(records)).hasSize(bytes.length);
      assertThat(file.splits(overlapping)).hasSize(1);
      assertThat(texts(file.records(records))).containsExactly("eins", "zwei||drei", "||vier");
      assertThat(texts(file.unorderedRecords(records)))
          .containsExactlyInAnyOrder("eins", "zwei||drei", "||vier");
      assertThat(texts(file.parallelRecords(records)))
          .containsExactly("eins", "zwei||drei", "||vier");
      assertThat(texts(file.records(records, new FileRange(1, 7)))).containsExactly("zwei||drei");
      assertThat(texts(file.records(overlapping)))
          .containsExactly("eins\u0000|zwei", "drei\u0000", "|vier");
    }
  }

  static List<String> texts(Stream<LocatedLine> lines) {
    try (lines) {
      return lines.map(LocatedLine::text).toList();
    }
  }

  @Test
  void observersHearEachSequenceOnceFromSeveralThreads() throws IOException {
    byte[] bytes = "ab\n".repeat(2000).getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i += 7) {
      bytes[i] = (byte) 0xFF;
    }
    List<Long> offsets = Collections.synchronizedList(new ArrayList<>());
    DecoderSpec spec = UTF8.observer(sequence -> offsets.add(sequence.byteOffset()));
    try (TextFile opened = TextFile.open(file(bytes), spec)) {
      AtomicInteger lines = new AtomicInteger();
      opened
          .splitBytes(100)
          .parallelLines(ANY)
          .unordered()
          .forEach(line -> lines.incrementAndGet());
      List<Long> sorted = offsets.stream().sorted(Comparator.naturalOrder()).toList();
      assertThat(sorted).hasSize((bytes.length + 6) / 7).doesNotHaveDuplicates();
      assertThat(lines.get()).isEqualTo(all(Stages.locatedLines(UTF8, ANY), bytes).size());
    }
  }

  @Test
  void badSettingsAreRefused() throws IOException {
    try (TextFile file = TextFile.open(file(new byte[0]), UTF8)) {
      assertThatThrownBy(() -> file.jobs(0)).hasMessageContaining("at least 1");
      assertThatThrownBy(() -> file.splitBytes(0)).hasMessageContaining("at least 1");
      assertThatThrownBy(() -> file.validate(-1)).hasMessageContaining("0 or more");
      assertThat(file.lines(ANY).collect(Collectors.toList())).isEmpty();
      assertThat(file.count(LineBreaks.ANY)).isZero();
      assertThat(file.validate(1).isWellFormed()).isTrue();
    }
  }
}
