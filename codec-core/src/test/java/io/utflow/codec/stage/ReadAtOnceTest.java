/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.atonce.AtOnceReader;
import io.utflow.codec.atonce.ShortInput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When {@link AtOnceReader#readAtOnce} reads, and when it does nothing. */
class ReadAtOnceTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);

  private static byte[] hex(String bytes) {
    return HexFormat.of().parseHex(bytes);
  }

  private static @Nullable String read(ByteStage<String> stage, byte[] bytes) {
    return reader(stage).readAtOnce(bytes, 0, bytes.length, null);
  }

  private static AtOnceReader<String> reader(ByteStage<String> stage) {
    return Objects.requireNonNull(AtOnceReader.of(stage));
  }

  private static List<String> drain(ByteStage<String> stage) {
    List<String> texts = new ArrayList<>();
    String text;
    while ((text = stage.poll()) != null) {
      texts.add(text);
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a message of some words, all of it in ASCII, longer than any block of words",
        "caf\u00e9 cr\u00e8me",
        "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440",
        "\u4f60\u597d\u3002",
        "\ufffd",
        "an emoji \ud83d\ude00"
      })
  void readsWellFormedText(String text) {
    try (ByteStage<String> stage = Stages.decode(UTF_8)) {
      for (int times = 0; times < 3; times++) {
        assertThat(reader(stage).readsAtOnce()).isTrue();
        assertThat(read(stage, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
        assertThat(stage.isSpent()).isTrue();
      }
      stage.endOfInput();
      assertThat(drain(stage)).isEmpty();
    }
  }

  @Test
  void keepsTheBytesOfACharacterThatIsCut() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    assertThat(read(stage, hex("41E282"))).isEqualTo("A");
    assertThat(reader(stage).readsAtOnce()).isFalse();
    assertThat(read(stage, hex("AC42"))).isNull();
    stage.offer(ByteBuffer.wrap(hex("AC42")));
    assertThat(drain(stage)).containsExactly("\u20ac" + "B");
    assertThat(read(stage, hex("F09F98"))).isNull();
    assertThat(read(stage, hex("43F09F98"))).isEqualTo("C");
    assertThat(stage.takeUndelivered()).isEqualTo(hex("F09F98"));
  }

  @Test
  void countsWhatItReads() {
    List<IllFormedSequence> seen = new ArrayList<>();
    ByteStage<String> stage = Stages.decode(UTF_8.observer(seen::add));
    assertThat(read(stage, hex("E282AC"))).isEqualTo("\u20ac");
    assertThat(read(stage, hex("4142"))).isEqualTo("AB");
    assertThat(read(stage, hex("C3A9FF"))).isNull();
    assertThat(seen).isEmpty();
    stage.offer(ByteBuffer.wrap(hex("C3A9FF")));
    assertThat(drain(stage)).containsExactly("\u00e9\ufffd");
    assertThat(seen).singleElement().satisfies(one -> assertThat(one.byteOffset()).isEqualTo(7));
  }

  @Test
  void leavesToPollWhatFailsTheStream() {
    ByteStage<String> stage = Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT));
    assertThat(read(stage, hex("41FF"))).isNull();
    stage.offer(ByteBuffer.wrap(hex("41FF")));
    assertThat(stage.poll()).isEqualTo("A");
    assertThat(read(stage, hex("42"))).isNull();
    assertThatThrownBy(stage::poll).isInstanceOf(IllFormedTextException.class);
    assertThat(reader(stage).readsAtOnce()).isFalse();
    assertThat(read(stage, hex("42"))).isNull();
  }

  @Test
  void doesNothingWhereAnInputIsNotSpentOrNoneMayFollow() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    stage.offer(ByteBuffer.wrap(hex("41")));
    assertThat(read(stage, hex("42"))).isNull();
    assertThat(drain(stage)).containsExactly("A");
    stage.endOfInput();
    assertThat(reader(stage).readsAtOnce()).isFalse();
    assertThat(read(stage, hex("42"))).isNull();
    assertThat(drain(stage)).isEmpty();
    stage.close();
    assertThat(read(stage, hex("42"))).isNull();
  }

  @Test
  void doesNothingBeforeAMarkIsDecidedAndBehindASwitch() {
    ByteStage<String> stage = Stages.decode(DecoderSpec.of(TextEncoding.UTF_8));
    assertThat(read(stage, hex("EFBBBF41"))).isNull();
    stage.offer(ByteBuffer.wrap(hex("EFBBBF41")));
    assertThat(drain(stage)).containsExactly("A");
    assertThat(read(stage, hex("42E2"))).isEqualTo("B");
    stage.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
    assertThat(read(stage, hex("43"))).isNull();
    stage.offer(ByteBuffer.wrap(hex("43")));
    assertThat(drain(stage)).containsExactly("\u00e2C");
    assertThat(read(stage, hex("44"))).isEqualTo("D");
  }

  /** They are read first, also where the new way is UTF-8. */
  @Test
  void doesNothingBeforeTheBytesThatASwitchPutsBack() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    assertThat(read(stage, hex("42E2"))).isEqualTo("B");
    stage.switchTo(UTF_8.onMalformed(MalformedPolicy.SKIP));
    assertThat(reader(stage).readsAtOnce()).isFalse();
    assertThat(read(stage, hex("43"))).isNull();
    stage.offer(ByteBuffer.wrap(hex("82AC43")));
    assertThat(drain(stage)).containsExactly("\u20acC");
    assertThat(reader(stage).readsAtOnce()).isTrue();
  }

  /** Wherever the one character stands that is not ASCII, and whatever stands around the bytes. */
  @Test
  void readsEachByteAndNoOther() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    for (int length = 1; length <= 160; length++) {
      for (int at = 0; at < length; at++) {
        String text = "x".repeat(at) + "\u00e9" + "y".repeat(length - 1 - at);
        byte[] bytes = ("\u00e9" + text + "\u00e9").getBytes(StandardCharsets.UTF_8);
        assertThat(reader(stage).readAtOnce(bytes, 2, bytes.length - 4, null)).isEqualTo(text);
        bytes[2 + at] = (byte) 0xFF;
        assertThat(reader(stage).readAtOnce(bytes, 2, bytes.length - 4, null)).isNull();
      }
    }
  }

  /** Where much before was ASCII, so is what comes, as a guess; it may be anything. */
  @Test
  void readsEachByteBehindMuchAscii() {
    for (int length : new int[] {129, 200, 257, 1000}) {
      ByteStage<String> stage = Stages.decode(UTF_8);
      for (int at = 0; at < length; at += 1 + length / 50) {
        for (int times = 0; times < 9; times++) {
          assertReads(stage, "x".repeat(length));
        }
        assertReads(stage, "x".repeat(at) + "\u00e9" + "y".repeat(length - 1 - at));
        byte[] illFormed = new byte[length];
        illFormed[at] = (byte) 0xFF;
        assertThat(read(stage, illFormed)).isNull();
      }
    }
  }

  private static void assertReads(ByteStage<String> stage, String text) {
    assertThat(read(stage, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  /** Whatever the array holds behind the copy, and wherever a character stands or is cut. */
  @Test
  void readsACopyOfAnyLength() {
    ShortInput input = new ShortInput();
    for (int length = 1; length <= ShortInput.MOST_BYTES; length += 1 + length / 70) {
      for (String letters : List.of("x", "\u00e9x", "\u4f60\u597d", "\ud55c x", "\ud83d\ude00a")) {
        byte[] bytes = letters.repeat(length).getBytes(StandardCharsets.UTF_8);
        ByteStage<String> copies = Stages.decode(UTF_8);
        ByteStage<String> arrays = Stages.decode(UTF_8);
        Arrays.fill(input.bytes(), (byte) 0xE2);
        System.arraycopy(bytes, 0, input.bytes(), 0, length);
        assertThat(reader(copies).readAtOnce(input.bytes(), 0, length, input.chars()))
            .isEqualTo(reader(arrays).readAtOnce(bytes, 0, length, null));
        assertThat(copies.takeUndelivered()).isEqualTo(arrays.takeUndelivered());
      }
    }
  }

  @Test
  void doesNothingWithMoreThanAPieceOrWithNothing() {
    ByteStage<String> stage = Stages.decode(UTF_8.pieceLength(2));
    assertThat(read(stage, hex("4142"))).isEqualTo("AB");
    assertThat(read(stage, hex("414243"))).isNull();
    assertThat(read(stage, hex(""))).isNull();
  }

  @Test
  void otherStagesAreNoReaders() {
    ByteStage<String> lines = Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF));
    assertThat(AtOnceReader.of(lines)).isNull();
    ByteStage<String> told = Stages.decode(UTF_8.listener((encoding, in, out, illFormed) -> {}));
    assertThat(AtOnceReader.of(told)).returns(false, AtOnceReader::readsAtOnce);
  }
}
