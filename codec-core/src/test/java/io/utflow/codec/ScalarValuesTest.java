/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All scalar values from every encoding to every encoding, with cuts on both sides. What one pair
 * yields, its mark included, is what the other direction reads, so each is a round trip.
 *
 * <p>The pieces are cut at lengths that share no divisor with the length of any sequence, 1 to 4:
 * so from one piece to the next the cut moves on in the sequence, and falls behind each of its
 * bytes in turn. The room of the outputs leaves 0 to 3 bytes at their end in the same way.
 */
@Tag("whole")
class ScalarValuesTest {
  private static final int SCALAR_VALUES = 1_112_064;

  /** How long the pieces are, and the outputs: few bytes, then enough for kernels to run. */
  private static final int[][] CUTS = {{7, 5}, {61, 53}, {4099, 1021}};

  private static final Map<TextEncoding, byte[]> STREAMS = new HashMap<>();
  private static String text = "";

  @BeforeAll
  static void encodeByReference() {
    StringBuilder all = new StringBuilder();
    IntStream.rangeClosed(0, 0x10FFFF)
        .filter(scalar -> scalar < 0xD800 || scalar > 0xDFFF)
        .forEach(all::appendCodePoint);
    text = all.toString();
    assertThat(text.codePoints().count()).isEqualTo(SCALAR_VALUES);
    for (TextEncoding encoding : Encodings.SCHEMES) {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      if (encoding == TextEncoding.UTF_16 || encoding == TextEncoding.UTF_32) {
        stream.writeBytes(ReferenceEncoder.encode(encoding, 0xFEFF));
      }
      stream.writeBytes(ReferenceEncoder.encode(encoding, text));
      STREAMS.put(encoding, stream.toByteArray());
    }
  }

  @AfterAll
  static void letGo() {
    STREAMS.clear();
    text = "";
  }

  static List<TextEncoding> schemes() {
    return Encodings.SCHEMES;
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void fromEveryEncoding(TextEncoding from) {
    for (TextEncoding to : Encodings.SCHEMES) {
      for (int[] cut : cuts(from, to)) {
        DecoderSpec reporting = DecoderSpec.of(from).onMalformed(MalformedPolicy.REPORT);
        TextTranscoder transcoder = reporting.newTranscoder(EncoderSpec.of(to));
        ByteBuffer in = ByteBuffer.wrap(STREAMS.get(from));
        Output out = new Output(to, cut[1]);
        int end = in.capacity();
        for (int at = 0; at < end; at += cut[0]) {
          in.limit(Math.min(end, at + cut[0]));
          while (transcoder.transcode(in, out.room(), in.limit() == end) == CoderStatus.OVERFLOW) {
            out.next();
          }
        }
        out.requireAll(from + " to " + to);
        assertThat(transcoder.position()).isEqualTo(end);
      }
    }
  }

  /** Every encoding is read, and is written, with every cut; each pair of them with one. */
  private static List<int[]> cuts(TextEncoding from, TextEncoding to) {
    int first = Encodings.SCHEMES.indexOf(from);
    int second = Encodings.SCHEMES.indexOf(to);
    if (!Product.takes(first + second, 7)) {
      return List.of();
    }
    return IntStream.range(0, CUTS.length)
        .filter(third -> Product.takes(first, second, third, CUTS.length))
        .mapToObj(third -> CUTS[third])
        .toList();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void fromText(TextEncoding to) {
    for (int[] cut : Product.sampled(List.of(CUTS), 3)) {
      TextEncoder encoder = EncoderSpec.of(to).onMalformed(MalformedPolicy.REPORT).newEncoder();
      Output out = new Output(to, cut[1]);
      for (int at = 0; at < text.length(); at += cut[0]) {
        String piece = text.substring(at, Math.min(text.length(), at + cut[0]));
        boolean last = at + cut[0] >= text.length();
        while (encoder.encode(
                piece, (int) (encoder.position() + encoder.pendingChars()) - at, out.room(), last)
            == CoderStatus.OVERFLOW) {
          out.next();
        }
      }
      out.requireAll("text to " + to);
    }
  }

  /** A window that moves over memory for the whole stream; between characters, it must end. */
  private static final class Output {
    private final byte[] expected;
    private final ByteBuffer out;
    private final int room;

    Output(TextEncoding to, int room) {
      this.expected = STREAMS.get(to);
      this.out = ByteBuffer.allocate(expected.length);
      this.room = room;
      next();
    }

    void next() {
      out.limit(Math.min(out.capacity(), out.position() + room));
    }

    ByteBuffer room() {
      return out;
    }

    void requireAll(String what) {
      int difference = Arrays.mismatch(expected, out.array());
      if (difference >= 0 || out.position() != expected.length) {
        throw new AssertionError(
            "%s: differs at %d, %d of %d bytes"
                .formatted(what, difference, out.position(), expected.length));
      }
    }
  }

  /** The cuts fall where the class says. */
  @Test
  void everyResidueOccurs() {
    for (int[] cut : CUTS) {
      for (int length = 2; length <= 4; length++) {
        int sequence = length;
        assertThat(IntStream.range(0, length).map(i -> i * cut[0] % sequence).distinct().count())
            .isEqualTo(length);
        assertThat(IntStream.range(0, length).map(i -> i * cut[1] % sequence).distinct().count())
            .isEqualTo(length);
      }
    }
  }
}
