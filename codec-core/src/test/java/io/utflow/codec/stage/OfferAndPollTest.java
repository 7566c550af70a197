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
import io.utflow.codec.testing.BufferKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Stage#offerAndPoll} is {@link Stage#offer} and {@link Stage#poll}. */
class OfferAndPollTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP);

  private static final Map<String, String> TEXTS =
      Map.of(
          "C3A9", "\u00e9",
          "E4BDA0", "\u4f60",
          "F09F9880", "\ud83d\ude00",
          "FF", "\ufffd",
          "EDA080", "\ufffd\ufffd\ufffd",
          "80", "\ufffd",
          "F09F41", "\ufffdA");

  private static byte[] hex(String bytes) {
    return HexFormat.of().parseHex(bytes);
  }

  private static @Nullable String read(ByteStage<String> stage, String bytes) {
    return stage.offerAndPoll(ByteBuffer.wrap(hex(bytes)));
  }

  private static String rest(ByteStage<String> stage) {
    StringBuilder texts = new StringBuilder();
    String text;
    while ((text = stage.poll()) != null) {
      texts.append(text);
    }
    return texts.toString();
  }

  /**
   * Wherever the one character that is not ASCII or is ill-formed stands, and whatever stands
   * around the bytes.
   */
  @ParameterizedTest
  @EnumSource
  void readsEachByteAndNoOther(BufferKind kind) {
    ByteStage<String> stage = Stages.decode(UTF_8);
    for (int length = 1; length <= 300; length += 1 + length / 20) {
      for (int at = 0; at < length; at += 1 + length / 40) {
        for (String one : List.of("C3A9", "E4BDA0", "F09F9880", "FF", "EDA080", "80", "F09F41")) {
          ByteBuffer input = kind.of(hex("78".repeat(at) + one + "79".repeat(length - 1 - at)));
          String expected =
              "x".repeat(at) + TEXTS.getOrDefault(one, "") + "y".repeat(length - 1 - at);
          assertThat(stage.offerAndPoll(input)).isEqualTo(expected);
          assertThat(stage.isSpent()).isTrue();
          assertThat(input.hasRemaining()).isFalse();
        }
      }
    }
  }

  @Test
  void keepsTheBytesOfACharacterThatIsCut() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    assertThat(read(stage, "41E282")).isEqualTo("A");
    assertThat(stage.isSpent()).isTrue();
    assertThat(read(stage, "AC42")).isEqualTo("\u20acB");
    assertThat(read(stage, "F09F98")).isNull();
    assertThat(read(stage, "43F09F98")).isEqualTo("\ufffdC");
    assertThat(stage.takeUndelivered()).isEqualTo(hex("F09F98"));
  }

  @Test
  void tellsAnObserverOfEachSequenceOnceAndCountsOn() {
    List<IllFormedSequence> seen = new ArrayList<>();
    ByteStage<String> stage = Stages.decode(UTF_8.observer(seen::add));
    assertThat(read(stage, "E282AC")).isEqualTo("\u20ac");
    assertThat(read(stage, "4142")).isEqualTo("AB");
    assertThat(read(stage, "C3A9FF")).isEqualTo("\u00e9\ufffd");
    assertThat(seen).singleElement().returns(7L, IllFormedSequence::byteOffset);
  }

  @Test
  void textBeforeAFailureIsAnOutputOfItsOwn() {
    ByteStage<String> stage = Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT));
    assertThat(read(stage, "41FF42")).isEqualTo("A");
    assertThat(stage.isSpent()).isFalse();
    assertThatThrownBy(() -> read(stage, "42")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(stage::poll).isInstanceOf(IllFormedTextException.class);
    assertThatThrownBy(() -> read(stage, "42")).isInstanceOf(IllegalStateException.class);
    ByteStage<String> other = Stages.decode(UTF_8.onMalformed(MalformedPolicy.REPORT));
    assertThatThrownBy(() -> read(other, "FF")).isInstanceOf(IllFormedTextException.class);
    assertThatThrownBy(() -> read(other, "42")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anInputThatIsMoreThanOneOutputIsPolledOn() {
    ByteStage<String> stage = Stages.decode(UTF_8.pieceChars(2));
    assertThat(read(stage, "4142")).isEqualTo("AB");
    assertThat(stage.isSpent()).isTrue();
    assertThat(read(stage, "414243")).isEqualTo("AB");
    assertThat(stage.isSpent()).isFalse();
    assertThat(rest(stage)).isEqualTo("C");
    assertThat(read(stage, "")).isNull();
    stage.endOfInput();
    assertThatThrownBy(() -> read(stage, "42")).isInstanceOf(IllegalStateException.class);
  }

  /** They are read first, also where the new way is UTF-8. */
  @Test
  void bytesThatASwitchPutsBackAreReadFirst() {
    ByteStage<String> stage = Stages.decode(UTF_8);
    assertThat(read(stage, "42E2")).isEqualTo("B");
    stage.switchTo(UTF_8.onMalformed(MalformedPolicy.SKIP));
    assertThat(read(stage, "82AC43")).isEqualTo("\u20acC");
    assertThat(read(stage, "42E2")).isEqualTo("B");
    stage.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
    assertThat(read(stage, "43")).isEqualTo("\u00e2C");
  }

  @Test
  void anObserverThatClosesTheStageIsObeyed() {
    List<ByteStage<String>> stages = new ArrayList<>();
    ByteStage<String> stage = Stages.decode(UTF_8.observer(seen -> stages.get(0).close()));
    stages.add(stage);
    read(stage, "41FF42");
    assertThat(stage.isSpent()).isTrue();
    assertThat(stage.poll()).isNull();
    assertThatThrownBy(() -> read(stage, "42")).isInstanceOf(IllegalStateException.class);
  }

  /** A stage of somebody else has what the interface gives it. */
  @Test
  void aStageOfYourOwnIsOfferedAndPolled() {
    ByteStage<String> stage = new ForwardingByteStage<>(Stages.decode(UTF_8));
    assertThat(read(stage, "4142")).isEqualTo("AB");
    assertThat(stage.isSpent()).isFalse();
    assertThat(stage.poll()).isNull();
  }

  @Test
  void aListenerIsToldOfAllOfAnInput() {
    List<String> told = new ArrayList<>();
    ByteStage<String> stage =
        Stages.decode(
            UTF_8.listener((encoding, in, out, bad) -> told.add(in + "/" + out + "/" + bad)));
    assertThat(read(stage, "41FF42")).isEqualTo("A\ufffdB");
    assertThat(stage.poll()).isNull();
    assertThat(told).containsExactly("3/3/1");
  }

  /** A detection reads again what it has held back, before the rest of the input. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "4745540A620A4AC3B67267",
        "4745540A620A4AF67267",
        "FEFF0041000A0042",
        "EFBC8C",
        "3C0041000A00"
      })
  void detectsAtEveryCut(String bytes) {
    TextEncoding latin1 = TextEncoding.of(StandardCharsets.ISO_8859_1);
    List<Detection> detections =
        List.of(
            Detection.utf8Else(UTF_8, DecoderSpec.of(latin1)),
            Detection.utf8Else(UTF_8, DecoderSpec.of(latin1)).unmarkedFirst(),
            Detection.unmarkedElse(UTF_8.bom(BomPolicy.SNIFF)));
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF);
    byte[] all = hex(bytes);
    for (Detection detection : detections) {
      String text = readInOnePiece(Stages.decode(detection), all);
      String inLines = readInOnePiece(Stages.lines(detection, lines), all);
      for (int first = 0; first <= all.length; first++) {
        for (int second = first; second <= all.length; second++) {
          List<byte[]> pieces =
              List.of(
                  Arrays.copyOf(all, first),
                  Arrays.copyOfRange(all, first, second),
                  Arrays.copyOfRange(all, second, all.length));
          assertThat(readAtOnce(Stages.decode(detection), pieces)).isEqualTo(text);
          assertThat(readAtOnce(Stages.lines(detection, lines), pieces)).isEqualTo(inLines);
        }
      }
    }
  }

  private static String readInOnePiece(ByteStage<String> stage, byte[] bytes) {
    stage.offer(ByteBuffer.wrap(bytes));
    String text = rest(stage);
    stage.endOfInput();
    return text + rest(stage);
  }

  private static String readAtOnce(ByteStage<String> stage, List<byte[]> pieces) {
    StringBuilder text = new StringBuilder();
    for (byte[] piece : pieces) {
      String first = stage.offerAndPoll(ByteBuffer.wrap(piece));
      text.append(first == null ? "" : first).append(rest(stage));
    }
    stage.endOfInput();
    return text.append(rest(stage)).toString();
  }
}
