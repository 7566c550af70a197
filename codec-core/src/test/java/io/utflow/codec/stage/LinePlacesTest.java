/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where records stand in the bytes, and what they hold: a stream is put together of texts,
 * ill-formed bytes and delimiters, of which it is known how many bytes they are. For short and long
 * delimiters, inputs of every length, whether or not somebody hears of what is ill-formed.
 */
class LinePlacesTest {
  private static final int ROUNDS = Product.sampled(80, 20);
  private static final int MOST_INPUTS = 1000;
  private static final int[] INPUTS = {1, 3, 64, 1000, 9000, 40_000};

  private static final List<RecordSpec> RECORDS =
      Stream.of("\n", "\r\n", "\n\u00E9", "||", "\u2028", "\r" + "|".repeat(1500), "=".repeat(9300))
          .map(RecordSpec::delimitedBy)
          .toList();

  private static final List<String> WORDS =
      List.of(
          "word ", "\r", "\u00E9t\u00E9 ", "\u043C\u0438\u0440", "\u6F22\u5B57", "\uD83D\uDE00");

  /** A policy, and what it puts in the place of an ill-formed sequence. */
  private record Policy(MalformedPolicy policy, String text) {}

  private static final List<Policy> POLICIES =
      List.of(
          new Policy(MalformedPolicy.REPLACE, "\uFFFD"),
          new Policy(MalformedPolicy.replaceWith("[?]"), "[?]"),
          new Policy(MalformedPolicy.replaceWith("?".repeat(9500)), "?".repeat(9500)),
          new Policy(MalformedPolicy.handledBy(sequence -> "<->"), "<->"),
          new Policy(MalformedPolicy.SKIP, ""));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<String> texts = new ArrayList<>();
  private final List<String> places = new ArrayList<>();

  static Stream<TextEncoding> encodings() {
    return Stream.concat(
            Encodings.FIXED.stream(), Encodings.present("Shift_JIS", "GB18030", "IBM037").stream())
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areThoseOfTheBytes(TextEncoding encoding) {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      RecordSpec records = RECORDS.get(random.nextInt(RECORDS.size()));
      if (encoded(encoding, records.delimiters().get(0)).length == 0) {
        continue;
      }
      Policy policy = POLICIES.get(random.nextInt(POLICIES.size()));
      DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(policy.policy());
      put(encoding, records, policy.text(), random);
      for (int length : INPUTS) {
        if (bytes.size() / length > MOST_INPUTS) {
          continue;
        }
        BufferKind kind = BufferKind.values()[random.nextInt(BufferKind.values().length)];
        DecoderSpec seen = random.nextBoolean() ? spec : spec.observer(sequence -> {});
        List<byte[]> inputs = Cuts.every(bytes.toByteArray(), length);
        String as = "%s, %s, round %d, %s of %d".formatted(seen, records, round, kind, length);
        assertThat(read(Stages.records(seen, records), inputs, kind)).as(as).isEqualTo(texts);
        assertThat(read(Stages.locatedRecords(seen, records), inputs, kind))
            .as(as)
            .isEqualTo(places);
      }
    }
  }

  /** Law L3: a byte that begins another character than LF decides the CR before it. */
  @Test
  void aLineEndsWithTheByteThatDecidesItsTerminator() {
    LineSpec kept = LineSpec.of(LineBreaks.ANY).keepTerminator(true);
    Map<TextEncoding, byte[]> others =
        Map.of(TextEncoding.UTF_8, new byte[] {-30}, TextEncoding.UTF_16LE, new byte[] {0x0B});
    others.forEach(
        (encoding, first) -> {
          ByteStage<String> stage = Stages.lines(encoding, kept);
          byte[] line = EncoderSpec.of(encoding).encode("a\r");
          assertThat(stage.offerAndPoll(ByteBuffer.wrap(line))).isNull();
          assertThat(stage.offerAndPoll(ByteBuffer.wrap(first))).isEqualTo("a\r");
          assertThat(stage.takeUndelivered()).isEqualTo(first);
        });
    ByteStage<String> stage = Stages.lines(TextEncoding.UTF_16BE, kept);
    assertThat(stage.offerAndPoll(ByteBuffer.wrap(new byte[] {0, 'a', 0, '\r', 0}))).isNull();
    assertThat(stage.offerAndPoll(ByteBuffer.wrap(new byte[] {'\n'}))).isEqualTo("a\r\n");
    stage.close();
  }

  /** Puts a stream together. */
  private void put(TextEncoding encoding, RecordSpec records, String illFormed, Random random) {
    bytes.reset();
    texts.clear();
    places.clear();
    String delimiter = records.delimiters().get(0);
    byte[] bad = illFormed(encoding);
    int broken = bad.length == 0 || random.nextBoolean() ? 0 : 1 + random.nextInt(3);
    boolean ascii = random.nextInt(3) == 0;
    for (int count = 2 + random.nextInt(40); count > 0; count--) {
      int from = bytes.size();
      StringBuilder text = new StringBuilder();
      for (int words = random.nextInt(60); words > 0; words--) {
        String word = WORDS.get(ascii ? 0 : random.nextInt(WORDS.size()));
        byte[] written = encoded(encoding, word);
        bytes.writeBytes(written);
        text.append(written.length == 0 ? "" : word);
      }
      for (int i = random.nextInt(4); i == 0 && broken > 0; i++, broken--) {
        bytes.writeBytes(bad);
        bytes.writeBytes(encoded(encoding, "x"));
        text.append(illFormed).append('x');
      }
      int to = bytes.size();
      bytes.writeBytes(encoded(encoding, delimiter));
      texts.add(text.toString());
      places.add(place(text.toString(), from, to, bytes.size()));
    }
  }

  /** Bytes that are one ill-formed sequence before ASCII. */
  private static byte[] illFormed(TextEncoding encoding) {
    return switch (encoding.name()) {
      case "UTF-8", "Shift_JIS", "GB18030" -> new byte[] {(byte) 0xFF};
      case "UTF-16LE" -> new byte[] {0, (byte) 0xDC};
      case "UTF-16BE" -> new byte[] {(byte) 0xDC, 0};
      case "UTF-32LE", "UTF-32BE" -> new byte[] {-1, -1, -1, -1};
      default -> new byte[0];
    };
  }

  /** Nothing where the encoding cannot encode the text. */
  private static byte[] encoded(TextEncoding encoding, String text) {
    byte[] bytes = EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP).encode(text);
    byte[] whole =
        EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.replaceWith("xxxx")).encode(text);
    return Arrays.equals(bytes, whole) ? bytes : new byte[0];
  }

  private static String place(String text, long from, long to, long next) {
    return "%d..%d..%d of %d: %s".formatted(from, to, next, text.length(), text.hashCode());
  }

  private static List<String> read(ByteStage<?> stage, List<byte[]> inputs, BufferKind kind) {
    List<String> read = new ArrayList<>();
    for (byte[] input : inputs) {
      ByteBuffer buffer = kind.of(input);
      stage.offer(buffer);
      drain(stage, read);
      assertThat(buffer.hasRemaining()).isFalse();
      if (buffer.hasArray() && !buffer.isReadOnly()) {
        // Nobody reads it again.
        Arrays.fill(buffer.array(), (byte) '!');
      }
    }
    stage.endOfInput();
    drain(stage, read);
    return read;
  }

  private static void drain(ByteStage<?> stage, List<String> read) {
    for (Object line = stage.poll(); line != null; line = stage.poll()) {
      read.add(
          line instanceof LocatedLine place
              ? place(place.text(), place.begin(), place.textEnd(), place.next().byteOffset())
              : line.toString());
    }
  }
}
