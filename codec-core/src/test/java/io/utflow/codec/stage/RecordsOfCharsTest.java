/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.ReferenceForms;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records of a number of chars, cut anywhere, against the text of the whole stream, cut at each
 * multiple of that number.
 */
@OverEncodings
class RecordsOfCharsTest {
  private static final int ROUNDS = Product.sampled(600);

  private static final String[] PARTS = {"a", "b", "\u00E9", "\u4E2D", "\uD83D\uDE00", "\n"};

  static List<TextEncoding> encodings() {
    return Stream.of(Encodings.SCHEMES, FormEncodings.ALL).flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areTheTextCutAtEachMultiple(TextEncoding encoding) {
    TextSamples samples = new TextSamples(31);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = stream(encoding, samples, round % 50 == 0 ? 8180 + random.nextInt(20) : 0);
      Reading reading = ReferenceDecoder.read(encoding, BomPolicy.PER_ENCODING, bytes);
      boolean skips = random.nextBoolean();
      String text = skips ? reading.skipped() : reading.replaced();
      int chars = 1 + random.nextInt(round % 50 == 0 ? 9000 : 7);
      RecordSpec records = RecordSpec.ofChars(chars);
      boolean allows = random.nextBoolean();
      Outcome outcome =
          Splitting.run(
              Stages.records(
                  DecoderSpec.of(encoding)
                      .onMalformed(skips ? MalformedPolicy.SKIP : MalformedPolicy.REPLACE),
                  allows ? records.allowShort() : records),
              BufferKind.values()[random.nextInt(BufferKind.values().length)],
              random.nextInt(3) == 0 && bytes.length < 300
                  ? Cuts.bytewise(bytes)
                  : Cuts.random(bytes, random));
      List<String> expected = records(text, chars);
      int lastBegins = text.isEmpty() ? 0 : text.offsetByCodePoints(text.length(), -1);
      boolean isShort = !text.isEmpty() && text.length() < (lastBegins / chars + 1) * chars;
      if (isShort && !allows) {
        String last = expected.remove(expected.size() - 1);
        assertThat(outcome.failure())
            .isInstanceOfSatisfying(
                ShortRecordException.class, e -> assertThat(e.text()).isEqualTo(last));
      } else {
        assertThat(outcome.failure()).isNull();
      }
      assertThat(Splitting.parts(outcome)).as("%s, of %s", encoding, chars).isEqualTo(expected);
    }
  }

  static byte[] stream(TextEncoding encoding, TextSamples samples, int before) {
    Random random = samples.random();
    if (FormEncodings.ALL.contains(encoding)) {
      return ReferenceForms.stream(encoding, random, before + random.nextInt(30));
    }
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "\uFEFF" : "");
    text.append("\u0416".repeat(before));
    for (int parts = random.nextInt(25); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    byte[] bytes = ReferenceEncoder.encode(encoding, text.toString());
    return random.nextInt(3) == 0 ? bytes : samples.damaged(bytes);
  }

  /** Each character belongs to the record in which it begins. */
  static List<String> records(String text, int chars) {
    List<StringBuilder> records = new ArrayList<>();
    int number = -1;
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      if (i / chars != number) {
        number = i / chars;
        records.add(new StringBuilder());
      }
      records.get(records.size() - 1).appendCodePoint(text.codePointAt(i));
    }
    return new ArrayList<>(records.stream().map(StringBuilder::toString).toList());
  }

  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static <O> List<O> read(ByteStage<O> stage, String text) {
    List<O> all = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < 2; i++) {
      O output;
      while ((output = stage.poll()) != null) {
        all.add(output);
      }
      stage.endOfInput();
    }
    return all;
  }

  @Test
  void aPairAcrossTheEndBelongsToTheRecordInWhichItBegins() {
    assertThat(read(Stages.records(UTF_8, RecordSpec.ofChars(2)), "a\uD83D\uDE00bcd"))
        .containsExactly("a\uD83D\uDE00", "b", "cd");
  }

  @Test
  void aRecordComesWithItsLastByteAndKnowsItsPlace() {
    ByteStage<LocatedLine> stage = Stages.locatedRecords(UTF_8, RecordSpec.ofChars(3));
    stage.offer(ByteBuffer.wrap("a\u00E9\n".getBytes(StandardCharsets.UTF_8)));
    assertThat(stage.poll())
        .isEqualTo(new LocatedLine("a\u00E9\n", 0, 4, new LinePosition(4, false)));
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  @Test
  void aShortOneIsToldBehindTheOthers() {
    ByteStage<String> stage = Stages.records(UTF_8, RecordSpec.ofChars(2));
    stage.offer(ByteBuffer.wrap("\u00E9bc".getBytes(StandardCharsets.UTF_8)));
    assertThat(stage.poll()).isEqualTo("\u00E9b");
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    try {
      stage.poll();
    } catch (ShortRecordException e) {
      assertThat(e.byteOffset()).isEqualTo(3);
      assertThat(e.text()).isEqualTo("c");
      assertThat(e)
          .hasMessage(
              "the last record, which begins at byte 3, has 1 of 2 chars;"
                  + " allowShort of the RecordSpec delivers it");
      return;
    }
    throw new AssertionError("nobody is told");
  }

  @Test
  void theyMayBeTooLongInBytesOrRefusedAndTheNextKeepsItsPlace() {
    List<TooLongLine> told = new ArrayList<>();
    RecordSpec bounded =
        RecordSpec.ofChars(2)
            .maxBytes(4)
            .onTooLong(TooLongPolicy.DISCARD)
            .observer(told::add)
            .refused(record -> "?" + record.byteLength());
    assertThat(
            read(
                Stages.records(UTF_8.onMalformed(MalformedPolicy.REPORT), bounded),
                "ab\u4E2D\u4E2Dcd"))
        .containsExactly("ab", "cd");
    assertThat(told).containsExactly(new TooLongLine(2, 2, 0, 4));
    assertThat(
            read(
                Stages.records(UTF_8.onMalformed(MalformedPolicy.REPLACE), bounded.allowShort()),
                "\u4E2D\u4E2D\u4E2Da\u4E2D\u4E2D\u4E2D"))
        .containsExactly("\u4E2Da", "\u4E2D");
    ByteStage<String> refusing = Stages.records(UTF_8.onMalformed(MalformedPolicy.REPORT), bounded);
    refusing.offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, 'b', 'c'}));
    assertThat(Splitting.drain(refusing)).containsExactly("?2", "bc");
  }

  /** The U+FFFD in the place of a sequence may be all that a record has. */
  @Test
  void aRecordOfOneSequenceIsRefused() {
    ByteStage<String> stage =
        Stages.records(
            UTF_8.onMalformed(MalformedPolicy.REPORT),
            RecordSpec.ofChars(1)
                .refused(refused -> refused.sequence().byteOffset() == 1 ? null : "?"));
    stage.offer(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, 'b'}));
    List<String> records = new ArrayList<>();
    for (String one = stage.poll(); one != null; one = stage.poll()) {
      records.add(one);
    }
    assertThat(records).containsExactly("a", "b");
  }

  @Test
  void whatTheyRefuseAndSay() {
    RecordSpec records = RecordSpec.ofChars(200);
    assertThat(records.recordChars()).isEqualTo(200);
    assertThat(records.delimiters()).isEmpty();
    assertThat(records).hasToString("RecordSpec[of 200 chars, any length, else FAIL]");
    assertThat(RecordSpec.delimitedBy("|").recordChars()).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> RecordSpec.ofChars(0));
    assertThatIllegalStateException().isThrownBy(() -> records.maxChars(9));
    assertThatIllegalStateException().isThrownBy(() -> RecordSpec.delimitedBy("|").allowShort());
    assertThat(Stages.canSplit(UTF_8, records)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.splitRecords(UTF_8, records, 0, 9))
        .withMessageContaining("read the file from its start");
  }
}
