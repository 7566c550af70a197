/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole texts that begin as ASCII are what they are in pieces, whatever follows. */
class WholeStringsTest {
  private static final List<byte[]> ENDINGS =
      List.of(
          utf8(""),
          utf8("\u00E9"),
          utf8("\u4E2D\uD83D\uDE00"),
          utf8("\uFFFD"),
          utf8("\uFEFF"),
          utf8("\0"),
          bytes(0xC3),
          bytes(0xF0, 0x9F, 0x98),
          bytes(0xF0, 0x9F, 0x98, 'a'),
          bytes(0xED, 0xA0, 0x80),
          bytes(0xC0, 0x80),
          bytes(0xF4, 0x90, 0x80, 0x80),
          bytes(0xFF, 'a', 0xE9));

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] ascii(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'a');
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A page whose head is ASCII, and other text here and there behind it. */
  @Test
  void asAPageThatBeginsAsAscii() {
    byte[] other = utf8("\u00E9\u4E2D\uD83D\uDE00");
    for (int gap : new int[] {63, 4095, 4096, 5000, 20_000}) {
      byte[] page = ascii(3000);
      for (int i = 0; i < 10; i++) {
        page = join(page, other, ascii(gap));
      }
      assertWhole(page);
      assertWhole(join(page, bytes(0xE4, 0xB8)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 255, 256, 1023, 1024, 1025, 40_000})
  void areWhatTheyAreInPieces(int length) {
    for (byte[] ending : ENDINGS) {
      assertWhole(join(ascii(length), ending));
      assertWhole(join(ascii(length), ending, ascii(length)));
      assertWhole(join(utf8("\uFEFF"), ascii(length), ending));
    }
  }

  private static void assertWhole(byte[] bytes) {
    List<String> seen = new ArrayList<>();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8).observer(sequence -> seen.add(sequence.toString()));
    TextDecoder pieces = spec.newDecoder();
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(pieces.decode(ByteBuffer.wrap(new byte[] {b}), false));
    }
    text.append(pieces.finish());
    List<String> seenInPieces = List.copyOf(seen);
    seen.clear();

    TextDecoder whole = spec.newDecoder();
    assertThat(whole.decode(ByteBuffer.wrap(bytes), true)).isEqualTo(text.toString());
    assertThat(seen).isEqualTo(seenInPieces);
    assertThat(whole.position()).isEqualTo(pieces.position());
    assertThat(whole.illFormedCount()).isEqualTo(pieces.illFormedCount());
    assertThat(whole.pendingBytes()).isZero();
    assertThatThrownBy(() -> whole.decode(ByteBuffer.wrap(bytes(1)), true))
        .isInstanceOf(IllegalStateException.class);
    seen.clear();

    TextDecoder open = spec.newDecoder();
    String first = open.decode(bytes);
    assertThat(open.position() + open.pendingBytes()).isEqualTo(bytes.length);
    assertThat(first + open.finish()).isEqualTo(text.toString());
    assertThat(seen).isEqualTo(seenInPieces);
    seen.clear();

    TextDecoder inPieces = spec.newDecoder();
    String piece = inPieces.decodePiece(ByteBuffer.wrap(bytes), 100_000, false);
    assertThat(text.toString()).startsWith(piece);
    assertThat(inPieces.pendingBytes()).isLessThan(4);
  }

  @Test
  void aSequenceThatIsReportedStandsBehindItsText() {
    byte[] bytes = join(ascii(2000), bytes(0xFF));
    assertThatThrownBy(
            () ->
                DecoderSpec.of(TextEncoding.UTF_8)
                    .onMalformed(MalformedPolicy.REPORT)
                    .decode(bytes))
        .isInstanceOfSatisfying(
            IllFormedTextException.class,
            failure -> {
              assertThat(failure.sequence().byteOffset()).isEqualTo(2000);
              assertThat(failure.decodedPrefix()).hasSize(2000);
            });
  }

  @Test
  void aMarkThatIsRequiredIsMissed() {
    byte[] bytes = ascii(2000);
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE);
    assertThatThrownBy(() -> spec.decode(bytes)).isInstanceOf(IllFormedTextException.class);
    assertThat(spec.decode(join(utf8("\uFEFF"), bytes))).hasSize(2000);
  }

  @Test
  void aTextGoesOnWhereAnotherCallHasEnded() {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    assertThat(decoder.decode(ByteBuffer.wrap(bytes(0xE4, 0xB8)), false)).isEmpty();
    byte[] rest = join(bytes(0xAD), ascii(2000));
    assertThat(decoder.decode(ByteBuffer.wrap(rest), true)).isEqualTo("\u4E2D" + "a".repeat(2000));
    TextDecoder truncated = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    assertThat(truncated.decode(ByteBuffer.wrap(bytes(0xE4, 0xB8)), false)).isEmpty();
    assertThat(truncated.decode(ByteBuffer.wrap(ascii(2000)), true))
        .isEqualTo("\uFFFD" + "a".repeat(2000));
  }

  @Test
  void onlyUtf8IsReadAsUtf8() {
    byte[] bytes = join(ascii(2000), utf8("\u00E9"));
    assertThat(DecoderSpec.of(StandardCharsets.ISO_8859_1).decode(bytes))
        .isEqualTo("a".repeat(2000) + "\u00C3\u00A9");
    byte[] wide = "a".repeat(2000).getBytes(StandardCharsets.UTF_16LE);
    assertThat(DecoderSpec.of(TextEncoding.UTF_16LE).decode(wide)).isEqualTo("a".repeat(2000));
  }

  /** The text and the pieces that it is joined of, but no array as long as the input. */
  @Test
  void aLongTextThroughCharsTakesLittleBesideItself() {
    assumeFalse(
        "vector".equals(System.getProperty("utflow.kernel")),
        "vectors are objects until they are compiled");
    byte[] bytes = "\u4E2D".repeat(1 << 21).getBytes(StandardCharsets.UTF_8);
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    // The least of some, for a virtual machine may allocate while it compiles.
    for (int i = 0; i < 5; i++) {
      long before = thread.getCurrentThreadAllocatedBytes();
      String text = spec.decode(bytes);
      least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
      assertThat(text).hasSize(1 << 21);
    }
    assertThat(least).isLessThan(6L << 21);
  }
}
