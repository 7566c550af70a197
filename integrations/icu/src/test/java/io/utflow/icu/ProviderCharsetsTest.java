/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Charsets of which only the coders are known, here those that ICU4J adds to the JDK's. */
class ProviderCharsetsTest {
  private static final int ROUNDS = Product.sampled(60, 20);
  private static final int MOST_PENDING = 7;
  private static final Set<String> ONLY_READ =
      Set.of("x-IBM1390", "x-IBM1399", "x-ibm-16684_P110-2003");

  static List<Charset> charsets() {
    return CharsetSamples.all().stream()
        .filter(charset -> charset.getClass().getName().startsWith("com.ibm.icu"))
        .toList();
  }

  static List<Charset> ofSeveralBytes() {
    return charsets().stream()
        .filter(charset -> charset.newEncoder().maxBytesPerChar() > 1)
        .toList();
  }

  @Test
  void manyAreEncodings() {
    assertThat(charsets()).hasSizeGreaterThan(70);
    assertThat(ofSeveralBytes())
        .extracting(Charset::name)
        .contains("cp1363", "x-euc-tw-2014", "x-IBM1388", "x-ibm-1386_P100-2001");
    assertThat(TextEncoding.forName("iso-8859-10").name()).isEqualTo("ISO-8859-10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-2022-CN-EXT", "ISO-2022-JP-1", "x-JIS7", "x-LMBCS-1", "UTF-7"})
  void thoseWhoseCodersCannotBeTrustedAreRefused(String name) {
    assertThat(TextEncoding.find(name)).isEmpty();
    assertThatThrownBy(() -> TextEncoding.forName(name))
        .isInstanceOf(UnsupportedCharsetException.class)
        .hasMessageContaining(name + " cannot be streamed: ");
  }

  static List<Charset> writtenInSeveralBytes() {
    return ofSeveralBytes().stream()
        .filter(charset -> !ONLY_READ.contains(charset.name()))
        .toList();
  }

  static Set<String> onlyRead() {
    return ONLY_READ;
  }

  @ParameterizedTest
  @MethodSource("onlyRead")
  void thoseWhoseEncodersWaitForTheNextCharacterAreOnlyRead(String name) {
    TextEncoding encoding = TextEncoding.forName(name);
    byte[] bytes = {0x0E, 0x44, (byte) 0x86, 0x0F};
    byte[] ofPairs = Arrays.copyOfRange(bytes, 1, 3);
    assertThat(read(encoding, Cuts.whole(name.startsWith("x-IBM") ? bytes : ofPairs)))
        .isEqualTo("\u304B []");
    assertThatThrownBy(() -> EncoderSpec.of(encoding))
        .hasMessageContaining("can be read but not written");
  }

  @ParameterizedTest
  @MethodSource("ofSeveralBytes")
  void longTextIsReadAsByteByByte(Charset charset) {
    Random random = new Random(93);
    TextEncoding encoding = TextEncoding.of(charset);
    int[] characters = CharsetSamples.characters(charset, random);
    for (int round = 0; round < ROUNDS / 6; round++) {
      byte[] bytes = bytes(charset, CharsetSamples.text(characters, random, 2000));
      for (int damage = random.nextInt(6); damage > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = CharsetSamples.anyBytes(random, 1)[0];
      }
      String expected = read(encoding, Cuts.bytewise(bytes));
      assertThat(read(encoding, Cuts.whole(bytes))).isEqualTo(expected);
      assertThat(read(encoding, Cuts.random(bytes, random))).isEqualTo(expected);
    }
  }

  @Test
  void thoseThatComposeAreRefused() {
    assertThatThrownBy(() -> TextEncoding.forName("x-iscii-be"))
        .hasMessageContaining("the characters before decide");
  }

  /** Also where it is no character of the charset, as of x-IBM1371, 1388 and x-euc-tw-2014. */
  @ParameterizedTest
  @MethodSource("writtenInSeveralBytes")
  void whatCannotBeWrittenIsReplacedAsTheCharsetReplacesIt(Charset charset) {
    TextEncoding encoding = TextEncoding.of(charset);
    String text = "\uDBFF\uDFFE";
    byte[] written = EncoderSpec.of(encoding).encode(text);
    assertThat(written).isNotEmpty();
    byte[] own = ownBytes(text, charset);
    if (new String(own, charset).equals("\uFFFD")) {
      assertThat(written).isEqualTo(own);
    }
  }

  /** Empty where the provider's encoder writes more bytes than it says that it writes at most. */
  private static byte[] ownBytes(String text, Charset charset) {
    try {
      return text.getBytes(charset);
    } catch (BufferOverflowException e) {
      return new byte[0];
    }
  }

  @ParameterizedTest
  @MethodSource("writtenInSeveralBytes")
  void whatIsWrittenIsReadBackForEveryCut(Charset charset) {
    Random random = new Random(91);
    TextEncoding encoding = TextEncoding.of(charset);
    int[] characters =
        Arrays.stream(CharsetSamples.characters(charset, random))
            .filter(scalar -> hasAPlace(encoding, scalar))
            .toArray();
    for (int round = 0; round < ROUNDS; round++) {
      String text = CharsetSamples.text(characters, random, 1 + random.nextInt(12));
      TextEncoder whole = EncoderSpec.of(encoding).newEncoder();
      byte[] bytes = join(whole.encode(text), whole.finish());
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        assertThat(read(encoding, pieces)).as(charset.name()).isEqualTo(text + " []");
      }
      TextEncoder cut = EncoderSpec.of(encoding).newEncoder();
      byte[] unitwise = {};
      for (char unit : text.toCharArray()) {
        unitwise = join(unitwise, cut.encode(String.valueOf(unit)));
      }
      assertThat(join(unitwise, cut.finish())).isEqualTo(bytes);
      assertThat(transcoded(text, encoding, 8 + random.nextInt(9))).isEqualTo(bytes);
    }
  }

  /** Character by character, for ICU's encoders of some of them fail in long text. */
  private static byte[] bytes(Charset charset, String text) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * text.length());
    CharsetEncoder encoder = charset.newEncoder();
    text.codePoints()
        .forEach(
            scalar -> {
              encoder.reset().encode(CharBuffer.wrap(Character.toString(scalar)), bytes, true);
              encoder.flush(bytes);
            });
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** What would be read as a shift has none. */
  private static boolean hasAPlace(TextEncoding encoding, int scalar) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    encoder.encode(Character.toString(scalar));
    return encoder.illFormedCount() == 0;
  }

  private static byte[] transcoded(String text, TextEncoding to, int room) {
    TextTranscoder transcoder =
        DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(EncoderSpec.of(to));
    ByteBuffer in = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    byte[] all = {};
    CoderStatus status;
    do {
      ByteBuffer out = ByteBuffer.allocate(room);
      status = transcoder.transcode(in, out, true);
      all = join(all, Arrays.copyOf(out.array(), out.position()));
    } while (status == CoderStatus.OVERFLOW);
    return all;
  }

  @ParameterizedTest
  @MethodSource("ofSeveralBytes")
  void anyBytesAreReadTheSameForEveryCut(Charset charset) {
    Random random = new Random(92);
    TextEncoding encoding = TextEncoding.of(charset);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = CharsetSamples.anyBytes(random, 1 + random.nextInt(13));
      String expected = read(encoding, Cuts.whole(bytes));
      Cuts.hostile(bytes).forEach(cut -> assertThat(read(encoding, cut)).isEqualTo(expected));
      assertThat(lines(encoding, Cuts.bytewise(bytes)))
          .isEqualTo(lines(encoding, Cuts.whole(bytes)));
    }
  }

  private static String read(TextEncoding encoding, List<byte[]> pieces) {
    List<String> found = new ArrayList<>();
    TextDecoder decoder = DecoderSpec.of(encoding).observer(s -> found.add(s + "")).newDecoder();
    StringBuilder text = new StringBuilder();
    long taken = 0;
    for (byte[] piece : pieces) {
      text.append(decoder.decode(ByteBuffer.wrap(piece), false));
      taken += piece.length;
      assertThat(decoder.position() + decoder.pendingBytes()).isEqualTo(taken);
      assertThat(decoder.pendingBytes()).isLessThanOrEqualTo(MOST_PENDING);
    }
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  private static List<String> lines(TextEncoding encoding, List<byte[]> pieces) {
    Stage<ByteBuffer, String> stage =
        Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.ANY));
    List<String> lines = new ArrayList<>();
    for (byte[] piece : pieces) {
      stage.offer(ByteBuffer.wrap(piece));
      drain(stage, lines);
    }
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(Stage<ByteBuffer, String> stage, List<String> lines) {
    String line;
    while ((line = stage.poll()) != null) {
      lines.add(line);
    }
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
