/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.coder.CoderForm;
import io.utflow.charsets.shift.HzForm;
import io.utflow.charsets.shift.Iso2022CnForm;
import io.utflow.charsets.unicode.UtfEbcdicForm;
import io.utflow.charsets.web.WebIso2022JpForm;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L8 for the kernels of charsets and of the other encodings of Unicode: they stop on a sequence
 * boundary, agree with {@code step}, read nothing outside their source range and write nothing
 * outside their destination range; in any state, which they do not change.
 */
class CharsetKernelsTest {
  private static final int ROUNDS = Product.sampled(36, 6);
  private static final int MARGIN = 12;
  private static final char GUARD = '\uFDD0';

  /** Words of some scripts, and what kernels leave: pairs, NUL, longer sequences. */
  private static final String CHARACTERS =
      "abc de.\n\0\u00E9\u00FC\u0416\u0433\u05D0\u0E01\u3042\u3044\u4E2D\u6587\uAC00\uB098"
          + "\uFF71\u20AC\uD83D\uDE42\uD842\uDC0B";

  /**
   * Of UTF-8, UTF-16 and UTF-EBCDIC: four bytes, NUL, surrogates, what is longer than it need be.
   */
  private static final List<byte[]> FOREIGN =
      Stream.of("F09F9982", "00", "EDA080", "D83DDE42", "3DD842DE", "DC424141")
          .map(HexFormat.of()::parseHex)
          .toList();

  static Stream<Encoding> encodings() {
    Stream<Encoding> charsets =
        CharsetSamples.all().stream().map(charset -> Encoding.of(TextEncoding.of(charset)));
    Stream<Encoding> others =
        Stream.of("CESU-8", "Modified-UTF-8", "UCS-2BE", "UCS-2LE", "UTF-EBCDIC", "WTF-8")
            .map(name -> Encoding.of(TextEncoding.forName(name)));
    Stream<Encoding> ofTheWeb =
        TextEncoding.names().stream()
            .filter(name -> name.startsWith("web-"))
            .map(name -> Encoding.of(TextEncoding.forName(name)));
    return Stream.of(charsets, others, ofTheWeb)
        .flatMap(encodings -> encodings)
        .filter(CharsetKernelsTest::hasKernel);
  }

  private static boolean hasKernel(Encoding encoding) {
    return !(encoding.form() instanceof CoderForm)
        && !(encoding.form() instanceof Iso2022CnForm)
        && !(encoding.form() instanceof WebIso2022JpForm)
        && !(encoding.form() instanceof HzForm)
        && !(encoding.form() instanceof UtfEbcdicForm);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void agreesWithTheSteps(Encoding encoding) {
    Random random = new Random(1813);
    int[] sample = sample(encoding, random);
    int converted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      EncodingForm form = encoding.form().forStream();
      byte[] before = shifts(form, random);
      byte[] text = text(encoding, sample, foreign(round), random);
      if (round % 3 == 0) {
        damage(text, random);
      }
      int pos = random.nextInt(MARGIN);
      int room = round % 4 < 2 ? text.length : random.nextInt(text.length + 1);
      converted += check(encoding.kernel(form), form, text, pos, room, before);
    }
    assertThat(converted).as("chars that the kernel converted").isPositive();
  }

  private static int[] sample(Encoding encoding, Random random) {
    EncodingForm form = encoding.form();
    int[] known = CHARACTERS.codePoints().filter(form::canEncode).toArray();
    if (!Charset.isSupported(encoding.name()) || !form.writes()) {
      return known;
    }
    int[] others = CharsetSamples.characters(Charset.forName(encoding.name()), random);
    int[] both = Arrays.copyOf(known, known.length + others.length);
    System.arraycopy(others, 0, both, known.length, others.length);
    return both;
  }

  /** What this round puts between the runs: one in two, nothing. */
  private static byte[] foreign(int round) {
    return round % 2 == 0 ? new byte[0] : FOREIGN.get(round / 2 % FOREIGN.size());
  }

  /** Puts a form that has states into one of them. */
  private static byte[] shifts(EncodingForm form, Random random) {
    for (byte[] shift : List.of(new byte[] {0x0E}, new byte[] {0x1B, '$', 'B'})) {
      int step = form.step(shift, 0, shift.length, true);
      if (random.nextBoolean() && Step.isText(step) && Step.length(step) == shift.length) {
        form.taken(shift, 0, step);
        return shift;
      }
    }
    return new byte[0];
  }

  /** Runs of one kind, short and long, as words are, and of ASCII. */
  private static byte[] text(Encoding encoding, int[] sample, byte[] foreign, Random random) {
    EncodingForm form = encoding.form().forStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] one = new byte[EncodingForm.MOST_WRITTEN];
    int runs = 1 + random.nextInt(40);
    for (int run = 0; run < runs; run++) {
      if (random.nextInt(4) == 0) {
        bytes.writeBytes(foreign);
      }
      boolean ascii = random.nextInt(3) == 0;
      int length = random.nextInt(8) == 0 ? 200 : random.nextInt(9);
      for (int i = 0; i < length; i++) {
        int scalar = ascii ? 'a' + i % 26 : sample[random.nextInt(sample.length)];
        if (form.writes() && form.canEncode(scalar)) {
          bytes.write(one, 0, form.write(scalar, one, 0));
        } else if (form.unitWidth() == 1) {
          bytes.write(random.nextInt(0x100));
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void damage(byte[] text, Random random) {
    for (int i = random.nextInt(3); i > 0 && text.length > 0; i--) {
      text[random.nextInt(text.length)] = CharsetSamples.anyBytes(random, 1)[0];
    }
  }

  private static int check(
      Kernel kernel, EncodingForm form, byte[] text, int pos, int room, byte[] before) {
    byte[] zeros = framed(text, pos, 0);
    byte[] ones = framed(text, pos, 0xFF);
    int end = pos + text.length;
    char[] chars = new char[pos + room + MARGIN];
    char[] again = chars.clone();
    Arrays.fill(chars, GUARD);
    long progress = kernel.decode(zeros, pos, end, chars, pos, pos + room);
    assertThat(kernel.decode(ones, pos, end, again, pos, pos + room)).isEqualTo(progress);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    assertThat(read).isBetween(0, text.length);
    assertThat(written).isBetween(0, room);
    assertThat(new String(chars, 0, pos) + new String(chars, pos + room, MARGIN))
        .isEqualTo(String.valueOf(GUARD).repeat(pos + MARGIN));
    String expected = stepped(form, text, read, before);
    assertThat(new String(chars, pos, written)).isEqualTo(expected);
    assertThat(new String(again, pos, written)).isEqualTo(expected);

    int prefix = kernel.wellFormedPrefix(zeros, pos, end);
    assertThat(kernel.wellFormedPrefix(ones, pos, end)).isEqualTo(prefix);
    assertThat(prefix).isBetween(0, text.length);
    stepped(form, text, prefix, before);
    return written;
  }

  private static byte[] framed(byte[] text, int pos, int margin) {
    byte[] framed = new byte[pos + text.length + MARGIN];
    Arrays.fill(framed, (byte) margin);
    System.arraycopy(text, 0, framed, pos, text.length);
    return framed;
  }

  /** The text of so many bytes by the form, in the state behind {@code before} as at their end. */
  private static String stepped(EncodingForm used, byte[] text, int length, byte[] before) {
    EncodingForm form = used.forStream();
    if (before.length > 0) {
      form.taken(before, 0, form.step(before, 0, before.length, true));
    }
    StringBuilder chars = new StringBuilder();
    int p = 0;
    while (p < length) {
      int step = form.step(text, p, text.length, false);
      assertThat(Step.isScalar(step) || Step.isText(step)).as("well-formed at %d", p).isTrue();
      chars.append(
          Step.isScalar(step) ? Character.toString(Step.scalar(step)) : form.text(text, p, step));
      if (Step.isTold(step)) {
        form.taken(text, p, step);
      }
      p += Step.length(step);
    }
    assertThat(p).as("stops on a boundary").isEqualTo(length);
    assertThat(form.step(PROBE, 0, PROBE.length, true))
        .as("ends in the state in which it began")
        .isEqualTo(used.step(PROBE, 0, PROBE.length, true));
    return chars.toString();
  }

  /** Two bytes that mean something in every state. */
  private static final byte[] PROBE = {0x42, 0x43};
}
