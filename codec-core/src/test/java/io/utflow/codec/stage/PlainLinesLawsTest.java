/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines of long inputs, which are decoded many at once, against those of the same bytes in inputs
 * of a few: the same lines, places, failures, ill-formed sequences and bytes handed over, wherever
 * something is cut, too long or ill-formed. {@link SplitLawsTest} has the laws of short inputs.
 */
class PlainLinesLawsTest {
  private static final int SEEDS = Product.sampled(60, 10);

  private static final List<TextEncoding> SELF_SYNCHRONIZING =
      Stream.of(
              Encodings.FIXED,
              Encodings.FULL_VARIANTS,
              Encodings.WITH_SURROGATES,
              Encodings.present("ISO-8859-1", "IBM037", "Shift_JIS", "GB18030", "EUC-KR"))
          .flatMap(List::stream)
          .distinct()
          .toList();

  private static final List<String> ENDS = List.of("\n", "\n", "\n", "\r\n", "\r", "\u000B");

  private static final List<LineSpec> SPECS =
      List.of(
          LineSpec.of(LineBreaks.LF_OR_CRLF),
          LineSpec.of(LineBreaks.LF_ONLY).keepTerminator(true),
          LineSpec.of(LineBreaks.ANY).maxChars(60).onTooLong(TooLongPolicy.TRUNCATE),
          LineSpec.of(LineBreaks.UNICODE).maxChars(60).onTooLong(TooLongPolicy.DISCARD),
          LineSpec.of(LineBreaks.CRLF).keepTerminator(true),
          LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(300).onTooLong(TooLongPolicy.FAIL));

  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.replaceWith("??"),
          MalformedPolicy.REPORT,
          MalformedPolicy.SKIP);

  /** What a stream has yielded: lines and their places, ill-formed sequences, what failed it. */
  private record Read(List<String> out, List<String> illFormed, String failure, byte[] rest) {
    boolean isLike(Read other) {
      return out.equals(other.out)
          && illFormed.equals(other.illFormed)
          && failure.equals(other.failure)
          && Arrays.equals(rest, other.rest);
    }

    @Override
    public String toString() {
      return out + "\n" + illFormed + "\n" + failure + "\n" + Arrays.toString(rest);
    }
  }

  static List<TextEncoding> encodings() {
    return SELF_SYNCHRONIZING;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areThoseOfShortInputs(TextEncoding encoding) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] bytes = bytes(encoding, random);
      LineSpec lines = SPECS.get(random.nextInt(SPECS.size()));
      MalformedPolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
      boolean skips = policy == MalformedPolicy.SKIP;
      if (skips && Encodings.WITH_SURROGATES.contains(encoding)) {
        continue;
      }
      boolean located = random.nextBoolean();
      int stop = random.nextInt(3) == 0 ? random.nextInt(12) : Integer.MAX_VALUE;
      DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(policy);
      Read expected =
          read(spec, lines, located, bytes, 1 + random.nextInt(40), BufferKind.HEAP, stop);
      for (BufferKind kind : BufferKind.values()) {
        for (int length : new int[] {bytes.length, 97 + random.nextInt(2000)}) {
          Read read = read(spec, lines, located, bytes, length, kind, stop);
          assertThat(read)
              .as("%s, seed %d, %s of %d", encoding, seed, kind, length)
              .matches(expected::isLike, "is like\n" + expected);
        }
      }
    }
  }

  @Test
  void whereNoDelimiterCanBeEncodedNothingEnds() {
    RecordSpec records = RecordSpec.delimitedBy("\u2192").maxChars(10_000);
    ByteStage<String> stage = Stages.records(DecoderSpec.of(TextEncoding.UTF_8), records);
    stage.switchTo(DecoderSpec.of(StandardCharsets.ISO_8859_1));
    String text = "\u00e9".repeat(500);
    stage.offer(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(stage.poll()).isNull();
    stage.offer(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo(text + text);
  }

  /** Some lines of ASCII, of other letters and of both, and sometimes a broken byte. */
  private static byte[] bytes(TextEncoding encoding, Random random) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EncoderSpec spec = EncoderSpec.of(encoding).onMalformed(MalformedPolicy.SKIP);
    int broken = random.nextInt(3) == 0 ? 9 : Integer.MAX_VALUE;
    int ascii = random.nextInt(5);
    for (int words = 50 + random.nextInt(600); words > 0; words--) {
      String word = random.nextInt(4) < ascii ? "words" : WORDS.get(random.nextInt(WORDS.size()));
      boolean ends = random.nextInt(9) == 0;
      String text = word + (ends ? ENDS.get(random.nextInt(ENDS.size())) : " ");
      bytes.writeBytes(spec.encode(text));
      if (random.nextInt(broken) == 8) {
        bytes.write(random.nextInt(0x100));
      }
    }
    return bytes.toByteArray();
  }

  private static final List<String> WORDS =
      List.of(
          "\u00e9t\u00e9",
          "\u043c\u0438\u0440",
          "\u6f22\u5b57",
          "\uD83D\uDE00",
          "\u2028",
          "\u0085");

  /**
   * Reads until so many lines have come, and takes out what is left.
   *
   * @param length of an input
   */
  private static Read read(
      DecoderSpec spec,
      LineSpec lines,
      boolean located,
      byte[] bytes,
      int length,
      BufferKind kind,
      int stop) {
    List<String> out = new ArrayList<>();
    List<String> illFormed = new ArrayList<>();
    DecoderSpec observed =
        spec.observer(told -> illFormed.add(told.byteOffset() + " before line " + out.size()));
    String failure = "";
    byte[] rest = {};
    ByteStage<?> stage =
        located ? Stages.locatedLines(observed, lines) : Stages.lines(observed, lines);
    int at = 0;
    try {
      while (at < bytes.length && out.size() < stop) {
        int to = Math.min(bytes.length, at + length);
        stage.offer(kind.of(Arrays.copyOfRange(bytes, at, to)));
        at = to;
        drain(stage, out, stop);
      }
      if (out.size() < stop) {
        stage.endOfInput();
        drain(stage, out, stop);
      } else {
        ByteBuffer left = ByteBuffer.wrap(bytes, at, bytes.length - at);
        byte[] first = stage.takeUndelivered();
        rest = Arrays.copyOf(first, first.length + left.remaining());
        left.get(rest, first.length, left.remaining());
      }
    } catch (IllFormedTextException | TooLongLineException e) {
      failure = e.toString();
    }
    return new Read(out, illFormed, failure, rest);
  }

  private static void drain(ByteStage<?> stage, List<String> out, int stop) {
    Object line = out.size() < stop ? stage.poll() : null;
    while (line != null) {
      out.add(line instanceof LocatedLine place ? Splits.place(place) : line.toString());
      line = out.size() < stop ? stage.poll() : null;
    }
  }
}
