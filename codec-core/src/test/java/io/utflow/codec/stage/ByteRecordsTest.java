/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Records of so many bytes: each is as it is alone, and a last short one is told. */
class ByteRecordsTest {
  private static final TextEncoding LATIN_1 = TextEncoding.forName("ISO-8859-1");

  /** Each record decoded by itself, and what is told of the last. */
  private static List<String> model(DecoderSpec spec, byte[] stream, int length) {
    List<String> records = new ArrayList<>();
    for (int at = 0; at < stream.length; at += length) {
      int end = Math.min(at + length, stream.length);
      DecoderSpec own = at == 0 ? spec : spec.bom(BomPolicy.KEEP);
      String text = own.decode(Arrays.copyOfRange(stream, at, end));
      records.add(new LocatedLine(text, at, end, new LinePosition(end, false)).toString());
    }
    int rest = stream.length % length;
    if (rest > 0) {
      records.add(
          "the last record has %d of %d bytes, at byte %d".formatted(rest, length, stream.length));
    }
    return records;
  }

  private static List<String> read(
      ByteStage<LocatedLine> stage, List<byte[]> cut, BufferKind kind) {
    List<String> records = new ArrayList<>();
    try {
      for (byte[] piece : cut) {
        stage.offer(kind.of(piece));
        drain(stage, records);
      }
      stage.endOfInput();
      drain(stage, records);
    } catch (FrameException e) {
      records.add(e.getMessage());
    }
    return records;
  }

  private static void drain(ByteStage<LocatedLine> stage, List<String> records) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      records.add(line.toString());
    }
  }

  @Test
  void eachRecordIsAsItIsAlone() {
    Random random = new Random(4);
    byte[] bytes =
        "\uFEFFa\u00E9\u20AC\uD83D\uDE00\uFEFFb\n\u00FF".getBytes(StandardCharsets.UTF_8);
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, LATIN_1)) {
      for (int i = 0; i < 32; i++) {
        int length = 1 + i % 8;
        int from = i / 8;
        byte[] stream = Arrays.copyOfRange(bytes, from, bytes.length - random.nextInt(4));
        DecoderSpec spec = DecoderSpec.of(encoding);
        RecordSpec records = RecordSpec.ofBytes(length).maxChars(1);
        List<String> expected = model(spec, stream, length);
        for (List<byte[]> cut : Cuts.hostile(stream)) {
          for (BufferKind kind : List.of(BufferKind.HEAP, BufferKind.DIRECT)) {
            assertThat(read(Stages.locatedRecords(spec, records), cut, kind))
                .as("%s %s %s", encoding, length, Cuts.describe(cut))
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void offsetsOfObserversAreThoseOfTheStream() {
    List<Long> told = new ArrayList<>();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).observer(it -> told.add(it.byteOffset()));
    ByteStage<String> stage = Stages.records(spec.countingFrom(10), RecordSpec.ofBytes(2));
    stage.offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xC3, (byte) 0xA9, 'b'}));
    assertThat(Frames.drained(stage)).containsExactly("a\uFFFD", "\uFFFDb");
    assertThat(told).containsExactly(11L, 12L);
  }

  @Test
  void aRecordThatThePolicyReportsEndsTheStream() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    ByteStage<String> stage = Stages.records(spec, RecordSpec.ofBytes(2));
    stage.offer(ByteBuffer.wrap(new byte[] {'a', 'b', 'c', (byte) 0xC3}));
    assertThat(stage.poll()).isEqualTo("ab");
    assertThatThrownBy(stage::poll)
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("the frame at byte 2 cannot be read");
  }

  /** The others are as they are alone, also where the last is short; in streams and in splits. */
  @Test
  void onlyTheRecordThatIsIllFormedIsRefused() {
    byte[] bytes = HexFormat.of().parseHex("EFBBBF" + "6162FF" + "C3A963" + "F09F98" + "61E4");
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    RecordSpec records =
        RecordSpec.ofBytes(3)
            .allowShort()
            .refused(
                it ->
                    it.byteOffset() == 9
                        ? null
                        : it.byteLength() + " bytes, " + it.sequence().byteOffset());
    List<String> expected =
        Stream.of(
                new LocatedLine("", 0, 3, new LinePosition(3, false)),
                new LocatedLine("3 bytes, 5", 3, 6, new LinePosition(6, false)),
                new LocatedLine("\u00E9c", 6, 9, new LinePosition(9, false)),
                new LocatedLine("2 bytes, 13", 12, 14, new LinePosition(14, false)))
            .map(Object::toString)
            .toList();
    for (List<byte[]> cut : Cuts.hostile(bytes)) {
      assertThat(read(Stages.locatedRecords(spec, records), cut, BufferKind.DIRECT))
          .as(Cuts.describe(cut))
          .isEqualTo(expected);
    }
    for (int at = 0; at <= bytes.length; at++) {
      List<String> both = ofSplit(Stages.splitRecords(spec, records, 0, at), bytes, 4);
      both.addAll(ofSplit(Stages.splitRecords(spec, records, at, Long.MAX_VALUE), bytes, 4));
      assertThat(both).as("split at %s", at).isEqualTo(expected);
    }
    assertThat(records)
        .hasToString(
            "RecordSpec[3 bytes each, the last perhaps shorter, refused where ill-formed]");
  }

  /** As those of a record of chars that is refused: all its bytes are read. */
  @Test
  void allOfARecordThatIsRefusedIsTold() {
    byte[] bytes = HexFormat.of().parseHex("61FFFF62" + "63646566" + "FF6162E4");
    List<String> expected = null;
    for (RecordSpec records : List.of(RecordSpec.ofChars(4), RecordSpec.ofBytes(4))) {
      List<String> told = new ArrayList<>();
      long[] sums = new long[3];
      DecoderSpec spec =
          DecoderSpec.of(TextEncoding.UTF_8)
              .onMalformed(MalformedPolicy.REPORT)
              .observer(it -> told.add("sequence at " + it.byteOffset()))
              .listener(
                  (encoding, read, written, illFormed) -> {
                    sums[0] += read;
                    sums[1] += illFormed;
                  });
      ByteStage<String> stage =
          Stages.records(
              spec,
              records.refused(it -> it.byteOffset() + " refused at " + it.sequence().byteOffset()));
      stage.offer(ByteBuffer.wrap(bytes));
      told.addAll(Frames.drained(stage));
      stage.endOfInput();
      told.addAll(Frames.drained(stage));
      told.add(sums[0] + " bytes, " + sums[1] + " sequences");
      told.sort(null);
      expected = expected == null ? told : expected;
      assertThat(told).isEqualTo(expected).contains("12 bytes, 4 sequences", "8 refused at 8");
    }
  }

  @Test
  void aMarkThatIsRequiredIsNoTextOfARecord() {
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .onMalformed(MalformedPolicy.REPORT)
            .bom(BomPolicy.REQUIRE);
    ByteStage<String> stage = Stages.records(spec, RecordSpec.ofBytes(3).refused(it -> "refused"));
    stage.offer(ByteBuffer.wrap(new byte[] {'a', 'b', 'c', 'd', 'e', 'f'}));
    assertThatThrownBy(stage::poll).isInstanceOf(FrameException.class);
  }

  @Test
  void theTextInThePlaceOfARecordIsWellFormed() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    ByteStage<String> stage = Stages.records(spec, RecordSpec.ofBytes(1).refused(it -> "\uD800"));
    stage.offer(ByteBuffer.wrap(new byte[] {(byte) 0xFF}));
    assertThatThrownBy(stage::poll).hasMessageContaining("returned ill-formed text");
  }

  /** Wherever two splits meet; also in an encoding with state, and with a mark and a short end. */
  @Test
  void splitsHaveTheRecordsOfTheFile() {
    byte[] bytes =
        "\uFEFFa\u00E9\u20AC\uD83D\uDE00\uFEFFb\n\u00FF".getBytes(StandardCharsets.UTF_8);
    for (TextEncoding encoding : Encodings.present("UTF-8", "UTF-16LE", "ISO-2022-JP", "IBM930")) {
      DecoderSpec spec = DecoderSpec.of(encoding);
      // The second mark of the text begins at byte 13.
      for (int length : new int[] {1, 2, 3, 5, 7, 13}) {
        RecordSpec records = RecordSpec.ofBytes(length);
        assertThat(Stages.canSplit(spec, records)).isTrue();
        List<String> expected =
            read(Stages.locatedRecords(spec, records), Cuts.whole(bytes), BufferKind.HEAP);
        for (int at = 0; at <= bytes.length; at++) {
          for (int piece : new int[] {1, 5, 100}) {
            List<String> both = ofSplit(Stages.splitRecords(spec, records, 0, at), bytes, piece);
            assertThat(both.stream().filter(it -> it.startsWith("LocatedLine")))
                .hasSize((at + length - 1) / length);
            both.addAll(
                ofSplit(Stages.splitRecords(spec, records, at, Long.MAX_VALUE), bytes, piece));
            assertThat(both).as("%s %s at %s", encoding, length, at).isEqualTo(expected);
          }
        }
      }
    }
  }

  private static List<String> ofSplit(FileSplit<LocatedLine> split, byte[] file, int piece) {
    List<String> outputs = new ArrayList<>();
    int at = (int) Math.min(file.length, split.readFrom());
    try {
      while (at < file.length && !split.isComplete()) {
        int length = Math.min(piece, file.length - at);
        split.offer(ByteBuffer.wrap(file, at, length));
        drain(split, outputs);
        at += length;
      }
      if (!split.isComplete()) {
        split.endOfInput();
        drain(split, outputs);
      }
    } catch (FrameException e) {
      outputs.add(e.getMessage());
    }
    return outputs;
  }

  @Test
  void whatCannotBeReadSoIsRefused() {
    RecordSpec two = RecordSpec.ofBytes(2);
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    for (DecoderSpec marked :
        List.of(DecoderSpec.of(TextEncoding.UTF_16), utf8.bom(BomPolicy.SNIFF))) {
      assertThatThrownBy(() -> Stages.records(marked, two))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("TextHead.of(spec, firstBytes).spec()");
    }
    assertThatThrownBy(() -> Stages.records(Detection.utf8Else(utf8, DecoderSpec.of(LATIN_1)), two))
        .hasMessageContaining("give a DecoderSpec");
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16);
    assertThat(Stages.canSplit(utf16, two)).isFalse();
    assertThatThrownBy(() -> Stages.splitRecords(utf16, two, 0, 9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Stages.canSplit(utf8.countingFrom(2), two)).isFalse();
    assertThatThrownBy(() -> Stages.splitRecords(utf8.countingFrom(2), two, 0, 9))
        .hasMessageContaining("leave out startingAt");
    assertThatThrownBy(() -> RecordSpec.ofBytes(0)).hasMessageContaining("0 bytes");
    assertThat(two).isEqualTo(RecordSpec.ofBytes(2)).hasSameHashCodeAs(RecordSpec.ofBytes(2));
    assertThat(two).isNotEqualTo(RecordSpec.ofBytes(3)).hasToString("RecordSpec[2 bytes each]");
  }
}
