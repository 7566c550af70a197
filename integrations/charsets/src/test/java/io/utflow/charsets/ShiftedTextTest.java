/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Charsets with shifts and escape sequences, byte by byte. */
class ShiftedTextTest {
  private static final TextEncoding JAPANESE = TextEncoding.forName("ISO-2022-JP");
  private static final TextEncoding KOREAN = TextEncoding.forName("ISO-2022-KR");
  private static final TextEncoding MIXED = TextEncoding.forName("IBM930");

  private static String written(TextEncoding encoding, String... pieces) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    StringBuilder hex = new StringBuilder();
    for (String piece : pieces) {
      hex.append(HexFormat.of().formatHex(encoder.encode(piece))).append(' ');
    }
    return hex.append(HexFormat.of().formatHex(encoder.finish())).toString();
  }

  @Test
  void anEscapeSequenceIsWrittenOncePerRunAndTheEndGoesBackToAscii() {
    assertThat(written(JAPANESE, "a\u3042", "\u3044", "b"))
        .isEqualTo("611b24422422 2424 1b284262 ");
    assertThat(written(JAPANESE, "\u3042\n\u3044"))
        .isEqualTo("1b244224221b28420a1b24422424 1b2842");
    assertThat(written(KOREAN, "\uAC00\uB098a\n", "\uAC00"))
        .isEqualTo("1b2429430e3021332a0f610a 0e3021 0f");
    assertThat(written(KOREAN, "abc")).isEqualTo("616263 ");
    assertThat(written(MIXED, "a\u3042", "\u3044")).isEqualTo("620e4481 4482 0f");
  }

  /** RFC 1557 has it at the beginning of a line, but what is before SO is written already. */
  @Test
  void theHeaderOfKoreanStandsBeforeTheFirstShiftAndIsReadAnywhere() {
    assertThat(written(KOREAN, "ab\uAC00")).isEqualTo("61621b2429430e3021 0f");
    for (String hex :
        List.of("1B242943410E30210F42", "411B2429430E30210F42", "410E30211B2429430F42")) {
      String text = "A\uAC00B";
      assertThat(DecoderSpec.of(KOREAN).decode(HexFormat.of().parseHex(hex))).isEqualTo(text);
    }
    assertThat(DecoderSpec.of(KOREAN).decode(HexFormat.of().parseHex("0E30210F")))
        .isEqualTo("\uAC00");
  }

  /** The end of the stream needs room too, and is written once. */
  @Test
  void theEndWaitsForRoom() {
    TextEncoder encoder = EncoderSpec.of(JAPANESE).newEncoder();
    ByteBuffer out = ByteBuffer.allocate(7);
    assertThat(encoder.encode("\u3042", 0, out, true)).isEqualTo(CoderStatus.OVERFLOW);
    assertThat(out.position()).isEqualTo(5);
    ByteBuffer rest = ByteBuffer.allocate(9);
    assertThat(encoder.encode("", 0, rest, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(rest.position()).isEqualTo(3);
    encoder.encode("", 0, rest, true);
    assertThat(rest.position()).isEqualTo(3);
    encoder.reset();
    assertThat(encoder.encode("\u3042")).hasSize(5);
  }

  @Test
  void aTranscoderWritesTheSame() {
    byte[] source = "a\u3042\u2014\uD83D\uDE00\u3044".getBytes(StandardCharsets.UTF_8);
    EncoderSpec to = EncoderSpec.of(JAPANESE).onUnmappable(UnmappablePolicy.HEX_REFERENCE);
    ByteBuffer out = ByteBuffer.allocate(100);
    DecoderSpec.of(TextEncoding.UTF_8)
        .newTranscoder(to)
        .transcode(ByteBuffer.wrap(source), out, true);
    TextEncoder encoder = to.newEncoder();
    byte[] text = encoder.encode("a\u3042\u2014\uD83D\uDE00\u3044");
    byte[] end = encoder.finish();
    assertThat(Arrays.copyOf(out.array(), text.length)).isEqualTo(text);
    assertThat(Arrays.copyOfRange(out.array(), text.length, out.position())).isEqualTo(end);
    assertThat(end).hasSize(3);
  }

  /** A stage, and so each handler and operator, ends its text in ASCII. */
  @Test
  void aStageWritesTheEnd() {
    Stage<CharSequence, ByteBuffer> stage =
        Stages.encode(EncoderSpec.of(JAPANESE).pieceBytes(8), OutputBuffers.onHeap());
    StringBuilder hex = new StringBuilder();
    stage.offer("\u3042\u3044\u3046\u3048");
    drain(stage, hex);
    assertThat(hex.toString()).isEqualTo("1b24422422242424262428");
    stage.endOfInput();
    drain(stage, hex);
    assertThat(hex.toString()).endsWith("24281b2842");
  }

  private static void drain(Stage<CharSequence, ByteBuffer> stage, StringBuilder hex) {
    ByteBuffer output;
    while ((output = stage.poll()) != null) {
      byte[] bytes = new byte[output.remaining()];
      output.get(bytes);
      hex.append(HexFormat.of().formatHex(bytes));
    }
  }

  /** Text that would be read as a shift is not written (WHATWG Encoding, ISO-2022-JP encoder). */
  @Test
  void noTextSmugglesAShift() {
    for (TextEncoding encoding : List.of(JAPANESE, KOREAN)) {
      TextEncoder encoder =
          EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP).newEncoder();
      assertThat(encoder.encode("a\u001B\u000E\u000F$B")).isEqualTo(new byte[] {'a', '$', 'B'});
      assertThat(encoder.illFormedCount()).isEqualTo(3);
    }
  }

  private static String read(TextEncoding encoding, String hex) {
    List<String> found = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(encoding)
            .observer(s -> found.add(s.cause() + " " + s.byteOffset() + "+" + s.length()))
            .newDecoder();
    StringBuilder text = new StringBuilder();
    for (byte b : HexFormat.of().parseHex(hex.replace(" ", ""))) {
      text.append(decoder.decode(ByteBuffer.wrap(new byte[] {b}), false));
    }
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  @Test
  void whatIsIllFormedIsDecidedAsTheWebDoes() {
    assertThat(read(JAPANESE, "1b2442 2422 1b2842 41")).isEqualTo("\u3042A []");
    assertThat(read(JAPANESE, "1b41")).isEqualTo("\uFFFDA [INVALID_BYTE 0+1]");
    assertThat(read(JAPANESE, "1b24")).isEqualTo("\uFFFD$ [TRUNCATED 0+1]");
    assertThat(read(JAPANESE, "1b2442 24 1b2842 41")).isEqualTo("\uFFFDA [TRUNCATED 3+1]");
    assertThat(read(JAPANESE, "1b2442 a4 2422")).isEqualTo("\uFFFD\u3042 [INVALID_BYTE 3+1]");
    assertThat(read(JAPANESE, "1b2442 2422 0a 2422"))
        .isEqualTo("\u3042\uFFFD\u3042 [INVALID_BYTE 5+1]");
    assertThat(read(KOREAN, "c8")).isEqualTo("\uFFFD [INVALID_BYTE 0+1]");
    assertThat(read(KOREAN, "1b242943 0e 3021 2020 3021"))
        .isEqualTo("\uAC00\uFFFD\uFFFD\uAC00 [INVALID_BYTE 7+1, INVALID_BYTE 8+1]");
    assertThat(read(MIXED, "0e 4481 41 0f c1")).isEqualTo("\u3042\uFFFDA [TRUNCATED 3+1]");
  }

  @Test
  void aStreamWithStateHasNoMiddle() {
    assertThatIllegalStateException()
        .isThrownBy(() -> DecoderSpec.of(JAPANESE).startingAt(5))
        .withMessageContaining("has state");
  }

  @Test
  void aPieceHasRoomForAShiftAndACharacter() {
    assertThat(EncoderSpec.of(JAPANESE).pieceBytes(8).pieceBytes()).isEqualTo(8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EncoderSpec.of(JAPANESE).pieceBytes(7))
        .withMessageContaining("at least 8");
  }
}
