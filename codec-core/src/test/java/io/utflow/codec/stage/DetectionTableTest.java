/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Texts of many languages, logs and tables in five encodings without a mark, begun anywhere: which
 * encoding is found. {@code -Dutflow.corpora=DIR} adds all files of a folder that are UTF-8.
 */
class DetectionTableTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static final List<TextEncoding> ENCODINGS =
      List.of(
          TextEncoding.UTF_8,
          TextEncoding.UTF_16LE,
          TextEncoding.UTF_16BE,
          TextEncoding.UTF_32LE,
          TextEncoding.UTF_32BE);

  private static final Map<String, String> TEXTS = texts();

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    try (InputStream in = DetectionTableTest.class.getResourceAsStream("texts-to-detect.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        String[] fields = line.split("\t", 2);
        texts.put(fields[0], fields[1] + "\n");
      }
      String corpora = System.getProperty("utflow.corpora");
      if (corpora != null) {
        try (Stream<Path> files = Files.list(Path.of(corpora))) {
          for (Path file : files.filter(path -> path.toString().contains(".utf8")).toList()) {
            String text = Files.readString(file).replace("\uFEFF", "");
            texts.put(file.getFileName().toString(), text);
          }
        }
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From any code unit on, so many bytes: the first and the last character may be cut. */
  private static List<byte[]> samples(String text, TextEncoding encoding, int bytes) {
    int unit = encoding.name().contains("32") ? 4 : encoding.name().contains("16") ? 2 : 1;
    String enough = text.repeat(1 + 300 / text.length());
    byte[] all = ReferenceEncoder.encode(encoding, enough + enough.substring(0, 280));
    int units = Math.max(1, (all.length - bytes) / unit);
    List<byte[]> samples = new ArrayList<>();
    for (int from = 0; from < units; from += Math.max(1, units / 200)) {
      samples.add(Arrays.copyOfRange(all, from * unit, from * unit + bytes));
    }
    return samples;
  }

  @ParameterizedTest
  @CsvSource({"8, 24, 985", "32, 24, 999", "32, 4096, 999", "256, 24, 999", "256, 4096, 999"})
  void textsAreFoundOut(int bytes, int window, int rightOfThousand) {
    Detection detection = Detection.unmarkedElse(UTF_8).window(window);
    int all = 0;
    int right = 0;
    Map<String, Integer> wrong = new LinkedHashMap<>();
    for (Map.Entry<String, String> text : TEXTS.entrySet()) {
      for (TextEncoding encoding : ENCODINGS) {
        for (byte[] sample : samples(text.getValue(), encoding, bytes)) {
          Detected found = detection.detect(ByteBuffer.wrap(sample), false);
          all++;
          if (found.encoding().equals(encoding)) {
            right++;
          } else {
            wrong.merge(
                text.getKey() + " " + encoding + " as " + found.encoding(), 1, Integer::sum);
          }
        }
      }
    }
    assertThat(wrong.keySet()).noneMatch(it -> it.contains(" UTF-8 as "));
    assertThat(1000L * right / all).as(wrong.toString()).isGreaterThanOrEqualTo(rightOfThousand);
  }

  /**
   * From the middle of a unit on, text in an alphabet is text in the other order, which has the
   * same letters. Ideographs and Hangul become others, and no answer is right.
   */
  @Test
  void fromAnOddByteOnTheOtherOrderIsFound() {
    Map<String, String> alphabets = new LinkedHashMap<>(TEXTS);
    alphabets.keySet().removeAll(List.of("Chinese", "Taiwan", "Japanese", "Korean", "Emoji"));
    int all = 0;
    int other = 0;
    for (Map.Entry<String, String> text : alphabets.entrySet()) {
      for (TextEncoding encoding : ENCODINGS.subList(1, 3)) {
        TextEncoding expected = ENCODINGS.get(3 - ENCODINGS.indexOf(encoding));
        for (byte[] sample : samples(text.getValue(), encoding, 34)) {
          byte[] odd = Arrays.copyOfRange(sample, 1, 34);
          Detected found = Detection.unmarkedElse(UTF_8).detect(ByteBuffer.wrap(odd), false);
          all++;
          other += found.encoding().equals(expected) ? 1 : 0;
        }
      }
    }
    assertThat(1000L * other / all).as("of %d", all).isGreaterThanOrEqualTo(995);
  }

  /** Words of letters of each half row that has many; ideographs have a table of their own. */
  @ParameterizedTest
  @CsvSource({
    "0370, 2000",
    "2C00, 2E00",
    "3040, 3100",
    "A000, D780",
    "10000, 12400",
    "1E800, 1E960"
  })
  void everyScriptIsFoundOut(String first, String end) {
    Random random = new Random(1);
    int all = 0;
    int right = 0;
    for (int row = hex(first); row < hex(end); row += 128) {
      int[] letters = IntStream.range(row, row + 128).filter(Character::isLetter).toArray();
      for (int round = 0; letters.length > 24 && round < 4; round++) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
          boolean isBlank = i % 7 == 6;
          text.appendCodePoint(isBlank ? ' ' : letters[random.nextInt(letters.length)]);
        }
        for (TextEncoding encoding : ENCODINGS) {
          byte[] sample = Arrays.copyOf(ReferenceEncoder.encode(encoding, text.toString()), 32);
          Detected found = Detection.unmarkedElse(UTF_8).detect(ByteBuffer.wrap(sample), false);
          all++;
          right += found.encoding().equals(encoding) ? 1 : 0;
        }
      }
    }
    assertThat(100L * right / all).as("of %d", all).isGreaterThanOrEqualTo(98);
  }

  private static int hex(String digits) {
    return Integer.parseInt(digits, 16);
  }

  /** L1, and the answer for a head is that of the stream. */
  @Test
  void theAnswerDoesNotDependOnTheCut() {
    Random random = new Random(59);
    for (String text : TEXTS.values()) {
      for (TextEncoding encoding : ENCODINGS) {
        List<byte[]> samples = samples(text, encoding, 40);
        byte[] all = samples.get(random.nextInt(samples.size()));
        Detection detection = Detection.unmarkedElse(UTF_8).window(4 + random.nextInt(40));
        Detected expected = detection.detect(ByteBuffer.wrap(all), true);
        List<List<byte[]>> cuts = new ArrayList<>(Cuts.hostile(all));
        cuts.add(Cuts.bytewise(all));
        cuts.add(Cuts.random(all, random));
        String whole = DecoderSpec.of(expected.encoding()).decode(all);
        for (List<byte[]> cut : cuts) {
          List<Detected> told = new ArrayList<>();
          ByteStage<String> stage = Stages.decode(detection.observer(told::add));
          List<String> pieces = through(stage, cut, BufferKind.DIRECT);
          assertThat(told).containsExactly(expected);
          assertThat(String.join("", pieces)).isEqualTo(whole);
        }
      }
    }
  }

  /** Nobody has to send more than a greeting, whatever the window is; few need all of it. */
  @ParameterizedTest
  @CsvSource({"8, 50", "12, 12", "16, 3", "24, 1"})
  void aGreetingIsDeliveredAtOnce(int bytes, int lateOfThousand) {
    int late = 0;
    int all = 0;
    for (String text : TEXTS.values()) {
      for (TextEncoding encoding : ENCODINGS) {
        for (byte[] greeting : samples(text, encoding, bytes)) {
          ByteStage<String> far = Stages.decode(Detection.unmarkedElse(UTF_8).window(4096));
          far.offer(ByteBuffer.wrap(greeting));
          all++;
          late += far.poll() == null ? 1 : 0;
        }
      }
    }
    assertThat(1000L * late / all).isLessThanOrEqualTo(lateOfThousand);
  }
}
