/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.Retained;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The encoding is found out from the first bytes, however they are cut. */
@OverEncodings
class DetectionTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WESTERN = DecoderSpec.of(FormEncodings.WESTERN);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  static <O> List<O> through(ByteStage<O> stage, List<byte[]> cut, BufferKind kind) {
    List<O> out = new ArrayList<>();
    for (byte[] piece : cut) {
      stage.offer(kind.of(piece));
      drain(stage, out);
    }
    stage.endOfInput();
    drain(stage, out);
    return out;
  }

  static <O> void drain(ByteStage<O> stage, List<O> out) {
    O output;
    while ((output = stage.poll()) != null) {
      out.add(output);
    }
  }

  /** ASCII between brackets, hexadecimal digits outside of them. */
  static byte[] bytes(String text) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    boolean plain = false;
    for (String part : text.split("[\\[\\]]")) {
      all.writeBytes(
          plain ? part.getBytes(StandardCharsets.US_ASCII) : HexFormat.of().parseHex(part));
      plain = !plain;
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        // the window, the bytes, the encoding, the text
        "8192, [plain], UTF-8, plain",
        "8192, [caf]C3A9[ ]E282AC, UTF-8, caf\u00E9 \u20AC",
        "8192, [caf]E9, x-western, caf\u00E9",
        "8192, [caf]E9[ au lait ]80, x-western, caf\u00E9 au lait \u20AC",
        "8192, [a]C3A9[b]E9[c], x-western, a\u00C3\u00A9b\u00E9c",
        "8192, C3A9E9, x-western, \u00C3\u00A9\u00E9",
        "8192, [a]E281, x-western, a\u00E2\uFFFD",
        "8192, EFBBBF[a]E9[b], UTF-8, a\uFFFDb",
        "8192, EFBB[a], x-western, \u00EF\u00BBa",
        // Ill-formed is proved by the last byte of the window, and by the first behind it.
        "4, [ab]C3A9[c]E9[d], UTF-8, ab\u00E9c\uFFFDd",
        "4, [ab]C3A9E9[d], x-western, ab\u00C3\u00A9\u00E9d",
        "4, [ab]C3A9[c]FF[d], x-western, ab\u00C3\u00A9c\u00FFd",
        "4, [ab]C3A9[cd]FF, UTF-8, ab\u00E9cd\uFFFD",
        "4, [ab]C3A9C3[d], x-western, ab\u00C3\u00A9\u00C3d",
        "4, [ab]C3A9[c]C3[d], UTF-8, ab\u00E9c\uFFFDd",
        "5, [ab]C3A9C3A9C3, UTF-8, ab\u00E9\u00E9\uFFFD",
        "4, F09F9880[x]FF, UTF-8, \uD83D\uDE00x\uFFFD",
      })
  void utf8AsLongAsItIsValid(int window, String given, String encoding, String text) {
    byte[] all = bytes(given);
    Detection detection = Detection.utf8Else(UTF_8, WESTERN).window(window);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      for (BufferKind kind : BufferKind.values()) {
        ByteStage<String> stage = Stages.decode(detection);
        assertThat(String.join("", through(stage, cut, kind)))
            .as(Cuts.describe(cut))
            .isEqualTo(text);
        assertThat(stage.resolvedEncoding().orElseThrow().name()).isEqualTo(encoding);
      }
    }
    if (all.length < 11) {
      for (List<byte[]> cut : Cuts.all(all)) {
        ByteStage<String> stage = Stages.decode(detection);
        assertThat(String.join("", through(stage, cut, BufferKind.HEAP))).isEqualTo(text);
      }
    }
  }

  @Test
  void theAnswerIsTheSameForEveryCut() {
    Random random = new Random(18);
    for (int round = 0; round < 2000; round++) {
      byte[] all = new byte[random.nextInt(40)];
      for (int i = 0; i < all.length; i++) {
        boolean two = i + 1 < all.length && random.nextInt(3) == 0;
        all[i] = (byte) (random.nextInt(15) == 0 ? random.nextInt(256) : 'a');
        if (two) {
          all[i++] = (byte) 0xC3;
          all[i] = (byte) 0xA9;
        }
      }
      Detection detection =
          Detection.utf8Else(UTF_8, WESTERN)
              .window(4 + random.nextInt(20))
              .finalAfter(random.nextInt(4));
      detection = random.nextBoolean() ? detection.unmarkedFirst() : detection;
      ByteStage<String> whole = Stages.decode(detection);
      String text = String.join("", through(whole, Cuts.whole(all), BufferKind.HEAP));
      for (int i = 0; i < 5; i++) {
        ByteStage<String> stage = Stages.decode(detection);
        List<byte[]> cut = i == 0 ? Cuts.bytewise(all) : Cuts.random(all, random);
        assertThat(String.join("", through(stage, cut, BufferKind.DIRECT))).isEqualTo(text);
        assertThat(stage.resolvedEncoding()).isEqualTo(whole.resolvedEncoding());
      }
    }
  }

  @Test
  void asciiPassesAtOnceAndTheRestWaits() {
    ByteStage<String> stage = Stages.decode(Detection.utf8Else(UTF_8, WESTERN).window(5));
    List<String> out = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(bytes("[ascii]C3A9[b]")));
    drain(stage, out);
    assertThat(out).containsExactly("ascii");
    assertThat(stage.resolvedEncoding()).isEmpty();
    stage.offer(ByteBuffer.wrap(bytes("[c]")));
    drain(stage, out);
    assertThat(out).hasSize(1);
    stage.offer(ByteBuffer.wrap(bytes("[d]")));
    drain(stage, out);
    assertThat(String.join("", out)).isEqualTo("ascii\u00E9bcd");
    assertThat(stage.resolvedEncoding()).contains(TextEncoding.UTF_8);
  }

  @Test
  void enoughCharactersAreFinal() {
    ByteStage<String> stage = Stages.decode(Detection.utf8Else(UTF_8, WESTERN).finalAfter(2));
    List<String> out = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(bytes("C3A9[b]E282")));
    drain(stage, out);
    assertThat(out).isEmpty();
    stage.offer(ByteBuffer.wrap(bytes("AC")));
    drain(stage, out);
    assertThat(String.join("", out)).isEqualTo("\u00E9b\u20AC");
    stage.offer(ByteBuffer.wrap(bytes("FF[c]")));
    drain(stage, out);
    assertThat(String.join("", out)).isEqualTo("\u00E9b\u20AC\uFFFDc");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "UTF-16BE, hi",
        "UTF-16LE, hi",
        "UTF-32BE, hi",
        "UTF-32LE, hi",
        "UTF-16BE, h",
        "UTF-16LE, h",
        "UTF-32BE, h",
        "UTF-32LE, h",
        "UTF-16BE, \u4E2D-",
        "UTF-16LE, \u4E2D-",
        "UTF-32BE, \u4E2D",
        "UTF-32LE, \u4E2D",
        "UTF-16LE, x\u4E00",
        "UTF-32BE, \uD83D\uDE00",
        "UTF-32LE, \uD83D\uDE00",
        "UTF-8, hi",
        "UTF-8, h",
        "UTF-8, \u4E2D\u4E2D",
        "UTF-8, \uD83D\uDE00",
      })
  void unmarkedUnitsShowByTheirZeros(String name, String text) {
    TextEncoding encoding = TextEncoding.forName(name);
    byte[] all = ReferenceEncoder.encode(encoding, text);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      for (Detection detection :
          List.of(
              Detection.unmarkedElse(UTF_8),
              Detection.utf8Else(UTF_8, WESTERN).unmarkedFirst(),
              Detection.by(bytes -> Optional.empty(), UTF_8).unmarkedFirst())) {
        ByteStage<String> stage = Stages.decode(detection);
        assertThat(String.join("", through(stage, cut, BufferKind.HEAP))).isEqualTo(text);
        assertThat(stage.resolvedEncoding()).contains(encoding);
      }
    }
  }

  @Test
  void aLargerWindowLooksFurther() {
    // Letters whose bytes are all ASCII, as A0B0C0; then one whose bytes are not.
    String text = "\u3041\u3042\u3043\u3044".repeat(4) + "\u3093";
    byte[] all = ReferenceEncoder.encode(TextEncoding.UTF_16LE, text);
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<String> near = Stages.decode(Detection.unmarkedElse(WESTERN));
      through(near, cut, BufferKind.HEAP);
      assertThat(near.resolvedEncoding()).contains(FormEncodings.WESTERN);
      ByteStage<String> far = Stages.decode(Detection.unmarkedElse(WESTERN).window(64));
      assertThat(String.join("", through(far, cut, BufferKind.HEAP))).isEqualTo(text);
    }
  }

  @Test
  void aDetectorIsAskedOnceWithTheWindow() {
    byte[] all = bytes("[abcdef]E9");
    for (List<byte[]> cut : Cuts.hostile(all)) {
      for (int window : new int[] {4, 7, 100}) {
        List<String> asked = new ArrayList<>();
        Detection detection =
            Detection.by(
                    bytes -> {
                      asked.add(new String(bytes, StandardCharsets.ISO_8859_1));
                      return Optional.of(FormEncodings.WESTERN);
                    },
                    UTF_8)
                .window(window);
        ByteStage<String> stage = Stages.decode(detection);
        assertThat(String.join("", through(stage, cut, BufferKind.HEAP))).isEqualTo("abcdef\u00E9");
        assertThat(asked).containsExactly("abcdef\u00E9".substring(0, Math.min(window, 7)));
      }
    }
    ByteStage<String> stage = Stages.decode(Detection.by(bytes -> Optional.empty(), UTF_8));
    assertThat(String.join("", through(stage, Cuts.whole(all), BufferKind.HEAP)))
        .isEqualTo("abcdef\uFFFD");
  }

  @Test
  void aDetectorThatFailsFailsTheStream() {
    ByteStage<String> stage =
        Stages.decode(
            Detection.by(
                bytes -> {
                  throw new UnsupportedOperationException("no");
                },
                UTF_8));
    stage.endOfInput();
    assertThatThrownBy(stage::poll).isInstanceOf(UnsupportedOperationException.class);
    assertThat(stage.poll()).isNull();
  }

  @Test
  void aMarkDecidesFirst() {
    Detection detection = Detection.utf8Else(UTF_8.bom(BomPolicy.SNIFF), WESTERN).unmarkedFirst();
    byte[] all = bytes("FFFE6100E900");
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<String> stage = Stages.decode(detection);
      assertThat(String.join("", through(stage, cut, BufferKind.HEAP))).isEqualTo("a\u00E9");
      assertThat(stage.resolvedEncoding()).contains(TextEncoding.UTF_16LE);
    }
  }

  @Test
  void observersAndOffsetsAreThoseOfTheSpecThatReads() {
    List<IllFormedSequence> ofUtf8 = new ArrayList<>();
    List<IllFormedSequence> ofLegacy = new ArrayList<>();
    Detection detection =
        Detection.utf8Else(UTF_8.observer(ofUtf8::add), WESTERN.observer(ofLegacy::add));
    through(Stages.decode(detection), Cuts.bytewise(bytes("[abc]E9[de]81[f]")), BufferKind.HEAP);
    assertThat(ofUtf8).isEmpty();
    assertThat(ofLegacy).singleElement().extracting(IllFormedSequence::byteOffset).isEqualTo(6L);
  }

  @Test
  void whatWaitsIsHandedOver() {
    byte[] all = bytes("[abc]C3A9[d]C3A9E9[f]81");
    for (boolean lines : new boolean[] {true, false}) {
      for (int at = 0; at <= all.length; at++) {
        Detection detection = Detection.utf8Else(UTF_8, WESTERN).window(5).unmarkedFirst();
        ByteStage<String> stage = lines ? Stages.lines(detection, LINES) : Stages.decode(detection);
        List<String> out = new ArrayList<>();
        byte[] begun = Cuts.inTwo(all, at).get(0);
        stage.offer(ByteBuffer.wrap(begun));
        drain(stage, out);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        TextEncoding known = stage.resolvedEncoding().orElse(TextEncoding.UTF_8);
        whole.writeBytes(ReferenceEncoder.encode(known, String.join("", out)));
        whole.writeBytes(stage.takeUndelivered());
        if (at < 9) {
          assertThat(whole.toByteArray()).isEqualTo(begun);
        }
        assertThatIllegalStateException().isThrownBy(() -> stage.offer(ByteBuffer.allocate(0)));
      }
    }
  }

  @Test
  void aSwitchEndsTheDetection() {
    ByteStage<String> stage = Stages.decode(Detection.utf8Else(UTF_8, WESTERN));
    List<String> out = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(bytes("[a]E9[b]")));
    stage.switchTo(WESTERN);
    drain(stage, out);
    stage.offer(ByteBuffer.wrap(bytes("C3A9")));
    drain(stage, out);
    assertThat(String.join("", out)).isEqualTo("a\u00E9b\u00C3\u00A9");
    assertThat(stage.resolvedEncoding()).contains(FormEncodings.WESTERN);
  }

  @Test
  void theWindowBoundsWhatWaits() throws IllegalAccessException {
    ByteStage<String> stage = Stages.decode(Detection.utf8Else(UTF_8, WESTERN).window(2000));
    // What counts takes a byte of an array for eight.
    long fresh = Retained.bytes(stage);
    stage.offer(ByteBuffer.wrap(bytes("C3A9")));
    assertThat(stage.poll()).isNull();
    for (int i = 0; i < 1900; i++) {
      stage.offer(ByteBuffer.wrap(bytes("[a]")));
      assertThat(stage.poll()).isNull();
    }
    assertThat(Retained.bytes(stage) - fresh).isBetween(1902L, 8 * 2048L);
  }

  @Test
  void wrongDetectionsFailWhenTheyAreMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Detection.utf8Else(WESTERN, WESTERN))
        .withMessageContaining("x-western, not UTF-8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Detection.utf8Else(UTF_8, DecoderSpec.of(TextEncoding.UTF_16LE)))
        .withMessageContaining("unmarkedElse");
    for (TextEncoding hidden : Encodings.present("ISO-2022-JP", "IBM037", "UTF-EBCDIC")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Detection.utf8Else(UTF_8, DecoderSpec.of(hidden)))
          .withMessageContaining("ASCII bytes are no characters in " + hidden.name());
    }
    Detection detection = Detection.unmarkedElse(UTF_8);
    assertThatIllegalArgumentException().isThrownBy(() -> detection.window(3));
    assertThatIllegalStateException().isThrownBy(() -> detection.finalAfter(1));
  }

  /** A peer chooses the cuts. In time of the square of the window this would take minutes. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void bytesThatWaitAreSearchedOnce() {
    int window = 1 << 20;
    ByteStage<String> text = Stages.decode(Detection.unmarkedElse(UTF_8).window(window));
    List<String> out = new ArrayList<>();
    for (int i = 1; i < window; i++) {
      // Kana in UTF-16LE, or text in ASCII: undecided to the end.
      text.offer(ByteBuffer.wrap(new byte[] {(byte) (i % 2 == 0 ? '0' : 'A' + i / 2 % 2)}));
      drain(text, out);
    }
    assertThat(out).isEmpty();
    text.offer(ByteBuffer.wrap(new byte[] {0}));
    drain(text, out);
    assertThat(text.resolvedEncoding()).contains(TextEncoding.UTF_16LE);
  }

  /** Offsets are those of the stream of which the spec reads the end, whatever is found. */
  @Test
  void offsetsCountFromTheFirstByteOfTheSpec() {
    byte[] utf16 = "a\nb\n".getBytes(StandardCharsets.UTF_16LE);
    for (DecoderSpec spec : List.of(UTF_8.countingFrom(100), UTF_8.startingAt(100))) {
      for (Detection detection :
          List.of(
              Detection.by(bytes -> Optional.of(TextEncoding.UTF_16LE), spec),
              Detection.unmarkedElse(spec))) {
        ByteStage<LocatedLine> stage = Stages.locatedLines(detection, LINES);
        assertThat(through(stage, List.of(utf16), BufferKind.HEAP))
            .extracting(LocatedLine::begin)
            .containsExactly(100L, 104L);
      }
    }
  }
}
