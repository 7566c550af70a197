/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a peer can lengthen takes time in proportion to its length. Processor time of the thread
 * over lengths of which one is eight times the other: a square would take 64 times as long.
 */
class LineGrowthTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int LONG = 1 << 17;
  private static final int TIMES = 8;

  /** Proportion takes 8, and what is short may fit a cache; a square takes 64. */
  private static final double BOUND = 24;

  /** One long input costs about what short ones do. */
  private static final double SWITCHING_BOUND = 3;

  private static final int ATTEMPTS = 6;
  private static final int NO_BOUND = 1 << 30;
  private static final LineSpec CRLF = LineSpec.of(LineBreaks.CRLF).maxLength(NO_BOUND);
  private static final LineSpec UNICODE = LineSpec.of(LineBreaks.UNICODE).maxLength(NO_BOUND);

  private record Growing(
      String name, Supplier<Stage<ByteBuffer, String>> stage, IntFunction<byte[]> stream) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Growing> growing() {
    Detection detection = Detection.utf8Else(spec("UTF-8"), spec("GB18030")).window(NO_BOUND);
    DecoderSpec skip = spec("UTF-8").onMalformed(MalformedPolicy.SKIP);
    return List.of(
        new Growing(
            "a detected line", () -> Stages.lines(detection, UNICODE), repeating("abcdefgh")),
        new Growing("detected lines", () -> Stages.lines(detection, UNICODE), lines("abcdefgh")),
        new Growing(
            "a window of UTF-8",
            () -> Stages.lines(detection, UNICODE),
            repeating("\u00E4\u00B8\u00ADabc")),
        new Growing(
            "detected records",
            () ->
                Stages.records(
                    Detection.utf8Else(spec("UTF-8"), spec("windows-1252")).window(NO_BOUND),
                    RecordSpec.delimitedBy("|").maxLength(NO_BOUND)),
            repeating("\u00E4\u00B8\u00ADabc")),
        new Growing(
            "places where sequences are left out",
            () -> Stages.lines(skip, CRLF),
            repeating("\r\u00FF\n")),
        new Growing(
            "places in a long delimiter",
            () -> Stages.records(skip, RecordSpec.delimitedBy("a".repeat(999)).maxLength(NO_BOUND)),
            repeating("a\u00FF".repeat(990) + "b\u00FF")),
        new Growing(
            "shifts", () -> Stages.lines(spec("ISO-2022-KR"), UNICODE), repeating("\u000E\u000F")),
        new Growing(
            "escapes",
            () -> Stages.lines(spec("ISO-2022-JP"), UNICODE),
            repeating("\u001B$B\u001B(B")),
        new Growing(
            "shifts behind a carriage return",
            () -> Stages.lines(spec("ISO-2022-KR"), UNICODE.keepTerminator(true)),
            stream -> first("a\r", repeating("\u000E\u000F").apply(stream))),
        new Growing(
            "an open line", () -> Stages.lines(spec("GB18030"), UNICODE), repeating("ab\u00FF")),
        new Growing("percent escapes", () -> unpacking(Packing.PERCENT), repeating("%e4%b8%%4")),
        new Growing(
            "references",
            () -> unpacking(Packing.REFERENCES),
            stream -> first("&#", repeating("0").apply(stream))),
        new Growing(
            "backslashes", () -> unpacking(Packing.BACKSLASH), repeating("\\ud83d\\u\\\\")));
  }

  /** Lengths of the input, within which a peer switches as often as it likes. */
  static List<Growing> switching() {
    DecoderSpec utf8 = spec("UTF-8");
    return List.of(
        new Growing(
            "lines",
            () -> Stages.lines(utf8, CRLF).switchingAfter(line -> Optional.of(utf8)),
            repeating("\u00E4\u00B8\u00AD\r\n")));
  }

  private static DecoderSpec spec(String name) {
    return DecoderSpec.of(TextEncoding.forName(name));
  }

  private static Stage<ByteBuffer, String> unpacking(Packing packing) {
    return Stages.chunks(spec("UTF-8")).then(Stages.unpack(packing));
  }

  private static IntFunction<byte[]> repeating(String unit) {
    byte[] bytes = unit.getBytes(StandardCharsets.ISO_8859_1);
    return length -> {
      byte[] stream = new byte[length];
      for (int i = 0; i < length; i++) {
        stream[i] = bytes[i % bytes.length];
      }
      return stream;
    };
  }

  /** Four lines, however long that makes them. */
  private static IntFunction<byte[]> lines(String unit) {
    return length -> {
      byte[] stream = repeating(unit).apply(length);
      for (int i = 1; i <= 4; i++) {
        stream[i * length / 4 - 1] = '\n';
      }
      return stream;
    };
  }

  private static byte[] first(String first, byte[] stream) {
    byte[] bytes = first.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, stream, 0, bytes.length);
    return stream;
  }

  @ParameterizedTest
  @MethodSource("growing")
  void inProportion(Growing growing) {
    for (int piece : new int[] {1, 64, 8192}) {
      assertInProportion(growing, piece);
    }
  }

  @ParameterizedTest
  @MethodSource("switching")
  void aSwitchDoesNotCostTheRestOfTheInput(Growing growing) {
    double shortInputs = Double.MAX_VALUE;
    double oneInput = Double.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS; i++) {
      shortInputs = Math.min(shortInputs, time(growing, LONG, 64));
      oneInput = Math.min(oneInput, time(growing, LONG, LONG));
    }
    assertThat(oneInput / shortInputs).as("%s", growing).isLessThan(SWITCHING_BOUND);
  }

  /** Others may disturb a measurement; a square is one at each attempt. */
  private static void assertInProportion(Growing growing, int piece) {
    time(growing, LONG / TIMES, piece); // The JVM compiles first.
    double least = Double.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS && least > BOUND; i++) {
      double time = time(growing, LONG / TIMES, piece);
      least = Math.min(least, time(growing, LONG, piece) / time);
    }
    assertThat(least).as("%s in pieces of %d", growing, piece).isLessThan(BOUND);
  }

  private static double time(Growing growing, int length, int piece) {
    byte[] bytes = growing.stream().apply(length);
    try (Stage<ByteBuffer, String> stage = growing.stage().get()) {
      long begin = THREADS.getCurrentThreadCpuTime();
      for (int at = 0; at < length; at += piece) {
        stage.offer(ByteBuffer.wrap(bytes, at, Math.min(piece, length - at)));
        Splitting.drain(stage);
      }
      stage.endOfInput();
      Splitting.drain(stage);
      return Math.max(1, THREADS.getCurrentThreadCpuTime() - begin);
    }
  }
}
