/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Reading.Token;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A record of chars may end inside the text of a sequence, as of one that was replaced. The rest of
 * that text has no bytes: it begins the next record where the encoding is switched, and is handed
 * over as text where the stage is given up.
 */
@OverEncodings
class RestOfSequenceTest {
  private static final int ROUNDS = Product.sampled(300);
  private static final List<String> REPLACEMENTS =
      List.of("??", "?\uD83D\uDE00!", "<0123456789>", "\uFFFD");

  static List<TextEncoding> encodings() {
    return Stream.of(Encodings.FIXED, FormEncodings.ALL).flatMap(List::stream).toList();
  }

  /** What is known when the given number of chars are read, and which bytes are not. */
  private record Read(String text, int next) {

    static Read upTo(int chars, TextEncoding from, byte[] bytes, String replacement) {
      StringBuilder text = new StringBuilder();
      int next = 0;
      for (Token token : ReferenceDecoder.read(from, BomPolicy.PER_ENCODING, bytes).tokens()) {
        if (text.length() >= chars && token.length() > 0) {
          break;
        }
        text.append(token.cause() == null ? Character.toString(token.scalar()) : replacement);
        next = token.offset() + token.length();
      }
      return new Read(text.toString(), next);
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void isTextBehindARecord(TextEncoding from) {
    TextSamples samples = new TextSamples(63);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = RecordsOfCharsTest.stream(from, samples, 0);
      int chars = 1 + random.nextInt(3);
      String replacement = REPLACEMENTS.get(round % REPLACEMENTS.size());
      DecoderSpec spec = DecoderSpec.of(from).onMalformed(MalformedPolicy.replaceWith(replacement));
      BufferKind kind = BufferKind.values()[round % BufferKind.values().length];
      List<byte[]> pieces = round % 5 == 0 ? Cuts.bytewise(bytes) : Cuts.random(bytes, random);
      TextEncoding to = Encodings.FIXED.get(random.nextInt(Encodings.FIXED.size()));
      boolean goesOn = true;
      for (int count = 1; goesOn; count++) {
        ByteStage<String> stage = Stages.records(spec, RecordSpec.ofChars(chars).allowShort());
        List<String> records = new ArrayList<>();
        int given = offer(stage, kind, pieces, count, records);
        goesOn = records.size() == count;
        if (goesOn) {
          String as = "%s of %d, %s cut %s".formatted(records, chars, from, Cuts.describe(pieces));
          String text = String.join("", records);
          Read read = Read.upTo(text.length(), from, bytes, replacement);
          String rest = read.text().substring(text.length());
          byte[] unread = Arrays.copyOfRange(bytes, read.next(), bytes.length);
          if (round % 2 == 0) {
            finish(stage, to, kind, pieces.subList(given, pieces.size()), records);
            String anew = ReferenceDecoder.read(to, BomPolicy.PER_ENCODING, unread).replaced();
            assertThat(records)
                .as(as)
                .isEqualTo(RecordsOfCharsTest.records(read.text() + anew, chars));
          } else if (Encodings.FIXED.contains(from)) {
            ByteArrayOutputStream handed = new ByteArrayOutputStream();
            handed.writeBytes(stage.takeUndelivered());
            pieces.subList(given, pieces.size()).forEach(handed::writeBytes);
            assertThat(handed.toByteArray())
                .as(as)
                .isEqualTo(concat(ReferenceEncoder.encode(from, rest), unread));
          }
        }
      }
    }
  }

  /** Until so many records are out; answers how many pieces were offered. */
  private static int offer(
      ByteStage<String> stage,
      BufferKind kind,
      List<byte[]> pieces,
      int count,
      List<String> records) {
    int given = 0;
    while (given < pieces.size() && records.size() < count) {
      stage.offer(kind.of(pieces.get(given++)));
      for (String record = ""; record != null && records.size() < count; ) {
        record = stage.poll();
        if (record != null) {
          records.add(record);
        }
      }
    }
    return given;
  }

  private static void finish(
      ByteStage<String> stage,
      TextEncoding to,
      BufferKind kind,
      List<byte[]> pieces,
      List<String> records) {
    stage.switchTo(DecoderSpec.of(to));
    records.addAll(Splitting.drain(stage));
    for (byte[] piece : pieces) {
      stage.offer(kind.of(piece));
      records.addAll(Splitting.drain(stage));
    }
    stage.endOfInput();
    records.addAll(Splitting.drain(stage));
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Before a second switch, and where the stage is given up before the rest is read. */
  @Test
  void staysTextAcrossSwitches() {
    for (boolean gives : new boolean[] {true, false}) {
      ByteStage<String> stage =
          Stages.records(
              DecoderSpec.of(TextEncoding.UTF_8)
                  .onMalformed(MalformedPolicy.replaceWith("?\uD83D\uDE00!")),
              RecordSpec.ofChars(1));
      stage.offer(ByteBuffer.wrap(new byte[] {(byte) 0xFF, 0, 0x41}));
      assertThat(stage.poll()).isEqualTo("?");
      stage.switchTo(DecoderSpec.of(TextEncoding.UTF_8));
      stage.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
      if (gives) {
        assertThat(stage.takeUndelivered())
            .isEqualTo(
                concat(
                    ReferenceEncoder.encode(TextEncoding.UTF_16BE, "\uD83D\uDE00!"),
                    new byte[] {0, 0x41}));
      } else {
        assertThat(Splitting.drain(stage)).containsExactly("\uD83D\uDE00", "!", "A");
      }
    }
  }
}
