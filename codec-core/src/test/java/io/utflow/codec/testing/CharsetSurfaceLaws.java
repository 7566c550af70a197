/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Charsets and other encodings that are not of the seven, through the surfaces of an adapter: for
 * every cut the same as by the coders of core in one piece, which have laws of their own.
 */
public abstract class CharsetSurfaceLaws {
  private static final int ROUNDS = Product.sampled(12, 12);

  private static final List<String> NAMES =
      List.of(
          "windows-1252",
          "web-windows-1252",
          "web-GBK",
          "web-gb18030",
          "web-Big5",
          "web-EUC-JP",
          "web-ISO-2022-JP",
          "web-Shift_JIS",
          "web-EUC-KR",
          "Shift_JIS",
          "GB18030",
          "ISO-2022-JP",
          "ISO-2022-CN",
          "HZ-GB-2312",
          "EUC-KR",
          "Big5-HKSCS",
          "IBM930",
          "CESU-8",
          "Modified-UTF-8",
          "SCSU",
          "BOCU-1");

  /** Text, and characters that many of these cannot encode. */
  private static final String CHARACTERS =
      "ab|\n\r\u00E9\u0416\u3042\u4E2D\uAC00\u20AC\uD83D\uDE42";

  /** From bytes to pieces of text. */
  protected abstract Surface decoder();

  /** From bytes to lines, ended by any break, without it. */
  protected abstract Surface lines();

  /** From bytes of one encoding to those of another. */
  protected abstract List<TranscodeSurface> transcoders();

  /** From text to bytes. */
  protected abstract EncodeSurface encoder();

  static List<TextEncoding> encodings() {
    return NAMES.stream().map(TextEncoding::forName).toList();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(10); i > 0; i--) {
      int at = random.nextInt(CHARACTERS.codePointCount(0, CHARACTERS.length()));
      text.appendCodePoint(CHARACTERS.codePointAt(CHARACTERS.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }

  private static EncoderSpec writing(TextEncoding encoding) {
    return EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.HEX_REFERENCE);
  }

  private static byte[] written(TextEncoding encoding, String text) {
    TextEncoder encoder = writing(encoding).newEncoder();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(encoder.encode(text));
    bytes.writeBytes(encoder.finish());
    return bytes.toByteArray();
  }

  /** Half of them text, half any bytes. */
  private static byte[] bytes(TextEncoding encoding, Random random, int round) {
    return round % 2 == 0
        ? written(encoding, text(random))
        : CharsetSamples.anyBytes(random, 1 + random.nextInt(16));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutIsDecodedTheSame(TextEncoding encoding) {
    Random random = new Random(101);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(encoding, random, round);
      List<String> found = new ArrayList<>();
      DecoderSpec spec = DecoderSpec.of(encoding).observer(s -> found.add(s.toString()));
      String text = spec.newDecoder().decode(ByteBuffer.wrap(bytes), true);
      List<String> expected = List.copyOf(found);
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        found.clear();
        Outcome outcome = decoder().run(spec, pieces);
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.text()).isEqualTo(text);
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  /** What was decoded before the failure comes first; the failure is the sequence of core. */
  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutFailsAtTheSameSequence(TextEncoding encoding) {
    Random random = new Random(102);
    DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = CharsetSamples.anyBytes(random, 1 + random.nextInt(12));
      String text;
      IllFormedTextException failure = null;
      try {
        text = spec.newDecoder().decode(ByteBuffer.wrap(bytes), true);
      } catch (IllFormedTextException e) {
        text = e.decodedPrefix();
        failure = e;
      }
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        Outcome outcome = decoder().run(spec, pieces);
        assertThat(outcome.text()).isEqualTo(text);
        if (failure == null) {
          assertThat(outcome.failure()).isNull();
        } else {
          assertThat(((IllFormedTextException) outcome.failure()).sequence())
              .isEqualTo(failure.sequence());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void linesAreThoseOfTheText(TextEncoding encoding) {
    Random random = new Random(103);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(encoding, random, round);
      String text = DecoderSpec.of(encoding).decode(bytes);
      DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);
      List<byte[]> whole = Cuts.whole(text.getBytes(StandardCharsets.UTF_8));
      List<String> expected = flat(lines().run(utf8, whole));
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        assertThat(flat(lines().run(DecoderSpec.of(encoding), pieces))).isEqualTo(expected);
      }
    }
  }

  private static List<String> flat(Outcome outcome) {
    assertThat(outcome.failure()).isNull();
    return outcome.outputs().stream().flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutIsTranscodedTheSame(TextEncoding encoding) {
    Random random = new Random(104);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = bytes(encoding, random, round);
      byte[] utf8 = DecoderSpec.of(encoding).decode(bytes).getBytes(StandardCharsets.UTF_8);
      byte[] text = text(random).getBytes(StandardCharsets.UTF_8);
      byte[] back = written(encoding, new String(text, StandardCharsets.UTF_8));
      for (TranscodeSurface surface : transcoders()) {
        for (List<byte[]> pieces : Cuts.hostile(bytes)) {
          DecoderSpec from = DecoderSpec.of(encoding);
          assertBytes(surface.run(from, EncoderSpec.of(TextEncoding.UTF_8), pieces), utf8);
        }
        for (List<byte[]> pieces : Cuts.hostile(text)) {
          DecoderSpec from = DecoderSpec.of(TextEncoding.UTF_8);
          assertBytes(surface.run(from, writing(encoding), pieces), back);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void everyCutIsEncodedTheSame(TextEncoding encoding) {
    Random random = new Random(105);
    for (int round = 0; round < ROUNDS; round++) {
      String text = text(random);
      byte[] expected = written(encoding, text);
      for (List<String> pieces : TextCuts.hostile(text)) {
        assertBytes(encoder().run(writing(encoding).pieceBytes(8), pieces), expected);
      }
    }
  }

  /** More than one output for an input. */
  @ParameterizedTest
  @MethodSource("encodings")
  void aLongTextIsEncodedTheSame(TextEncoding encoding) {
    String text = text(new Random(106)).repeat(500);
    byte[] expected = written(encoding, text);
    for (int length : new int[] {text.length(), 700}) {
      List<String> pieces = TextCuts.every(text, length);
      assertBytes(encoder().run(writing(encoding).pieceBytes(8), pieces), expected);
    }
  }

  private static void assertBytes(ByteOutcome outcome, byte[] expected) {
    assertThat(outcome.failure()).isNull();
    assertThat(outcome.bytes()).isEqualTo(expected);
  }
}
