/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.charsets.coder.TrickyCharset.Kind;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.source.EncodingDefinition;
import io.utflow.codec.split.Delimiters;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the coders of a charset read and write does not depend on the cut, under any policy. All
 * charsets of the JDK with several bytes a character serve as those of a provider.
 */
class CoderFormTest {
  private static final int ROUNDS = Product.sampled(12, 12);
  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.REPORT,
          MalformedPolicy.replaceWith("[?]").atMost(3),
          MalformedPolicy.handledBy(sequence -> "<" + sequence.byteOffset() + ">"));

  static List<Charset> charsets() {
    return CharsetSamples.all().stream()
        .filter(charset -> charset.canEncode() && charset.newEncoder().maxBytesPerChar() > 1)
        .filter(charset -> CoderTrial.passes(new CoderForm(charset)))
        .toList();
  }

  static List<Charset> written() {
    return charsets().stream().filter(charset -> new CoderForm(charset).writes()).toList();
  }

  private static TextEncoding encoding(Charset charset) {
    return Encoding.of(EncodingDefinition.of(charset.name(), () -> new CoderForm(charset)));
  }

  @ParameterizedTest
  @MethodSource("charsets")
  void whatIsReadDoesNotDependOnTheCut(Charset charset) {
    requireSame(charset, CharsetSamples.characters(charset, new Random(1)));
  }

  @Test
  void whatAnUnusualDecoderReadsDoesNotDependOnTheCut() {
    for (Kind kind : Kind.values()) {
      requireSame(new TrickyCharset(kind), "abc \u00E4\u20AC".codePoints().toArray());
    }
  }

  @Test
  void aHighSurrogateWaitsForTheLowOne() {
    EncodingForm form = new CoderForm(new TrickyCharset(Kind.CUTS_PAIRS)).forStream();
    byte[] bytes = {(byte) 0x83, 'a'};
    assertThat(form.step(bytes, 0, 1, false)).isEqualTo(Step.NEEDS_MORE);
    int step = form.step(bytes, 0, 2, false);
    assertThat(Step.length(step)).isEqualTo(2);
    assertThat(form.text(bytes, 0, step)).isEqualTo("\uD883\uDC61");
  }

  @Test
  void noSequenceIsLongerThanTheLongest() {
    for (Charset charset : charsets()) {
      CoderForm shared = new CoderForm(charset);
      byte[] bytes =
          CharsetSamples.text(CharsetSamples.characters(charset, new Random(6)), new Random(7), 200)
              .getBytes(charset);
      EncodingForm form = shared.forStream();
      int pos = 0;
      while (pos < bytes.length) {
        int step = form.step(bytes, pos, bytes.length, true);
        assertThat(Step.length(step))
            .as("%s", charset)
            .isLessThanOrEqualTo(shared.longestSequence());
        form.taken(bytes, pos, step);
        pos += Step.length(step);
      }
    }
  }

  /** In its bytes, though nothing is written in it; so a file of it is also split. */
  @Test
  void linesOfACharsetThatOnlyDecodesAreFoundInTheBytes() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.of(new TrickyCharset(Kind.IS_USUAL)));
    Delimiters lineFeed = new Delimiters(List.of("\n"), List.of());
    assertThat(lineFeed.areFoundInText(spec)).isFalse();
    assertThat(Encoding.of(spec.encoding()).form().isSelfSynchronizing()).isTrue();
    assertThat(SplitRules.characters(spec)).isNotNull();
  }

  private static void requireSame(Charset charset, int[] characters) {
    Random random = new Random(2);
    for (int round = 0; round < ROUNDS; round++) {
      int length = round == 0 ? 9000 : random.nextInt(400);
      byte[] bytes = CharsetSamples.text(characters, random, length).getBytes(charset);
      for (int damage = random.nextInt(4); damage > 0 && bytes.length > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = CharsetSamples.anyBytes(random, 1)[0];
      }
      MalformedPolicy policy = POLICIES.get(round % POLICIES.size());
      List<byte[]> cut = Cuts.random(bytes, random);
      assertThat(read(charset, policy, cut))
          .as("%s, round %d, %s%s", charset, round, policy, Cuts.describe(cut))
          .isEqualTo(read(charset, policy, Cuts.whole(bytes)));
    }
  }

  @ParameterizedTest
  @MethodSource("charsets")
  void everyCutInTwoIsReadTheSame(Charset charset) {
    Random random = new Random(3);
    int[] characters = CharsetSamples.characters(charset, random);
    byte[] bytes = CharsetSamples.text(characters, random, 90).getBytes(charset);
    bytes[random.nextInt(bytes.length)] = (byte) 0xFF;
    String whole = read(charset, MalformedPolicy.REPLACE, Cuts.whole(bytes));
    for (int at = 0; at <= bytes.length; at++) {
      assertThat(read(charset, MalformedPolicy.REPLACE, Cuts.inTwo(bytes, at)))
          .as("cut at %d", at)
          .isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @MethodSource("written")
  void whatIsWellFormedIsReadAsItsDecoderReadsIt(Charset charset) {
    Random random = new Random(5);
    int[] characters = CharsetSamples.characters(charset, random);
    byte[] bytes = CharsetSamples.text(characters, random, 500).getBytes(charset);
    assertThat(DecoderSpec.of(encoding(charset)).newDecoder().decode(ByteBuffer.wrap(bytes), true))
        .isEqualTo(new String(bytes, charset));
  }

  @Test
  void whatTheEndOfTheInputCutsSaysSoBehindTextThatIsTakenFirst() {
    byte[] bytes = {'a', (byte) 0x82};
    TextDecoder decoder =
        DecoderSpec.of(encoding(Charset.forName("Shift_JIS")))
            .onMalformed(MalformedPolicy.REPORT)
            .newDecoder();
    assertThatThrownBy(() -> decoder.decode(ByteBuffer.wrap(bytes), true))
        .hasMessageContaining("at the end of the input");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-SJIS_0213", "x-MS932_0213"})
  void anEncoderThatWaitsForTheNextCharacterIsNotAsked(String name) {
    assertThat(new CoderForm(Charset.forName(name)).writes()).isFalse();
    assertThat(written()).doesNotContain(Charset.forName(name)).hasSizeGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("written")
  void whatIsWrittenIsWhatItsEncoderWrites(Charset charset) {
    Random random = new Random(4);
    int[] characters = CharsetSamples.characters(charset, random);
    for (int round = 0; round < ROUNDS; round++) {
      String text = CharsetSamples.text(characters, random, 40 * round);
      assertThat(written(encoding(charset), text)).isEqualTo(text.getBytes(charset));
    }
  }

  private static String read(Charset charset, MalformedPolicy policy, List<byte[]> pieces) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(encoding(charset)).onMalformed(policy).observer(found::add).newDecoder();
    StringBuilder text = new StringBuilder();
    try {
      pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
      text.append("|").append(decoder.position());
      text.append(" ").append(decoder.pendingBytes()).append("|");
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
    } catch (IllFormedTextException reported) {
      text.append(decoder.takeDecodedPrefix()).append(reported.getMessage());
    }
    return text + " " + found;
  }

  private static byte[] written(TextEncoding encoding, String text) {
    TextEncoder encoder = EncoderSpec.of(encoding).newEncoder();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    CharBuffer in = CharBuffer.wrap(text.toCharArray());
    CoderStatus status = CoderStatus.OVERFLOW;
    while (status == CoderStatus.OVERFLOW) {
      ByteBuffer out = ByteBuffer.allocate(100);
      status = encoder.encode(in, out, true);
      all.write(out.array(), 0, out.position());
    }
    return all.toByteArray();
  }
}
