/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws, over each charset of the JDK that is an encoding. */
class CharsetLawsTest {
  private static final int ROUNDS = Product.sampled(8, 8);
  private static final int MOST_PENDING = 7;

  private static final List<MalformedPolicy> POLICIES =
      List.of(
          MalformedPolicy.REPLACE,
          MalformedPolicy.SKIP,
          MalformedPolicy.replaceWith("<?>"),
          MalformedPolicy.REPORT,
          MalformedPolicy.REPLACE.atMost(2));

  static List<Charset> charsets() {
    return CharsetSamples.all();
  }

  /** Those, and what browsers have in several bytes. */
  static List<TextEncoding> encodings() {
    Stream<TextEncoding> ofTheWeb =
        Stream.of("Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "GBK", "gb18030")
            .map(TextEncoding::forWebLabel);
    return Stream.concat(charsets().stream().map(TextEncoding::of), ofTheWeb).toList();
  }

  static List<Charset> written() {
    return charsets().stream().filter(Charset::canEncode).toList();
  }

  @ParameterizedTest
  @MethodSource("written")
  void wellFormedTextIsReadAsTheJdkReadsAllOfIt(Charset charset) {
    Random random = new Random(51);
    int[] characters = CharsetSamples.characters(charset, random);
    DecoderSpec spec = DecoderSpec.of(TextEncoding.of(charset)).onMalformed(MalformedPolicy.REPORT);
    for (int round = 0; round < ROUNDS; round++) {
      int length = round == 0 ? 9000 : 1 + random.nextInt(12);
      byte[] bytes = CharsetSamples.text(characters, random, length).getBytes(charset);
      String expected = new String(bytes, charset);
      BufferKind kind = BufferKind.values()[round % BufferKind.values().length];
      for (List<byte[]> pieces : cuts(bytes, random)) {
        TextDecoder decoder = spec.newDecoder();
        StringBuilder text = new StringBuilder();
        pieces.forEach(piece -> text.append(decoder.decode(kind.of(piece), false)));
        text.append(decoder.decode(ByteBuffer.allocate(0), true));
        assertThat(text.toString()).isEqualTo(expected);
      }
      TextValidator validator = spec.newValidator();
      assertThat(validator.validate(kind.of(bytes), true)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("written")
  void whatIsWrittenIsReadBackAndIsTheSameForEveryCut(Charset charset) {
    Random random = new Random(52);
    int[] characters = CharsetSamples.characters(charset, random);
    TextEncoding encoding = TextEncoding.of(charset);
    for (int round = 0; round < ROUNDS; round++) {
      String text =
          CharsetSamples.text(characters, random, round == 0 ? 9000 : 1 + random.nextInt(12));
      byte[] written = EncoderSpec.of(encoding).newEncoder().encode(text);
      TextEncoder whole = EncoderSpec.of(encoding).newEncoder();
      byte[] all = join(whole.encode(text), whole.finish());
      assertThat(all).startsWith(written);
      assertThat(new String(all, charset)).isEqualTo(text);
      if (!Encoding.of(encoding).hasState()) {
        assertThat(all).isEqualTo(text.getBytes(charset));
      }
      TextEncoder cut = EncoderSpec.of(encoding).newEncoder();
      byte[] pieces = {};
      for (int i = 0; i < Math.min(text.length(), 100); i++) {
        pieces = join(pieces, cut.encode(text.substring(i, i + 1)));
      }
      pieces = join(pieces, cut.encode(text.substring(Math.min(text.length(), 100))));
      assertThat(join(pieces, cut.finish())).isEqualTo(all);
      assertThat(transcoded(text, encoding, 8 + random.nextInt(9))).isEqualTo(all);
    }
  }

  /** From UTF-8, with so little room that it ends within a window. */
  private static byte[] transcoded(String text, TextEncoding to, int room) {
    TextTranscoder transcoder =
        DecoderSpec.of(TextEncoding.UTF_8).newTranscoder(EncoderSpec.of(to));
    ByteBuffer in = ByteBuffer.wrap(EncoderSpec.of(TextEncoding.UTF_8).newEncoder().encode(text));
    byte[] all = {};
    CoderStatus status;
    do {
      ByteBuffer out = ByteBuffer.allocate(text.length() > 1000 ? 3000 : room);
      status = transcoder.transcode(in, out, true);
      all = join(all, Arrays.copyOf(out.array(), out.position()));
    } while (status == CoderStatus.OVERFLOW);
    return all;
  }

  /** The text, the sequences and how they end are those of one piece. */
  @ParameterizedTest
  @MethodSource("encodings")
  void anyBytesAreReadTheSameForEveryCut(TextEncoding encoding) {
    Random random = new Random(53);
    for (int round = 0; round < 4 * ROUNDS; round++) {
      byte[] bytes = CharsetSamples.anyBytes(random, 1 + random.nextInt(13));
      DecoderSpec spec =
          DecoderSpec.of(encoding).onMalformed(POLICIES.get(round % POLICIES.size()));
      String expected = read(spec, List.of(bytes), BufferKind.HEAP);
      for (List<byte[]> pieces : cuts(bytes, random)) {
        BufferKind kind = BufferKind.values()[random.nextInt(BufferKind.values().length)];
        assertThat(read(spec, pieces, kind)).isEqualTo(expected);
      }
      assertThat(firstFound(spec, bytes)).isEqualTo(validated(spec, bytes));
    }
  }

  private static String read(DecoderSpec spec, List<byte[]> pieces, BufferKind kind) {
    List<String> found = new ArrayList<>();
    TextDecoder decoder = spec.observer(s -> found.add(s.toString())).newDecoder();
    StringBuilder text = new StringBuilder();
    long taken = 0;
    try {
      for (byte[] piece : pieces) {
        text.append(decoder.decode(kind.of(piece), false));
        taken += piece.length;
        assertThat(decoder.position() + decoder.pendingBytes()).isEqualTo(taken);
        assertThat(decoder.pendingBytes()).isLessThanOrEqualTo(MOST_PENDING);
      }
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
    } catch (IllFormedTextException e) {
      text.append(e.decodedPrefix()).append(e.sequence());
    }
    return text + " " + found;
  }

  private static Optional<IllFormedSequence> firstFound(DecoderSpec spec, byte[] bytes) {
    List<IllFormedSequence> found = new ArrayList<>();
    spec.onMalformed(MalformedPolicy.REPLACE)
        .observer(found::add)
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes), true);
    return found.stream().findFirst();
  }

  private static Optional<IllFormedSequence> validated(DecoderSpec spec, byte[] bytes) {
    return spec.newValidator().validate(ByteBuffer.wrap(bytes), true);
  }

  /** No sequence that is found ill-formed holds an ASCII byte that could be a character. */
  @ParameterizedTest
  @MethodSource("encodings")
  void anIllFormedSequenceSwallowsNoAscii(TextEncoding encoding) {
    if (!Encoding.of(encoding).isWritten() || Encoding.of(encoding).hasState()) {
      return;
    }
    if (!Arrays.equals(EncoderSpec.of(encoding).encode("A\n"), new byte[] {'A', '\n'})) {
      return;
    }
    Random random = new Random(54);
    for (int round = 0; round < 8 * ROUNDS; round++) {
      byte[] bytes = CharsetSamples.anyBytes(random, 6);
      DecoderSpec.of(encoding)
          .observer(CharsetLawsTest::assertNoAscii)
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes), true);
    }
  }

  /** But for digits of GB18030: of four bytes, and to the web of any that the end cuts. */
  private static void assertNoAscii(IllFormedSequence found) {
    byte[] bytes = found.bytes();
    boolean digits = bytes.length == 4 || found.endOfInput();
    for (int i = 1; i < bytes.length; i++) {
      assertThat(bytes[i] < 0 || digits && bytes[i] >= '0' && bytes[i] <= '9').isTrue();
    }
  }

  private static List<List<byte[]>> cuts(byte[] bytes, Random random) {
    return bytes.length > 100
        ? List.of(Cuts.whole(bytes), Cuts.every(bytes, 1000))
        : List.of(Cuts.whole(bytes), Cuts.bytewise(bytes), Cuts.random(bytes, random));
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
