/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.TextValidator;
import io.utflow.codec.engine.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the coders of a charset read and write many sequences at a time is what they read byte by
 * byte and write character by character: text, places, causes, pending bytes, for every cut and
 * policy. All charsets of the JDK with several bytes a character serve as those of a provider.
 */
class RunsTest {
  private static final int ROUNDS = 12;
  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.REPORT,
          MalformedPolicy.replaceWith("[?]").atMost(3),
          MalformedPolicy.handledBy(sequence -> "<" + sequence.offset() + ">"));

  static List<Charset> charsets() {
    return CharsetSamples.all().stream()
        .filter(charset -> charset.canEncode() && charset.newEncoder().maxBytesPerChar() > 1)
        .filter(charset -> CoderTrial.passes(new CoderForm(charset)))
        .toList();
  }

  /** A form that is asked for each sequence: no kernel knows it. */
  private static EncodingForm singly(EncodingForm form) {
    return (EncodingForm)
        Proxy.newProxyInstance(
            EncodingForm.class.getClassLoader(),
            new Class<?>[] {EncodingForm.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("writeRun")) {
                return 0L;
              }
              try {
                Object answer = method.invoke(form, arguments);
                return answer instanceof EncodingForm stream ? singly(stream) : answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static TextEncoding inRuns(Charset charset) {
    return Encoding.ofForm(charset.name(), new CoderForm(charset));
  }

  private static TextEncoding singly(Charset charset) {
    return Encoding.ofForm(charset.name(), singly(new CoderForm(charset)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EUC-JP", "Shift_JIS", "GB18030", "Big5", "x-EUC-TW", "x-IBM930"})
  void mostTextIsReadAndWrittenInRuns(String name) {
    assertThat(runOf(Charset.forName(name), "ab \u4E00\u4E8C".repeat(20))).isGreaterThan(80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-2022-JP", "ISO-2022-KR"})
  void escapeSequencesAreReadOneByOne(String name) {
    assertThat(runOf(Charset.forName(name), "ab cd".repeat(20))).isZero();
  }

  @Test
  void decodersWhoseStateIsNotKnownAreShownOneByte() {
    for (TrickyCharset.Kind kind : TrickyCharset.Kind.values()) {
      Charset charset = new TrickyCharset(kind);
      assertThat(runOf(charset, "abc".repeat(50))).as(kind.name()).isEqualTo(kind.runs() ? 150 : 0);
    }
  }

  /** How many of the bytes are read in a run. */
  private static int runOf(Charset charset, String text) {
    byte[] bytes = text.getBytes(charset);
    CoderForm form = (CoderForm) new CoderForm(charset).forStream();
    long run = form.readRun(bytes, 0, bytes.length, new char[500], 0, 500);
    return (int) (run >>> 32);
  }

  @ParameterizedTest
  @MethodSource("charsets")
  void whatIsReadIsTheSame(Charset charset) {
    requireSame(charset, CharsetSamples.characters(charset, new Random(1)));
  }

  @Test
  void whatAnUnusualDecoderReadsIsTheSame() {
    for (TrickyCharset.Kind kind : TrickyCharset.Kind.values()) {
      requireSame(new TrickyCharset(kind), "abc \u00E4\u20AC".codePoints().toArray());
    }
  }

  @Test
  void whatTheEndOfTheInputCutsSaysSoBehindTextThatIsTakenFirst() {
    byte[] bytes = {'a', (byte) 0x82};
    TextDecoder decoder =
        DecoderSpec.of(inRuns(Charset.forName("Shift_JIS")))
            .onMalformed(MalformedPolicy.REPORT)
            .newDecoder();
    assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(bytes), true))
        .hasMessageContaining("at the end of the input");
  }

  private static void requireSame(Charset charset, int[] characters) {
    requireSame(inRuns(charset), singly(charset), characters, text -> text.getBytes(charset));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCSU", "BOCU-1"})
  void compressedTextIsReadTheSame(String name) {
    TextEncoding inRuns = TextEncoding.forName(name);
    TextEncoding singly = Encoding.ofForm(name, singly(Encoding.of(inRuns).form()));
    int[] characters =
        "ab c\n\u00E4\u0416\u0433\u3042\u4E2D\u6587\uAC00\uFF0C\uD83D\uDE42".codePoints().toArray();
    UnaryOperator<String> inScripts =
        text -> text + "\u0416\u0433\u0434 ".repeat(9) + text + "\u4E2D\u6587\u3002".repeat(9);
    requireSame(
        inRuns,
        singly,
        characters,
        text -> {
          TextEncoder encoder = EncoderSpec.of(inRuns).newEncoder();
          return encoder.encode(inScripts.apply(text));
        });
    requireSame(inRuns, singly, characters, text -> text.getBytes(StandardCharsets.UTF_16LE));
  }

  @Test
  void aByteOfZeroInLongAsciiIsFoundInModifiedUtf8() {
    for (int at = 0; at < 300; at++) {
      byte[] bytes = "a".repeat(300).getBytes(StandardCharsets.US_ASCII);
      bytes[at] = 0;
      assertThat(text(TextEncoding.forName("Modified-UTF-8"), Cuts.whole(bytes)))
          .isEqualTo(
              "a".repeat(at)
                  + "\uFFFD"
                  + "a".repeat(299 - at)
                  + "|300 0| [INVALID_BYTE at byte "
                  + at
                  + " of Modified-UTF-8 text: 00]");
    }
  }

  private static void requireSame(
      TextEncoding inRuns,
      TextEncoding singly,
      int[] characters,
      Function<String, byte[]> encoded) {
    Random random = new Random(2);
    for (int round = 0; round < ROUNDS; round++) {
      int length = round == 0 ? 9000 : random.nextInt(400);
      byte[] bytes = encoded.apply(CharsetSamples.text(characters, random, length));
      for (int damage = random.nextInt(4); damage > 0 && bytes.length > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = CharsetSamples.anyBytes(random, 1)[0];
      }
      MalformedPolicy policy = POLICIES.get(round % POLICIES.size());
      List<byte[]> cut = Cuts.random(bytes, random);
      String what = inRuns.name() + ", round " + round + ", " + policy + Cuts.describe(cut);
      for (List<byte[]> pieces : List.of(Cuts.whole(bytes), cut)) {
        assertThat(read(inRuns, policy, pieces)).as(what).isEqualTo(read(singly, policy, pieces));
        assertThat(validated(inRuns, pieces)).as(what).isEqualTo(validated(singly, pieces));
      }
      for (String to : List.of("UTF-8", "windows-1252", "EUC-JP", "ISO-2022-JP")) {
        TextEncoding target = TextEncoding.forName(to);
        assertThat(transcoded(inRuns, target, policy, bytes, 700))
            .as(what + " to " + to)
            .isEqualTo(transcoded(singly, target, policy, bytes, 700));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("charsets")
  void everyCutInTwoIsReadTheSame(Charset charset) {
    Random random = new Random(3);
    int[] characters = CharsetSamples.characters(charset, random);
    byte[] bytes = CharsetSamples.text(characters, random, 90).getBytes(charset);
    bytes[random.nextInt(bytes.length)] = (byte) 0xFF;
    TextEncoding inRuns = inRuns(charset);
    String whole = read(singly(charset), MalformedPolicy.REPLACE, Cuts.whole(bytes));
    for (int at = 0; at <= bytes.length; at++) {
      assertThat(text(inRuns, Cuts.inTwo(bytes, at))).as("cut at %d", at).isEqualTo(whole);
    }
  }

  /** What {@link #read} says of one piece, of any number. */
  private static String text(TextEncoding encoding, List<byte[]> pieces) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder = DecoderSpec.of(encoding).observer(found::add).newDecoder();
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    long position = decoder.position();
    int pending = decoder.pendingBytes();
    text.append("|").append(position).append(" ").append(pending).append("|");
    return text.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  private static String read(TextEncoding encoding, MalformedPolicy policy, List<byte[]> pieces) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(encoding).onMalformed(policy).observer(found::add).newDecoder();
    StringBuilder text = new StringBuilder();
    try {
      for (byte[] piece : pieces) {
        text.append(decoder.decode(ByteBuffer.wrap(piece), false));
        text.append("|").append(decoder.position());
        text.append(" ").append(decoder.pendingBytes()).append("|");
      }
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
    } catch (IllFormedTextException reported) {
      text.append(decoder.takeDecodedPrefix()).append(reported.getMessage());
    }
    return text + " " + found;
  }

  private static String validated(TextEncoding encoding, List<byte[]> pieces) {
    TextValidator validator = DecoderSpec.of(encoding).newValidator();
    pieces.forEach(piece -> validator.validate(ByteBuffer.wrap(piece), false));
    return validator.validate(ByteBuffer.allocate(0), true) + " " + validator.position();
  }

  private static String transcoded(
      TextEncoding from, TextEncoding to, MalformedPolicy policy, byte[] bytes, int room) {
    TextTranscoder transcoder =
        DecoderSpec.of(from).onMalformed(policy).newTranscoder(EncoderSpec.of(to));
    ByteBuffer in = ByteBuffer.wrap(bytes);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    CoderStatus status = CoderStatus.OVERFLOW;
    String failure = "";
    while (status == CoderStatus.OVERFLOW) {
      ByteBuffer out = ByteBuffer.allocate(room);
      try {
        status = transcoder.transcode(in, out, true);
      } catch (IllFormedTextException reported) {
        failure = reported.getMessage();
        status = CoderStatus.UNDERFLOW;
      }
      all.write(out.array(), 0, out.position());
    }
    return Arrays.toString(all.toByteArray())
        + failure
        + transcoder.position()
        + " "
        + transcoder.illFormedCount();
  }

  static List<Charset> written() {
    return charsets().stream().filter(charset -> new CoderForm(charset).writes()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-SJIS_0213", "x-MS932_0213"})
  void anEncoderThatWaitsForTheNextCharacterIsNotAsked(String name) {
    assertThat(new CoderForm(Charset.forName(name)).writes()).isFalse();
    assertThat(written()).doesNotContain(Charset.forName(name)).hasSizeGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("written")
  void whatIsWrittenIsTheSame(Charset charset) {
    Random random = new Random(4);
    int[] characters = CharsetSamples.characters(charset, random);
    TextEncoding inRuns = inRuns(charset);
    TextEncoding singly = singly(charset);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < 40 * round) {
        text.append(CharsetSamples.text(characters, random, random.nextInt(60)));
        text.append(random.nextBoolean() ? "\uD83D\uDE42" : "\u304B\u309A");
      }
      assertThat(written(inRuns, text.toString())).isEqualTo(written(singly, text.toString()));
    }
  }

  private static String written(TextEncoding encoding, String text) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    CharBuffer in = CharBuffer.wrap(text.toCharArray());
    while (in.hasRemaining()) {
      ByteBuffer out = ByteBuffer.allocate(100);
      encoder.encode(in, out, false);
      all.write(out.array(), 0, out.position());
    }
    return Arrays.toString(all.toByteArray())
        + Arrays.toString(encoder.finish())
        + encoder.illFormedCount();
  }
}
