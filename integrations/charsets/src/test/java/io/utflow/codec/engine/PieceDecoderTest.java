/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.form.RunForm;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text in which lines are found, and the bytes that each char comes from. */
class PieceDecoderTest {
  private static final RecordSpec RECORDS = RecordSpec.delimitedBy("|", "\n");
  private static final int ROUNDS = Product.sampled(60, 20);
  private static final String[] SCRIPTS = {
    "abc, xyz ", "\u65E5\u672C\u8A9E\u304B\u306A", "\u4E2D\u6587", "\uAC00\uD55C", "\u0440\u0443"
  };
  private static final byte[] TELLING = {0x0E, 0x0F, 0x1B, '(', '$', '\n', 0x25, '~', -1, -128};

  /** Whoever wants the text alone does not pay for where each character begins. */
  @ParameterizedTest
  @ValueSource(strings = {"IBM037", "x-IBM1025", "GBK", "SCSU", "BOCU-1", "HZ-GB-2312"})
  void fewCharactersOfLinesAreReadOneByOne(String name) {
    AtomicLong steps = new AtomicLong();
    TextEncoding counting = counting(name, steps);
    String text = "some words of one hundred characters, or so|".repeat(2000);
    byte[] bytes = EncoderSpec.of(TextEncoding.forName(name)).newEncoder().encode(text);
    ByteStage<String> stage = Stages.records(DecoderSpec.of(counting), RECORDS);
    int chars = 0;
    for (List<byte[]> pieces = new ArrayList<>(Cuts.every(bytes, 16_384)); !pieces.isEmpty(); ) {
      stage.offer(ByteBuffer.wrap(pieces.remove(0)));
      for (String line = stage.poll(); line != null; line = stage.poll()) {
        chars += line.length() + 1;
      }
    }
    assertThat(chars).isEqualTo(text.length());
    assertThat(steps).hasValueLessThan(chars / 16);
  }

  private static TextEncoding counting(String name, AtomicLong steps) {
    Encoding encoding = Encoding.of(TextEncoding.forName(name));
    EncodingForm asked = asked(encoding.form(), steps, true);
    return Encoding.of(new EncodingDefinition(name, name, () -> asked, encoding::kernel));
  }

  /**
   * The same form, whose steps are counted.
   *
   * @param inRuns whether it reads runs, if it does
   */
  private static EncodingForm asked(EncodingForm form, AtomicLong steps, boolean inRuns) {
    boolean run = inRuns && form instanceof RunForm;
    Object asked =
        Proxy.newProxyInstance(
            RunForm.class.getClassLoader(),
            new Class<?>[] {run ? RunForm.class : EncodingForm.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("step")) {
                steps.incrementAndGet();
              }
              try {
                Object answer = method.invoke(form, arguments);
                if (answer == form) {
                  return proxy;
                }
                return answer instanceof EncodingForm other ? asked(other, steps, inRuns) : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return (EncodingForm) asked;
  }

  /** Places, sequences, failures, and what is handed over: as if all were read one by one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "IBM037",
        "x-IBM930",
        "ISO-2022-JP",
        "ISO-2022-KR",
        "ISO-2022-CN",
        "x-ISO-2022-CN-GB",
        "HZ-GB-2312",
        "SCSU",
        "BOCU-1",
        "GB18030",
        "Shift_JIS",
        "x-SJIS_0213"
      })
  void everyUnitHasItsPlace(String name) {
    Encoding inRuns = Encoding.of(TextEncoding.forName(name));
    TextEncoding singly =
        Encoding.of(
            EncodingDefinition.of(name, () -> asked(inRuns.form(), new AtomicLong(), false)));
    Random random = new Random(41);
    List<MalformedPolicy> policies =
        List.of(
            MalformedPolicy.REPLACE,
            MalformedPolicy.SKIP,
            MalformedPolicy.REPORT,
            MalformedPolicy.replaceWith("[?]").atMost(2));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = stream(inRuns, random, round % 4 == 0 ? 6000 : 300);
      MalformedPolicy policy = policies.get(random.nextInt(policies.size()));
      RecordSpec records = RECORDS.maxChars(round % 3 == 0 ? 40 : 1 << 20);
      int takenAt = round % 2 == 0 ? random.nextInt(bytes.length + 1) : Integer.MAX_VALUE;
      List<byte[]> pieces =
          round % 5 == 0 ? Cuts.random(bytes, random) : Cuts.every(bytes, 1 + random.nextInt(5000));
      assertThat(observed(DecoderSpec.of(inRuns).onMalformed(policy), records, pieces, takenAt))
          .isEqualTo(
              observed(DecoderSpec.of(singly).onMalformed(policy), records, pieces, takenAt));
    }
  }

  /** Without an observer an ill-formed sequence may be read ahead of the lines before it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "IBM037",
        "x-IBM930",
        "ISO-2022-JP",
        "ISO-2022-KR",
        "x-ISO-2022-CN-GB",
        "HZ-GB-2312",
        "SCSU",
        "GB18030",
        "x-SJIS_0213"
      })
  void anObserverChangesNothing(String name) {
    Encoding encoding = Encoding.of(TextEncoding.forName(name));
    DecoderSpec spec = DecoderSpec.of(encoding);
    Random random = new Random(43);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = stream(encoding, random, round % 4 == 0 ? 9000 : 300);
      RecordSpec records = RECORDS.maxChars(round % 3 == 0 ? 40 : 1 << 20);
      int takenAt = round % 2 == 0 ? random.nextInt(bytes.length + 1) : Integer.MAX_VALUE;
      List<byte[]> pieces = Cuts.every(bytes, 1 + random.nextInt(round % 5 == 0 ? 9 : 5000));
      assertThat(read(spec, records, pieces, takenAt, new ArrayList<>()))
          .isEqualTo(
              read(spec.observer(sequence -> {}), records, pieces, takenAt, new ArrayList<>()));
    }
  }

  private static byte[] stream(TextEncoding encoding, Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(SCRIPTS[random.nextInt(SCRIPTS.length)].repeat(1 + random.nextInt(5)));
      text.append(random.nextInt(3) == 0 ? "\n" : random.nextInt(9) == 0 ? "|" : "");
    }
    byte[] bytes = EncoderSpec.of(encoding).newEncoder().encode(text);
    for (int noise = random.nextInt(3) * random.nextInt(bytes.length / 20); noise > 0; noise--) {
      bytes[random.nextInt(bytes.length)] = TELLING[random.nextInt(TELLING.length)];
    }
    return bytes;
  }

  private static List<String> observed(
      DecoderSpec spec, RecordSpec records, List<byte[]> pieces, int takenAt) {
    List<String> seen = new ArrayList<>();
    DecoderSpec observed = spec.observer(sequence -> seen.add(sequence.toString()));
    return read(observed, records, pieces, takenAt, seen);
  }

  /** All that can be seen, in order; the stage is given up behind so many bytes. */
  private static List<String> read(
      DecoderSpec spec, RecordSpec records, List<byte[]> pieces, int takenAt, List<String> seen) {
    ByteStage<LocatedLine> stage = Stages.locatedRecords(spec, records);
    int offered = 0;
    try {
      for (byte[] piece : pieces) {
        stage.offer(ByteBuffer.wrap(piece));
        offered += piece.length;
        int most = offered < takenAt ? Integer.MAX_VALUE : 3;
        LocatedLine line;
        while (most-- > 0 && (line = stage.poll()) != null) {
          seen.add(line.toString());
        }
        if (offered >= takenAt) {
          seen.add(Arrays.toString(stage.takeUndelivered()));
          return seen;
        }
      }
      stage.endOfInput();
      for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
        seen.add(line.toString());
      }
    } catch (IllFormedTextException e) {
      seen.add(e.sequence() + e.decodedPrefix());
    } catch (TooLongLineException e) {
      seen.add(e.line().toString());
    }
    return seen;
  }
}
