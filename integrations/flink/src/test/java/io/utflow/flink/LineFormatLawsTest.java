/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.EveryEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law L11 through the readers of the format: the lines of the splits, of 1 to 64 bytes, are the
 * lines that one machine reads; and a reader that is restored at a line, at each line of each
 * split, reads exactly the rest.
 */
class LineFormatLawsTest {
  private static final Configuration NONE = new Configuration();
  private static final Set<TextEncoding> WRITTEN = Set.copyOf(EveryEncoding.written());

  /** Of a split, behind which line there is what position. */
  private record Read(List<FileLine> lines, List<CheckpointedPosition> positions) {}

  /** All of the JVM and ours, and those of which a mark tells the byte order. */
  static Stream<TextEncoding> encodings() {
    return Stream.concat(Encodings.ALL.stream(), EveryEncoding.all().stream()).distinct();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void theLinesOfSplitsAreTheLinesOfTheFile(TextEncoding encoding) throws IOException {
    Random random = new Random(encoding.name().hashCode());
    boolean isScheme = Encodings.ALL.contains(encoding);
    for (LineBreaks breaks : LineBreaks.values()) {
      for (int round = 0; round < (isScheme ? 3 : 1); round++) {
        BomPolicy bom = List.of(BomPolicy.PER_ENCODING, BomPolicy.KEEP, BomPolicy.STRIP).get(round);
        boolean keep = random.nextInt(4) == 0;
        byte[] file = file(encoding, random);
        int step = isScheme ? 1 : 1 + random.nextInt(9);
        law(
            DecoderSpec.of(encoding).bom(bom),
            LineSpec.of(breaks).keepTerminator(keep),
            LineFormat.located(
                () -> DecoderSpec.of(encoding).bom(bom),
                () -> LineSpec.of(breaks).keepTerminator(keep)),
            file,
            step);
      }
    }
  }

  /** The first bytes of each file say what it is. */
  @ParameterizedTest
  @MethodSource("sniffed")
  void whatTheFirstBytesSayHoldsForAllSplits(TextEncoding otherwise) throws IOException {
    for (TextEncoding encoding : Encodings.FIXED) {
      Random random = new Random(encoding.name().hashCode());
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(EncoderSpec.of(encoding).encode("\uFEFF"));
      file.writeBytes(file(encoding, random));
      law(
          DecoderSpec.of(otherwise).bom(BomPolicy.SNIFF),
          LineSpec.of(LineBreaks.LF_OR_CRLF),
          LineFormat.located(
              () -> DecoderSpec.of(otherwise).bom(BomPolicy.SNIFF),
              () -> LineSpec.of(LineBreaks.LF_OR_CRLF)),
          file.toByteArray(),
          3);
    }
  }

  static List<TextEncoding> sniffed() {
    return Encodings.present("UTF-8", "UTF-16", "Shift_JIS", "ISO-2022-JP");
  }

  /** No mark says it, and the first bytes of each file show what it is. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "ISO-8859-1"})
  void whatTheFirstBytesShowHoldsForAllSplits(String name) throws IOException {
    TextEncoding encoding = TextEncoding.forName(name);
    LineFormat<FileLine> format =
        LineFormat.detectedLocated(
            () -> Detection.auto(DecoderSpec.of(TextEncoding.forName("ISO-8859-1"))),
            () -> LineSpec.of(LineBreaks.ANY));
    assertThat(format.isSplittable()).isTrue();
    byte[] file = encoded(encoding, "gr\u00FC\u00DFe\r\n\u00E9t\u00E9\n\rlast");
    law(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY), format, file, 3);
  }

  private static void law(
      DecoderSpec spec, LineSpec lines, LineFormat<FileLine> format, byte[] file, int step)
      throws IOException {
    // As the format itself reads by the spec that the first bytes tell: L11 says the same of
    // TextHead.
    DecoderSpec resolved = TextHead.of(spec, ByteBuffer.wrap(file)).spec();
    boolean isEntered = Stages.canSplit(resolved, lines);
    List<FileLine> expected = Opened.whole(isEntered ? resolved : spec, lines, file);
    assertThat(expected.stream().map(FileLine::text).toList())
        .isEqualTo(Opened.whole(spec, lines, file).stream().map(FileLine::text).toList());
    for (int length = 1; length <= 64; length += step) {
      String what =
          "%s, %s, splits of %d of %s".formatted(spec, lines, length, Arrays.toString(file));
      List<FileLine> found = new ArrayList<>();
      for (int begin = 0; begin < file.length; begin += length) {
        int end = Math.min(file.length, begin + length);
        Read split = read(format.createReader(NONE, new Opened(file, begin), file.length, end));
        found.addAll(split.lines);
        if (isEntered) {
          restored(format, file, begin, end, split, what);
        } else {
          assertThat(split.positions).as(what).containsOnlyNulls();
        }
      }
      if (!found.equals(expected)) {
        assertThat(found).as(what).isEqualTo(expected);
      }
    }
  }

  private static Read read(StreamFormat.Reader<FileLine> reader) throws IOException {
    Read read = new Read(new ArrayList<>(), new ArrayList<>());
    try (reader) {
      read.positions.add(reader.getCheckpointedPosition());
      for (FileLine line = reader.read(); line != null; line = reader.read()) {
        read.lines.add(line);
        read.positions.add(reader.getCheckpointedPosition());
      }
    }
    return read;
  }

  private static void restored(
      LineFormat<FileLine> format, byte[] file, int begin, int end, Read split, String what)
      throws IOException {
    for (int behind = 0; behind <= split.lines.size(); behind++) {
      CheckpointedPosition position = split.positions.get(behind);
      List<FileLine> rest =
          Opened.drain(
              format.restoreReader(
                  NONE, new Opened(file, begin), position.getOffset(), file.length, end));
      if (position.getRecordsAfterOffset() != 0
          || !rest.equals(split.lines.subList(behind, split.lines.size()))) {
        assertThat(rest)
            .as("%s, [%d, %d) restored at %s", what, begin, end, position)
            .isEqualTo(split.lines.subList(behind, split.lines.size()));
      }
    }
  }

  /**
   * CR LF over edges, marks, surrogates, NEL and LS, whatever is ill-formed, no last terminator.
   */
  private static byte[] file(TextEncoding encoding, Random random) {
    String[] texts = {
      "\n",
      "\n",
      "\r\n",
      "\r\n",
      "\r",
      "a",
      "ab",
      "abc",
      "\u0085",
      "\u2028",
      "\f",
      "\u4E2D",
      "\uFEFF",
      "\uD83D\uDE00"
    };
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    if (random.nextInt(3) == 0) {
      file.writeBytes(encoded(encoding, "\uFEFF"));
    }
    for (int parts = 8 + random.nextInt(25); parts > 0; parts--) {
      if (random.nextInt(4) == 0) {
        file.writeBytes(EveryEncoding.stream(encoding, random, 1));
      } else {
        file.writeBytes(encoded(encoding, texts[random.nextInt(texts.length)]));
      }
    }
    return file.toByteArray();
  }

  private static byte[] encoded(TextEncoding encoding, String text) {
    return WRITTEN.contains(encoding) || Encodings.ALL.contains(encoding)
        ? EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP).newEncoder().encode(text)
        : text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
