/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a decoder writes: the room it was given, pieces, long inputs, text that is ASCII for long.
 */
class TextDecoderOutputTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  private static ByteBuffer hex(String bytes) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(bytes));
  }

  @Test
  void oneCharOfRoomTakesAllButSupplementaryCharacters() {
    TextDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = hex("41F09F9982C3A9");
    CharBuffer one = CharBuffer.allocate(1);
    assertThat(decoder.decode(in, one, false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(one.flip().toString()).isEqualTo("A");
    assertThat(decoder.decode(in, one.clear(), false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(one.position()).isZero();
    assertThat(decoder.position() + decoder.pendingBytes()).isEqualTo(in.position());
    CharBuffer two = CharBuffer.allocate(2);
    assertThat(decoder.decode(in, two, false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(two.flip().toString()).isEqualTo("\uD83D\uDE42");
    assertThat(decoder.decode(in, one.clear(), false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(one.flip().toString()).isEqualTo("\u00E9");
  }

  @Test
  void noRoomLosesNothing() {
    TextDecoder decoder = UTF_8.newDecoder();
    CharBuffer none = CharBuffer.allocate(0);
    ByteBuffer in = hex("C3");
    assertThat(decoder.decode(in, none, false)).isEqualTo(CoderStatus.UNDERFLOW);
    ByteBuffer rest = hex("A9FF");
    assertThat(decoder.decode(rest, none, true)).isEqualTo(CoderStatus.OVERFLOW);
    CharBuffer one = CharBuffer.allocate(1);
    assertThat(decoder.decode(rest, one, true)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(one.flip().toString()).isEqualTo("\u00E9");
    assertThat(decoder.decode(rest, one.clear(), true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(one.flip().toString()).isEqualTo("\uFFFD");
  }

  @Test
  void aLongReplacementIsCutByOverflowButNotItsPairs() {
    TextDecoder decoder =
        UTF_8.onMalformed(MalformedPolicy.replaceWith("ab\uD83D\uDE42c")).newDecoder();
    ByteBuffer in = hex("FF41");
    CharBuffer three = CharBuffer.allocate(3);
    assertThat(decoder.decode(in, three, true)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(three.flip().toString()).isEqualTo("ab");
    assertThat(decoder.decode(in, three.clear(), true)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(three.flip().toString()).isEqualTo("\uD83D\uDE42c");
    assertThat(decoder.decode(in, three.clear(), true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(three.flip().toString()).isEqualTo("A");
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void nothingIsWrittenOutsideTheRoomThatWasGiven(TextEncoding encoding) {
    TextSamples samples = new TextSamples(8);
    for (int round = 0; round < Product.sampled(2000); round++) {
      ByteBuffer in = ByteBuffer.wrap(samples.stream(encoding, 200));
      char[] array = new char[100];
      Arrays.fill(array, '\u1234');
      int from = samples.random().nextInt(50);
      int to = from + samples.random().nextInt(50);
      DecoderSpec.of(encoding)
          .newDecoder()
          .decode(in, CharBuffer.wrap(array).position(from).limit(to), true);
      for (int i = 0; i < array.length; i++) {
        if (i < from || i >= to) {
          assertThat(array[i]).isEqualTo('\u1234');
        }
      }
    }
  }

  @Test
  void anOutputLongerThanEveryWindowIsFilledByOneCall() {
    ByteBuffer in = ByteBuffer.wrap("a".repeat(20_000).getBytes(StandardCharsets.US_ASCII));
    CharBuffer direct = ByteBuffer.allocateDirect(2 * 20_000).asCharBuffer();
    assertThat(UTF_8.newDecoder().decode(in, direct, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(direct.remaining()).isZero();
  }

  @Test
  void aReadOnlyOutputIsRefusedBeforeAnythingIsTaken() {
    TextDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = hex("41");
    assertThatExceptionOfType(ReadOnlyBufferException.class)
        .isThrownBy(() -> decoder.decode(in, CharBuffer.allocate(8).asReadOnlyBuffer(), false));
    assertThat(in.position()).isZero();
    assertThat(decoder.decode(in, false)).isEqualTo("A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00E9", "a\u00E9", "\u00E9\u0100", "\u4E2D"})
  void aPieceIsAsLongAsTheInputAllows(String alphabet) {
    String text = alphabet.repeat(40).substring(0, 40);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int most : new int[] {2, 8, 10, 39, 40, 41}) {
      for (boolean direct : new boolean[] {false, true}) {
        ByteBuffer in = direct ? ByteBuffer.allocateDirect(bytes.length) : ByteBuffer.allocate(200);
        in.put(bytes).flip();
        TextDecoder decoder = UTF_8.bom(BomPolicy.KEEP).newDecoder();
        for (int from = 0; from < text.length(); from += most) {
          String expected = text.substring(from, Math.min(from + most, text.length()));
          assertThat(decoder.decodePiece(in, most, false)).isEqualTo(expected);
        }
        assertThat(decoder.decodePiece(in, most, false)).isEmpty();
      }
    }
  }

  @Test
  void aPieceHasRoomForASupplementaryCharacter() {
    TextDecoder decoder = UTF_8.newDecoder();
    assertThatIllegalArgumentException().isThrownBy(() -> decoder.decodePiece(hex("41"), 1, false));
    assertThatIllegalArgumentException().isThrownBy(() -> UTF_8.pieceChars(1));
  }

  /** Around the lengths that are decoded at once. */
  @Test
  void aLongInputIsOneString() {
    for (int length : new int[] {8190, 8192, 8195, (1 << 20) - 1, (1 << 20) + 9000}) {
      for (String character : List.of("a", "\u00E9", "a\u20AC", "\uD83D\uDE00")) {
        String text = "x".repeat(length % 3) + character.repeat(length / character.length());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (BufferKind kind : BufferKind.values()) {
          TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
          String all = decoder.decode(kind.of(bytes), false);
          assertThat(all.equals(text)).as("%s of %d in %s", character, length, kind).isTrue();
          assertThat(decoder.position()).isEqualTo(bytes.length);
        }
      }
    }
  }

  // Pieces that are ASCII, as those before them were.

  /** What was ASCII for long is guessed to stay so; any byte, anywhere, may prove otherwise. */
  @ParameterizedTest
  @EnumSource
  void asciiForLongPromisesNothing(BufferKind kind) {
    for (int length : new int[] {1, 2, 7, 8, 9, 15, 16, 17, 31, 40, 64, 65, 600}) {
      for (String offender : List.of("C3A9", "EFBFBD", "F09F9880", "FF", "80", "E282", "EDA080")) {
        for (int at = 0; at <= length; at += length > 100 ? 37 : 1) {
          byte[] other = hexAmong(offender, length, at);
          TextDecoder decoder = UTF_8.newDecoder();
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          StringBuilder text = new StringBuilder();
          for (byte[] piece :
              pieces("a".repeat(length), 10, other, "z".repeat(length), 10, other)) {
            all.writeBytes(piece);
            text.append(decoder.decode(kind.of(piece), false));
          }
          text.append(decoder.decode(hex(""), true));
          byte[] bytes = all.toByteArray();
          Reading reading =
              ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.PER_ENCODING, bytes);
          assertThat(text).hasToString(reading.replaced());
          assertThat(decoder.position()).isEqualTo(all.size());
        }
      }
    }
  }

  private static byte[] hexAmong(String hex, int length, int at) {
    byte[] offender = HexFormat.of().parseHex(hex);
    ByteBuffer piece = ByteBuffer.allocate(length + offender.length);
    piece.put("b".repeat(at).getBytes(StandardCharsets.US_ASCII)).put(offender);
    return piece.put("c".repeat(length - at).getBytes(StandardCharsets.US_ASCII)).array();
  }

  /** Texts, each so often as the number behind it says; bytes, once. */
  private static List<byte[]> pieces(Object... parts) {
    List<byte[]> pieces = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] instanceof byte[] bytes) {
        pieces.add(bytes);
      } else if (parts[i] instanceof String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        pieces.addAll(Collections.nCopies((int) parts[i + 1], bytes));
      }
    }
    return pieces;
  }

  @Test
  void aPartOfAnArray() {
    byte[] bytes = "xx\u20AC\uD83D\uDE00yy".getBytes(StandardCharsets.UTF_8);
    for (int cut = 2; cut <= 9; cut++) {
      TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
      String text = decoder.decode(bytes, 2, cut - 2) + decoder.decode(bytes, cut, 9 - cut);
      assertThat(text + decoder.finish()).isEqualTo("\u20AC\uD83D\uDE00");
    }
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    assertThatThrownBy(() -> decoder.decode(bytes, 2, 10))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Room is missing only where a whole character is next. */
  @Test
  void aFullOutput() {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
    CharBuffer out = CharBuffer.allocate(1);
    ByteBuffer cut = ByteBuffer.wrap(new byte[] {'a', (byte) 0xE2, (byte) 0x82});
    assertThat(decoder.decode(cut, out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(decoder.pendingBytes()).isEqualTo(2);
    assertThat(decoder.decode(ByteBuffer.wrap(new byte[] {(byte) 0xAC, 'b'}), out, false))
        .isEqualTo(CoderStatus.OVERFLOW);
    out.clear();
    ByteBuffer rest = ByteBuffer.wrap(new byte[] {(byte) 0xAC, 'b'});
    assertThat(decoder.decode(rest, out, false)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(rest.remaining()).isEqualTo(1);
    TextDecoder skipping =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.SKIP).newDecoder();
    out.clear();
    ByteBuffer illFormed = ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF});
    assertThat(skipping.decode(illFormed, out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(skipping.illFormedCount()).isEqualTo(1);
  }
}
