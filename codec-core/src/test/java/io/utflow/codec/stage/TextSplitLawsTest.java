/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CodingCounts;
import io.utflow.codec.testing.CodingCounts.Sums;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that are split behind decoding: what a listener is told, and what is handed over. */
@OverEncodings
class TextSplitLawsTest {
  private static final byte[][] PARTS = {
    {'a'},
    {'|'},
    {'\n'},
    {'\r'},
    {'\r', '\n'},
    {(byte) 0x88, (byte) 0x9F},
    {(byte) 0x81},
    {(byte) 0xFF},
    {0x1B, '$', 'B'},
    {0x1B, '(', 'B'},
    {0x1B},
    {0x0E},
    {0x0F},
    {0x21, 0x21}
  };

  private static byte[] stream(Random random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int parts = random.nextInt(9); parts > 0; parts--) {
      stream.writeBytes(PARTS[random.nextInt(PARTS.length)]);
    }
    return stream.toByteArray();
  }

  /** At a failure too: the bytes that are decided, not those decoded ahead of the lines. */
  @ParameterizedTest
  @ValueSource(strings = {"GB18030", "Shift_JIS", "ISO-2022-JP", "ISO-2022-KR", "IBM930"})
  void theSumsOfAListenerDoNotDependOnTheCut(String name) {
    Encodings.assumePresent(name);
    Random random = new Random(31);
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forName(name));
    List<MalformedPolicy> policies =
        List.of(MalformedPolicy.REPORT, MalformedPolicy.REPLACE.atMost(1), MalformedPolicy.REPLACE);
    for (int round = 0; round < Product.sampled(150); round++) {
      byte[] bytes = stream(random);
      for (MalformedPolicy policy : policies) {
        for (LineSpec lines :
            List.of(
                LineSpec.of(LineBreaks.UNICODE),
                LineSpec.of(LineBreaks.UNICODE).keepTerminator(true))) {
          Map<List<Object>, String> told = new HashMap<>();
          for (List<byte[]> pieces : Cuts.hostile(bytes)) {
            told.put(sums(spec.onMalformed(policy), lines, pieces, bytes), Cuts.describe(pieces));
          }
          assertThat(told).as("%s %s", policy, Arrays.toString(bytes)).hasSize(1);
        }
      }
    }
  }

  /** What a listener was told, and the bytes it must have been told of: to the failure, or all. */
  private static List<Object> sums(
      DecoderSpec spec, LineSpec lines, List<byte[]> pieces, byte[] bytes) {
    CodingCounts counts = new CodingCounts();
    long read = bytes.length;
    try (Stage<ByteBuffer, String> stage = Stages.lines(spec.listener(counts), lines)) {
      for (byte[] piece : pieces) {
        stage.offer(BufferKind.HEAP.of(piece));
        Splitting.drain(stage);
      }
      stage.endOfInput();
      Splitting.drain(stage);
    } catch (IllFormedTextException e) {
      read = e.sequence().byteOffset() + e.sequence().length();
    }
    Sums sums = counts.sums();
    assertThat(sums.read()).as("%s", Arrays.toString(bytes)).isEqualTo(read);
    return List.of(sums.read(), sums.written(), sums.illFormed());
  }

  /** Shifts that no character follows are not kept, but for some; the units before them are. */
  @Test
  @NeedsCharsets
  void whatIsHandedOverBehindAnyNumberOfShifts() {
    byte[] shifts = "\u000E\u000F".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
    for (int piece : new int[] {1, 7, 1000, shifts.length}) {
      ByteStage<String> stage =
          Stages.lines(
              DecoderSpec.of(TextEncoding.forName("ISO-2022-KR")),
              LineSpec.of(LineBreaks.UNICODE).keepTerminator(true));
      List<String> lines = new ArrayList<>();
      offer(stage, lines, 'a', '\n', 'b', '\r');
      for (int at = 0; at < shifts.length; at += piece) {
        stage.offer(ByteBuffer.wrap(shifts, at, Math.min(piece, shifts.length - at)));
        lines.addAll(Splitting.drain(stage));
      }
      assertThat(lines).containsExactly("a\n");
      byte[] rest = stage.takeUndelivered();
      assertThat(new String(rest, 0, 2, StandardCharsets.US_ASCII)).isEqualTo("b\r");
      assertThat(rest.length).isLessThan(4096);
    }
  }

  private static void offer(ByteStage<String> stage, List<String> lines, int... bytes) {
    for (int b : bytes) {
      stage.offer(ByteBuffer.wrap(new byte[] {(byte) b}));
      lines.addAll(Splitting.drain(stage));
    }
  }
}
