/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream may begin with one kernel set and continue with others, as when vectors take over. */
class KernelChangeTest {
  private static final List<KernelSet> SETS = Kernels.available();

  private final KernelSet before = Kernels.chosen();
  private final Random random = new Random(26);

  static List<TextEncoding> encodings() {
    return List.of(
        TextEncoding.UTF_8,
        TextEncoding.UTF_16BE,
        TextEncoding.UTF_16LE,
        TextEncoding.UTF_32BE,
        TextEncoding.UTF_32LE);
  }

  @AfterEach
  void restore() {
    Kernels.use(before);
  }

  private void change() {
    Kernels.use(SETS.get(random.nextInt(SETS.size())));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aStreamIsDecodedByOneAndTheNext(TextEncoding encoding) {
    String text = new TextSamples(27).text(20_000);
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    TextDecoder decoder = DecoderSpec.of(encoding).newDecoder();
    StringBuilder decoded = new StringBuilder();
    for (ByteBuffer piece : pieces(bytes)) {
      change();
      decoded.append(decoder.decode(piece, false));
    }
    decoded.append(decoder.decode(ByteBuffer.allocate(0), true));
    assertThat(decoded.toString()).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aStreamIsEncodedByOneAndTheNext(TextEncoding encoding) {
    String text = new TextSamples(28).text(20_000);
    byte[] expected = ReferenceEncoder.encode(encoding, text);
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(expected.length + 4);
    CharBuffer in = CharBuffer.wrap(text);
    while (in.hasRemaining()) {
      change();
      CharBuffer piece = in.slice(in.position(), Math.min(in.remaining(), random.nextInt(200)));
      encoder.encode(piece, out, false);
      in.position(in.position() + piece.position());
    }
    encoder.encode(in, out, true);
    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void aStreamIsTranscodedByOneAndTheNext(TextEncoding encoding) {
    String text = new TextSamples(29).text(20_000);
    TextEncoding other =
        encoding == TextEncoding.UTF_8 ? TextEncoding.UTF_16LE : TextEncoding.UTF_8;
    byte[] expected = ReferenceEncoder.encode(other, text);
    TextTranscoder transcoder = DecoderSpec.of(encoding).newTranscoder(EncoderSpec.of(other));
    ByteBuffer out = ByteBuffer.allocate(expected.length + 4);
    for (ByteBuffer piece : pieces(ReferenceEncoder.encode(encoding, text))) {
      change();
      transcoder.transcode(piece, out, false);
    }
    transcoder.transcode(ByteBuffer.allocate(0), out, true);
    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(expected);
  }

  /**
   * One set reads the beginning of a character and another its end, at each place, in each order.
   */
  @Test
  void aCharacterIsReadByTwo() {
    String text = "\u00E9\u4E2D\uD83D\uDE00x";
    byte[] bytes = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
    for (KernelSet one : SETS) {
      for (KernelSet next : SETS) {
        for (int cut = 1; cut < bytes.length; cut++) {
          String by = one.name() + ", " + next.name() + " from byte " + cut;
          assertThat(stringsByTwo(bytes, cut, one, next)).as(by).isEqualTo(text);
          assertThat(charsByTwo(bytes, cut, one, next)).as(by).isEqualTo(text);
        }
      }
    }
  }

  private static String stringsByTwo(byte[] bytes, int cut, KernelSet one, KernelSet next) {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    Kernels.use(one);
    String begun = decoder.decode(ByteBuffer.wrap(bytes, 0, cut), false);
    Kernels.use(next);
    return begun + decoder.decode(ByteBuffer.wrap(bytes, cut, bytes.length - cut), true);
  }

  private static String charsByTwo(byte[] bytes, int cut, KernelSet one, KernelSet next) {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    Kernels.use(one);
    decoder.decode(ByteBuffer.wrap(bytes, 0, cut), chars, false);
    Kernels.use(next);
    decoder.decode(ByteBuffer.wrap(bytes, cut, bytes.length - cut), chars, true);
    return chars.flip().toString();
  }

  private List<ByteBuffer> pieces(byte[] bytes) {
    List<ByteBuffer> pieces = new ArrayList<>();
    int p = 0;
    while (p < bytes.length) {
      int length = Math.min(bytes.length - p, 1 + random.nextInt(300));
      pieces.add(ByteBuffer.wrap(bytes, p, length));
      p += length;
    }
    return pieces;
  }
}
