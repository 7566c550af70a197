/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L11: the lines of the splits of a file, in order, are the lines of the file, each with its
 * offset; what observers hear of is heard of once.
 */
@OverEncodings
class FileSplitLawsTest {
  private static final int ROUNDS = Product.sampled(12, 12);

  private static final Set<TextEncoding> WRITTEN = Set.copyOf(EveryEncoding.written());

  private static final List<PolicyCase> BEARING =
      PolicyCase.ALL.stream().filter(policy -> policy.budget() == Long.MAX_VALUE).toList();

  private static final List<List<String>> DELIMITERS =
      List.of(
          List.of("\n"),
          List.of("\r\n", "\n"),
          List.of("ab", "b"),
          List.of("\uD83D\uDE00", "x\uD83D\uDE00"),
          List.of("a\u4E2D", "\u2028\n", "\r"),
          List.of("\n\rab\n\u2029", "ab"),
          List.of("a", "abc"));

  /** One file, read whole and by splits. */
  private record Told(List<String> lines, List<String> sequences, List<Long> tooLong) {
    Told() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void hear(IllFormedSequence sequence) {
      sequences.add(sequence.byteOffset() + " " + sequence);
    }

    void hear(TooLongLine line) {
      tooLong.add(line.byteOffset());
    }
  }

  /** How lines or records are read. */
  private interface Rule {
    ByteStage<LocatedLine> whole(DecoderSpec spec, Told told);

    FileSplit<LocatedLine> split(DecoderSpec spec, Told told, long begin, long end);
  }

  private record Lines(LineSpec spec) implements Rule {
    @Override
    public ByteStage<LocatedLine> whole(DecoderSpec decoder, Told told) {
      return Stages.locatedLines(decoder, spec.observer(told::hear));
    }

    @Override
    public FileSplit<LocatedLine> split(DecoderSpec decoder, Told told, long begin, long end) {
      return Stages.splitLines(decoder, spec.observer(told::hear), begin, end);
    }
  }

  private record Records(RecordSpec spec) implements Rule {
    @Override
    public ByteStage<LocatedLine> whole(DecoderSpec decoder, Told told) {
      return Stages.locatedRecords(decoder, spec.observer(told::hear));
    }

    @Override
    public FileSplit<LocatedLine> split(DecoderSpec decoder, Told told, long begin, long end) {
      return Stages.splitRecords(decoder, spec.observer(told::hear), begin, end);
    }
  }

  static List<TextEncoding> encodings() {
    return EveryEncoding.all();
  }

  static List<TextEncoding> fixed() {
    return Encodings.FIXED;
  }

  // Exhaustive, on small files.

  /** Every file of four of these units, in every two and three splits. */
  @ParameterizedTest
  @EnumSource
  void everySplitOfSmallFiles(LineBreaks breaks) {
    byte[][] utf8 = bytes("a", "\r", "\n", "\u0085", "\u2028");
    utf8[0] = new byte[] {(byte) 0xE2};
    everyFile(TextEncoding.UTF_8, utf8, 4, breaks);
    byte[][] utf16 = {{0, 'a'}, {0, '\r'}, {0, '\n'}, {0x20, 0x28}, {(byte) 0xD8, 0x0A}};
    everyFile(TextEncoding.UTF_16BE, utf16, 4, breaks);
    byte[][] utf32 = {{'a', 0, 0, 0}, {'\r', 0, 0, 0}, {'\n', 0, 0, 0}, {0, '\n', 0, 1}};
    everyFile(TextEncoding.UTF_32LE, utf32, 3, breaks);
  }

  private static byte[][] bytes(String... texts) {
    return Arrays.stream(texts)
        .map(text -> ReferenceEncoder.encode(TextEncoding.UTF_8, text))
        .toArray(byte[][]::new);
  }

  private static void everyFile(
      TextEncoding encoding, byte[][] units, int length, LineBreaks breaks) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    int files = (int) Math.pow(units.length, length);
    for (int number = 0; number < files; number++) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      for (int i = 0, rest = number; i < length; i++, rest /= units.length) {
        file.writeBytes(units[rest % units.length]);
      }
      // An odd byte at the end of some.
      if (number % 3 == 0) {
        file.write(0);
      }
      everySplit(encoding, spec, file.toByteArray(), breaks);
    }
  }

  /** All ranges once; then all ways to put two and three of them together. */
  private static void everySplit(
      TextEncoding encoding, DecoderSpec spec, byte[] file, LineBreaks breaks) {
    for (PolicyCase policy : List.of(BEARING.get(0))) {
      ReferenceLines reference =
          new ReferenceLines(
              encoding,
              BomPolicy.PER_ENCODING,
              file,
              policy,
              ReferenceSplitter.of(breaks, true),
              breaks.terminators());
      List<String> expected =
          reference.lines().stream()
              .map(line -> line.text() + "@" + line.begin() + "-" + line.textEnd())
              .toList();
      Rule rule = new Lines(LineSpec.of(breaks));
      int n = file.length;
      Told[][] ranges = new Told[n + 1][n + 1];
      for (int begin = 0; begin <= n; begin++) {
        for (int end = begin; end <= n; end++) {
          int size = (begin + end) % 3 == 0 ? 1 : 1 + (begin * 7 + end) % (n + 1);
          ranges[begin][end] = told(rule, spec, file, begin, end, size, BufferKind.HEAP);
        }
      }
      for (int i = 0; i <= n; i++) {
        for (int j = i; j <= n; j++) {
          List<String> lines = new ArrayList<>(ranges[0][i].lines);
          lines.addAll(ranges[i][j].lines);
          lines.addAll(ranges[j][n].lines);
          if (!lines.equals(expected)) {
            throw new AssertionError(
                "%s %s %s at %d, %d: %s, expected %s"
                    .formatted(encoding, breaks, Arrays.toString(file), i, j, lines, expected));
          }
        }
      }
      for (int begin = 0; begin < n; begin++) {
        requireOwned(ranges[begin][n].lines, expected, begin);
      }
    }
  }

  /** A line belongs to the split in which its first byte lies. */
  private static void requireOwned(List<String> lines, List<String> all, int begin) {
    List<String> owned =
        all.stream()
            .filter(
                line -> {
                  String place = line.substring(line.lastIndexOf('@') + 1);
                  return Integer.parseInt(place.substring(0, place.indexOf('-'))) >= begin;
                })
            .toList();
    assertThat(lines).isEqualTo(owned);
  }

  private static Told told(
      Rule rule, DecoderSpec spec, byte[] file, long begin, long end, int size, BufferKind kind) {
    Told told = new Told();
    Throwable failure =
        Splits.read(
            rule.split(spec.observer(told::hear), told, begin, end),
            file,
            size,
            kind,
            line -> told.lines.add(Splits.place(line)));
    assertThat(failure).isNull();
    return told;
  }

  // Random, on larger ones.

  @ParameterizedTest
  @MethodSource("encodings")
  void linesOfSplitsAreTheLinesOfTheFile(TextEncoding encoding) {
    Random random = new Random(encoding.name().hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      for (LineBreaks breaks : LineBreaks.values()) {
        LineSpec lines = LineSpec.of(breaks).keepTerminator(random.nextInt(4) == 0);
        Rule rule = new Lines(random.nextBoolean() ? lines : bounded(lines, random));
        splitAtRandom(encoding, rule, random);
      }
    }
  }

  private static LineSpec bounded(LineSpec lines, Random random) {
    return lines
        .maxChars(1 + random.nextInt(6))
        .onTooLong(random.nextBoolean() ? TooLongPolicy.TRUNCATE : TooLongPolicy.DISCARD);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void recordsOfSplitsAreTheRecordsOfTheFile(TextEncoding encoding) {
    Random random = new Random(encoding.name().hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      for (List<String> delimiters : DELIMITERS) {
        RecordSpec records =
            RecordSpec.delimitedBy(delimiters.toArray(String[]::new))
                .keepDelimiter(random.nextInt(4) == 0);
        splitAtRandom(encoding, new Records(records), random);
      }
    }
  }

  /** Encodings and rules that are refused are those of {@link FileSplitTest}. */
  private static void splitAtRandom(TextEncoding encoding, Rule rule, Random random) {
    byte[] file = file(encoding, random);
    PolicyCase policy = BEARING.get(random.nextInt(BEARING.size()));
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .bom(random.nextBoolean() ? BomPolicy.KEEP : BomPolicy.STRIP)
            .onMalformed(policy.policy().apply(sequence -> "<" + sequence.byteOffset() + ">"));
    Told whole = new Told();
    try {
      rule.split(spec, whole, 0, 1).close();
    } catch (IllegalStateException | IllegalArgumentException e) {
      return;
    }
    Throwable failure =
        Splits.readAll(
            rule.whole(spec.observer(whole::hear), whole),
            file,
            line -> whole.lines.add(Splits.place(line)));
    assertThat(failure).isNull();
    TreeSet<Integer> cuts = new TreeSet<>(List.of(0, file.length));
    for (int i = random.nextInt(8); i > 0; i--) {
      cuts.add(random.nextInt(file.length + 1));
    }
    Told parts = new Told();
    int begin = 0;
    for (int end : cuts) {
      int size = 1 + random.nextInt(random.nextBoolean() ? 4 : file.length + 1);
      BufferKind kind = BufferKind.values()[random.nextInt(BufferKind.values().length)];
      Told part = told(rule, spec, file, begin, end, size, kind);
      parts.lines.addAll(part.lines);
      parts.sequences.addAll(part.sequences);
      parts.tooLong.addAll(part.tooLong);
      begin = end;
    }
    String what =
        "%s, %s, %s, %s, cut at %s".formatted(encoding, rule, policy, Arrays.toString(file), cuts);
    assertThat(parts.lines).as(what).isEqualTo(whole.lines);
    assertThat(parts.sequences).as(what).isEqualTo(whole.sequences);
    assertThat(parts.tooLong).as(what).isEqualTo(whole.tooLong);
  }

  private static byte[] file(TextEncoding encoding, Random random) {
    String[] texts = {
      "\n", "\n", "\r\n", "\r", "a", "b", "ab", "abc", "\u0085", "\u2028", "\f", "\u4E2D", "\uFEFF"
    };
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int parts = random.nextInt(25); parts > 0; parts--) {
      if (random.nextInt(3) == 0) {
        file.writeBytes(EveryEncoding.stream(encoding, random, 1));
      } else {
        file.writeBytes(encoded(encoding, texts[random.nextInt(texts.length)]));
      }
    }
    return file.toByteArray();
  }

  private static byte[] encoded(TextEncoding encoding, String text) {
    return WRITTEN.contains(encoding)
        ? EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP).newEncoder().encode(text)
        : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  // Characters.

  @ParameterizedTest
  @MethodSource("encodings")
  void textOfSplitsIsTheTextOfTheFile(TextEncoding encoding) {
    Random random = new Random(encoding.name().hashCode());
    for (int round = 0; round < 5 * ROUNDS; round++) {
      byte[] file = file(encoding, random);
      Told whole = new Told();
      DecoderSpec spec = DecoderSpec.of(encoding);
      try {
        Stages.split(spec, 0, 1, Stages::decode).close();
      } catch (IllegalStateException | IllegalArgumentException e) {
        return;
      }
      Splits.readAll(Stages.decode(spec.observer(whole::hear)), file, whole.lines::add);
      Told parts = new Told();
      int begin = 0;
      while (begin < file.length) {
        int end = Math.min(file.length, begin + random.nextInt(9));
        Splits.read(
            Stages.split(spec.observer(parts::hear), begin, end, Stages::decode),
            file,
            1 + random.nextInt(5),
            BufferKind.HEAP,
            parts.lines::add);
        begin = end;
      }
      String what = encoding + " " + Arrays.toString(file);
      assertThat(String.join("", parts.lines)).as(what).isEqualTo(String.join("", whole.lines));
      assertThat(parts.sequences).as(what).isEqualTo(whole.sequences);
    }
  }

  // What fails.

  /** The split fails that owns the line; those behind it are as if nothing had happened. */
  @ParameterizedTest
  @MethodSource("fixed")
  void theSplitThatOwnsTheLineFails(TextEncoding encoding) {
    Random random = new Random(5);
    for (int round = 0; round < 30 * ROUNDS; round++) {
      byte[] file = file(encoding, random);
      DecoderSpec spec = DecoderSpec.of(encoding);
      List<LocatedLine> lines = new ArrayList<>();
      List<Long> sequences = new ArrayList<>();
      LineSpec any = LineSpec.of(LineBreaks.ANY);
      Splits.readAll(
          Stages.locatedLines(spec.observer(s -> sequences.add(s.byteOffset())), any),
          file,
          lines::add);
      int end = random.nextInt(file.length + 1);
      int begin = random.nextInt(end + 1);
      List<LocatedLine> expected = new ArrayList<>();
      long failsAt = -1;
      for (LocatedLine line : lines) {
        if (line.begin() >= begin && line.begin() < end && failsAt < 0) {
          failsAt =
              sequences.stream()
                  .filter(offset -> offset >= line.begin() && offset < line.textEnd())
                  .findFirst()
                  .orElse(-1L);
          if (failsAt < 0) {
            expected.add(line);
          }
        }
      }
      List<LocatedLine> found = new ArrayList<>();
      Throwable failure =
          Splits.read(
              Stages.splitLines(spec.onMalformed(MalformedPolicy.REPORT), any, begin, end),
              file,
              1 + random.nextInt(9),
              BufferKind.HEAP,
              found::add);
      String what = "%s %s [%d, %d)".formatted(encoding, Arrays.toString(file), begin, end);
      assertThat(Splits.places(found)).as(what).isEqualTo(Splits.places(expected));
      assertThat(failure == null).as(what).isEqualTo(failsAt < 0);
      if (failure instanceof IllFormedTextException e) {
        assertThat(e.sequence().byteOffset()).as(what).isEqualTo(failsAt);
      }
    }
  }

  /** A line that is too long, or holds a bare break, fails its split alone. */
  @Test
  void otherFailuresAreTheSplitsThatOwnThem() {
    byte[] file = "ab\r\ntoolong\r\ncd\r\nx\ny\r\nef\r\n".getBytes(StandardCharsets.UTF_8);
    LineSpec lines = LineSpec.of(LineBreaks.CRLF).refuseBareBreaks().maxChars(3);
    for (int begin = 0; begin <= file.length; begin++) {
      for (int end = begin; end <= file.length; end++) {
        List<String> found = new ArrayList<>();
        Throwable failure =
            Splits.read(
                Stages.splitLines(DecoderSpec.of(TextEncoding.UTF_8), lines, begin, end),
                file,
                1,
                BufferKind.HEAP,
                line -> found.add(line.text()));
        List<String> expected = new ArrayList<>();
        Class<?> expectedFailure = null;
        int[] begins = {0, 4, 13, 17, 22};
        String[] texts = {"ab", null, "cd", "", "ef"};
        for (int i = 0; i < begins.length && expectedFailure == null; i++) {
          if (begins[i] >= begin && begins[i] < end) {
            if (texts[i] == null) {
              expectedFailure = TooLongLineException.class;
            } else if (texts[i].isEmpty()) {
              expectedFailure = BareLineBreakException.class;
            } else {
              expected.add(texts[i]);
            }
          }
        }
        assertThat(found).as("[%d, %d)", begin, end).isEqualTo(expected);
        assertThat(failure == null ? null : failure.getClass())
            .as("[%d, %d)", begin, end)
            .isEqualTo(expectedFailure);
      }
    }
  }
}
