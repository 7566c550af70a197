/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Retained;
import io.utflow.codec.testing.TextCuts;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The packings, cut anywhere. */
class PackingTest {
  static List<Packing> packings() {
    return List.of(
        Packing.BACKSLASH,
        Packing.BACKSLASH_LONG,
        Packing.REFERENCES,
        Packing.DECIMAL_REFERENCES,
        Packing.PERCENT);
  }

  private static Packing named(String name) {
    return packings().stream().filter(p -> p.toString().contains(name + ",")).findFirst().get();
  }

  private static String surrogates(String text) {
    return text.replace("<high>", "\uD83D").replace("<low>", "\uDE00");
  }

  private static void drain(Stage<CharSequence, String> stage, List<String> out) {
    String piece;
    while ((piece = stage.poll()) != null) {
      assertThat(piece).isNotEmpty();
      assertThat(Character.isLowSurrogate(piece.charAt(0))).isFalse();
      assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1))).isFalse();
      out.add(piece);
    }
  }

  private static String through(Stage<CharSequence, String> stage, List<String> cut) {
    List<String> out = new ArrayList<>();
    for (String piece : cut) {
      stage.offer(piece);
      drain(stage, out);
    }
    stage.endOfInput();
    drain(stage, out);
    assertThat(stage.poll()).isNull();
    return String.join("", out);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "BACKSLASH, \\u20AC, \u20AC",
        "BACKSLASH, \\u20ac\\u0041x, \u20ACAx",
        "BACKSLASH, \\uD83D\\uDE00, \uD83D\uDE00",
        "BACKSLASH, \\U0001F600\\U0001f601, \uD83D\uDE00\uD83D\uDE01",
        "BACKSLASH, \\uD83D-\\uDE00, \uFFFD-\uFFFD",
        "BACKSLASH, \\uD83D\\uD83D\\uDE00, \uFFFD\uD83D\uDE00",
        "BACKSLASH, \\uD83D\\u0041, \uFFFDA",
        "BACKSLASH, \\uD83D\\x, \uFFFD\\x",
        "BACKSLASH, \\uD83D\\, \uFFFD\\",
        "BACKSLASH, \\U0000D83D\\U00110000\\UFFFFFFFFz, \uFFFD\uFFFD\uFFFDz",
        "BACKSLASH, \\\\u0041\\n\\\\\\u0041, \\\\u0041\\n\\\\A",
        "BACKSLASH, \\u005Cu0041, \\u0041",
        "BACKSLASH, \\u12G4\\u12\\u0041, \\u12G4\\u12A",
        "BACKSLASH, <high>\\uDE00<low>, \uFFFD\uFFFD\uFFFD",
        "BACKSLASH, \\uD83D<low>, \uFFFD\uFFFD",
        "REFERENCES, &#x20AC;&#8364;&#X20ac;, \u20AC\u20AC\u20AC",
        "REFERENCES, &#x1F600;&#128512;, \uD83D\uDE00\uD83D\uDE00",
        "REFERENCES, &#0000000000000000000000000065;, A",
        "REFERENCES, &#xD83D;&#xDE00;&#0;&#x110000;&#99999999999999;, "
            + "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD",
        "REFERENCES, &#xFFFFFFFFFFFFFFFF;&#x110041;&#x100000041;, \uFFFD\uFFFD\uFFFD",
        "REFERENCES, &#x00000000000000000;, \uFFFD",
        "REFERENCES, &amp;&#;&#x;&#xG;&#12a;&&#65;&#65 &#6&#65;, "
            + "&amp;&#;&#x;&#xG;&#12a;&A&#65 &#6A",
        "REFERENCES, &#11111111111111111;, &#11111111111111111;",
        "REFERENCES, &#128;, \u0080",
        "REFERENCES, &#xD7FF;&#xD800;&#xDFFF;&#xE000;, \uD7FF\uFFFD\uFFFD\uE000",
        "REFERENCES, &#x10FFFF;, \uDBFF\uDFFF",
        "BACKSLASH, a\\u0000b, a\0b",
        "PERCENT, %E2%82%AC%e2%82%ac, \u20AC\u20AC",
        "PERCENT, %F0%9F%98%80+%41%2B, \uD83D\uDE00+A+",
        "PERCENT, %E2%82x%82, \uFFFDx\uFFFD",
        "PERCENT, %E2%82%E2%82%AC%E2, \uFFFD\u20AC\uFFFD",
        "PERCENT, %C0%AF%ED%A0%80%F4%90, \uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD",
        "PERCENT, %E2%8%82%AC%, \uFFFD%8\uFFFD\uFFFD%",
        "PERCENT, 100%%%4x%4%41%G1%\u00E9, 100%%%4x%4A%G1%\u00E9",
        "PERCENT, %EF%BB%BFx, \uFEFFx",
        "PERCENT, %E2<high>%82<low>, \uFFFD\uFFFD\uFFFD\uFFFD",
      })
  void readsAtEveryCut(String packing, String given, String text) {
    String packed = surrogates(given);
    for (List<String> cut : TextCuts.hostile(packed)) {
      assertThat(through(named(packing).unpacker(), cut)).as("%s", cut).isEqualTo(text);
    }
    if (packed.length() < 15) {
      for (List<String> cut : TextCuts.all(packed)) {
        assertThat(through(named(packing).unpacker(), cut)).as("%s", cut).isEqualTo(text);
      }
    }
  }

  @Test
  void writes() {
    String text = "a\u00E9\u20AC\uD83D\uDE00\\&% ~/";
    assertThat(through(Packing.BACKSLASH.packer(), List.of(text)))
        .isEqualTo("a\\u00E9\\u20AC\\uD83D\\uDE00\\u005C&% ~/");
    assertThat(through(Packing.BACKSLASH_LONG.packer(), List.of(text)))
        .isEqualTo("a\\u00E9\\u20AC\\U0001F600\\u005C&% ~/");
    assertThat(through(Packing.REFERENCES.packer(), List.of(text)))
        .isEqualTo("a&#xE9;&#x20AC;&#x1F600;\\&#x26;% ~/");
    assertThat(through(Packing.DECIMAL_REFERENCES.packer(), List.of(text)))
        .isEqualTo("a&#233;&#8364;&#128512;\\&#38;% ~/");
    assertThat(through(Packing.PERCENT.packer(), List.of(text)))
        .isEqualTo("a%C3%A9%E2%82%AC%F0%9F%98%80%5C%26%25%20~%2F");
    Packing some = Packing.PERCENT.keeping(c -> c == '/' || c == '%' || c == 0xE9);
    assertThat(through(some.packer(), List.of("/\u00E9%a"))).isEqualTo("/\u00E9%25%61");
  }

  /** What RFC 3986 calls unreserved; all other ASCII is written as an escape. */
  @Test
  void percentKeepsWhatIsUnreserved() {
    String unreserved =
        IntStream.range(0, 0x80)
            .mapToObj(Character::toString)
            .filter(c -> through(Packing.PERCENT.packer(), List.of(c)).equals(c))
            .collect(Collectors.joining());
    assertThat(unreserved)
        .isEqualTo("-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
  }

  @ParameterizedTest
  @MethodSource("packings")
  void whatIsPackedIsUnpackedHoweverItIsCut(Packing packing) {
    TextSamples samples = new TextSamples(18);
    for (int round = 0; round < Product.sampled(300); round++) {
      String text = samples.text(60) + (round % 3 == 0 ? "\\u0041%41&#65;\\" : "\u0000\u0085%&");
      String packed = through(packing.packer(), TextCuts.random(text, samples.random()));
      assertThat(packed).matches("\\p{ASCII}*");
      assertThat(through(packing.unpacker(), TextCuts.random(packed, samples.random())))
          .isEqualTo(text);
      assertThat(through(packing.unpacker(), TextCuts.unitwise(packed))).isEqualTo(text);
      assertThat(through(packing.packer(), TextCuts.unitwise(text))).isEqualTo(packed);
      assertThat(through(packing.packer().then(packing.unpacker()), List.of(text))).isEqualTo(text);
    }
  }

  /** What escapes stand for is decoded as if the bytes stood there. */
  @Test
  void percentEncodedBytesAreReadAsBytes() {
    TextSamples samples = new TextSamples(19);
    for (int round = 0; round < Product.sampled(500); round++) {
      byte[] bytes = new byte[60];
      StringBuilder packed = new StringBuilder();
      for (int i = 0; i < bytes.length; i++) {
        boolean plain = samples.random().nextInt(4) == 0;
        bytes[i] = (byte) (plain ? 'x' : 0x80 + samples.random().nextInt(0x80));
        packed.append(plain ? "x" : "%%%02x".formatted(bytes[i]));
      }
      assertThat(
              through(
                  Packing.PERCENT.unpacker(), TextCuts.random(packed.toString(), samples.random())))
          .isEqualTo(DecoderSpec.of(TextEncoding.UTF_8).decode(bytes));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BACKSLASH, ab\\uD83Dc, 2, UNPAIRED_HIGH_SURROGATE",
    "BACKSLASH, ab\\uDE00, 2, UNPAIRED_LOW_SURROGATE",
    "BACKSLASH, ab\\U0000DE00, 2, SURROGATE",
    "BACKSLASH, \\\\ab<low>, 4, UNPAIRED_LOW_SURROGATE",
    "BACKSLASH, ab<high>, 2, UNPAIRED_HIGH_SURROGATE",
    "REFERENCES, ab&#xD800;x, 2, SURROGATE",
    "REFERENCES, ab&#00;, 2, OUT_OF_RANGE",
    "PERCENT, ab%C3%A9%E2%82x, 8, TRUNCATED",
    "PERCENT, ab%C3%A9%E2%82%41, 8, TRUNCATED",
    "PERCENT, ab%C3%A9%E2%82, 8, TRUNCATED",
    "PERCENT, ab%C3%A9c%41%41%FF%41, 15, INVALID_BYTE",
  })
  void whatIsIllFormedIsReportedBehindTheTextBefore(
      String packing, String given, long offset, IllFormedCause cause) {
    String packed = surrogates(given);
    for (List<String> cut : TextCuts.hostile(packed)) {
      List<IllFormedSequence> seen = new ArrayList<>();
      Packing counting =
          named(packing)
              .onMalformed(
                  MalformedPolicy.handledBy(
                      found -> {
                        seen.add(found);
                        return "\uFFFD";
                      }));
      String text = through(counting.unpacker(), cut);
      assertThat(seen).singleElement().extracting(IllFormedSequence::charOffset).isEqualTo(offset);
      assertThat(seen.get(0).cause()).isEqualTo(cause);
      assertThat(seen.get(0).toString()).contains("at char " + offset + " of packed");
      List<String> before = new ArrayList<>();
      TextStage<CharSequence, String> stage =
          named(packing).onMalformed(MalformedPolicy.REPORT).unpacker();
      assertThatThrownBy(
              () -> {
                for (String piece : cut) {
                  stage.offer(piece);
                  drain(stage, before);
                }
                stage.endOfInput();
                drain(stage, before);
              })
          .isInstanceOf(IllFormedTextException.class);
      assertThat(String.join("", before)).isEqualTo(text.substring(0, text.indexOf('\uFFFD')));
      assertThat(stage.poll()).isNull();
    }
  }

  /** The bytes that the escapes stand for, in the encoding that they are no text of. */
  @ParameterizedTest
  @CsvSource({
    "BACKSLASH, a\\uD83Dx, UTF-16BE, D83D",
    "BACKSLASH, a\\uDE00, UTF-16BE, DE00",
    "BACKSLASH, a\\UFEDCBA98, UTF-32BE, FEDCBA98",
    "REFERENCES, a&#xD8A1;x, UTF-32BE, 0000D8A1",
    "REFERENCES, a&#1114112;x, UTF-32BE, 00110000",
    "PERCENT, a%C3%A9%E2%82x, UTF-8, E282",
    "PERCENT, a%FF%41, UTF-8, FF",
  })
  void whatIsIllFormedTellsItsBytes(String packing, String packed, String encoding, String hex) {
    for (List<String> cut : TextCuts.hostile(packed)) {
      List<IllFormedSequence> seen = new ArrayList<>();
      MalformedPolicy noting =
          MalformedPolicy.handledBy(
              found -> {
                seen.add(found);
                return "";
              });
      through(named(packing).onMalformed(noting).unpacker(), cut);
      assertThat(seen).hasSize(1);
      assertThat(HexFormat.of().withUpperCase().formatHex(seen.get(0).bytes())).isEqualTo(hex);
      assertThat(seen.get(0).length()).isEqualTo(hex.length() / 2);
      assertThat(seen.get(0).encoding()).isEqualTo(TextEncoding.forName(encoding));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PERCENT, ab%4x, 2",
    "PERCENT, ab%, 2",
    "PERCENT, %41%, 3",
    "REFERENCES, ab&#12x, 2",
    "REFERENCES, ab&#, 2",
    "BACKSLASH, ab\\u12G, 2",
    "BACKSLASH, ab\\u, 2",
  })
  void aBrokenEscapeIsRefusedOnDemand(String packing, String packed, long offset) {
    for (List<String> cut : TextCuts.hostile(packed)) {
      assertThatThrownBy(() -> through(named(packing).refuseBroken().unpacker(), cut))
          .isInstanceOfSatisfying(
              BrokenEscapeException.class, e -> assertThat(e.charOffset()).isEqualTo(offset));
    }
  }

  @Test
  void whatIsNoEscapeAtAllIsNotRefused() {
    assertThat(
            through(Packing.BACKSLASH.refuseBroken().unpacker(), List.of("C:\\temp \\\\u \\n\\")))
        .isEqualTo("C:\\temp \\\\u \\n\\");
    assertThat(through(Packing.REFERENCES.refuseBroken().unpacker(), List.of("a & b &amp;&")))
        .isEqualTo("a & b &amp;&");
  }

  /** What was delivered and what is handed over is, read anew, the whole. */
  @ParameterizedTest
  @MethodSource("packings")
  void whatIsNotDeliveredIsHandedOver(Packing packing) {
    TextSamples samples = new TextSamples(21);
    for (int round = 0; round < Product.sampled(100); round++) {
      String text = samples.text(20) + "\uD83D\uDE00";
      String packed = through(packing.packer(), List.of(text));
      for (int at = 0; at <= packed.length(); at++) {
        TextStage<CharSequence, String> stage = packing.unpacker();
        List<String> out = new ArrayList<>();
        stage.offer(packed.substring(0, at));
        drain(stage, out);
        String rest = stage.takeUndelivered();
        assertThat(rest.length()).isLessThan(12);
        out.add(through(packing.unpacker(), List.of(rest, packed.substring(at))));
        assertThat(String.join("", out)).isEqualTo(text);
      }
    }
  }

  @Test
  void whatIsNotPolledIsHandedOver() {
    for (Packing packing : packings()) {
      TextStage<CharSequence, String> stage = packing.unpacker();
      stage.offer("ab\\&%4");
      assertThat(stage.takeUndelivered()).isEqualTo("ab\\&%4");
      assertThat(stage.takeUndelivered()).isEmpty();
      TextStage<CharSequence, String> other = packing.packer();
      other.offer("ab\uD83D");
      assertThat(other.poll()).isEqualTo("ab");
      assertThat(other.poll()).isNull();
      assertThat(other.takeUndelivered()).isEqualTo("\uD83D");
    }
  }

  /** What is about to fail is handed over as it came. */
  @ParameterizedTest
  @CsvSource({
    "PERCENT, ab%41%FF%41x, %FF%41x",
    "PERCENT, ab%E2%82x, %E2%82x",
    "BACKSLASH, ab\\uD83Dx, \\uD83Dx",
    "BACKSLASH, ab\\uDC00x, \\uDC00x",
    "REFERENCES, ab&#0;x, &#0;x",
  })
  void whatIsAboutToFailIsHandedOver(String packing, String packed, String rest) {
    TextStage<CharSequence, String> stage =
        named(packing).onMalformed(MalformedPolicy.REPORT).unpacker();
    stage.offer(packed);
    assertThat(stage.poll()).startsWith("ab");
    assertThat(stage.takeUndelivered()).isEqualTo(rest);
  }

  @Test
  void behindADecoderTheBytesAreHandedOver() {
    ByteStage<String> stage =
        Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(Packing.PERCENT.unpacker());
    stage.offer(ByteBuffer.wrap("x%E2%8".getBytes(StandardCharsets.US_ASCII)));
    assertThat(stage.poll()).isEqualTo("x");
    assertThat(stage.poll()).isNull();
    assertThat(stage.takeUndelivered()).asString(StandardCharsets.US_ASCII).isEqualTo("%E2%8");
  }

  @Test
  void aBudgetCountsAllSequences() {
    Packing two = Packing.PERCENT.onMalformed(MalformedPolicy.REPLACE.atMost(2));
    assertThat(through(two.unpacker(), List.of("%FF%FF"))).isEqualTo("\uFFFD\uFFFD");
    assertThatThrownBy(() -> through(two.unpacker(), List.of("%FFx%FF", "\uD83Dx")))
        .isInstanceOf(IllFormedTextException.class);
  }

  /** Leading zeros are counted: a reference of many keeps nothing, and is text when it is none. */
  @Test
  void manyZerosTakeNoMemory() throws IllegalAccessException {
    String zeros = "0".repeat(1000);
    TextStage<CharSequence, String> stage = Packing.REFERENCES.unpacker();
    List<String> out = new ArrayList<>();
    stage.offer("&#");
    drain(stage, out);
    for (int i = 0; i < 65; i++) {
      stage.offer(zeros);
      drain(stage, out);
    }
    assertThat(out).isEmpty();
    assertThat(Retained.bytes(stage)).isLessThan(1500);
    stage.offer("65;");
    drain(stage, out);
    assertThat(out).containsExactly("A");
    String tooMany = "&#" + "0".repeat(ReferenceStage.MOST_ZEROS + 1) + "65;";
    assertThat(through(Packing.REFERENCES.unpacker(), TextCuts.every(tooMany, 999)))
        .isEqualTo(tooMany);
  }

  @Test
  void piecesAreBounded() {
    String text = "\uD83D\uDE00".repeat(10_000);
    TextStage<CharSequence, String> pack = Packing.PERCENT.packer();
    List<String> out = new ArrayList<>();
    pack.offer(text);
    drain(pack, out);
    assertThat(out).hasSizeGreaterThan(10).allMatch(piece -> piece.length() <= 8192 + 12);
    List<String> read = new ArrayList<>();
    TextStage<CharSequence, String> unpack = Packing.PERCENT.unpacker();
    unpack.offer(String.join("", out));
    drain(unpack, read);
    assertThat(read).hasSizeGreaterThan(2).allMatch(piece -> piece.length() <= 8192 + 64);
    assertThat(String.join("", read)).isEqualTo(text);
  }

  /** A long text of one letter, with another behind its end; counts what is copied at once. */
  private static final class LongText implements CharSequence {
    private final int length;
    private final String tail;
    private int copied;

    LongText(int length, String tail) {
      this.length = length;
      this.tail = tail;
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public char charAt(int index) {
      int at = index - (length - tail.length());
      return at < 0 ? 'x' : tail.charAt(at);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      copied = Math.max(copied, end - start);
      return new StringBuilder().append(this, start, end);
    }

    @Override
    public String toString() {
      return subSequence(0, length).toString();
    }
  }

  /** What waits is joined to the head of the next input alone. */
  @Test
  void noInputIsCopiedBehindWhatWaits() {
    for (String escape : List.of("%4", "%", "%E2%82%A")) {
      TextStage<CharSequence, String> stage = Packing.PERCENT.unpacker();
      List<String> out = new ArrayList<>();
      stage.offer("ab" + escape);
      drain(stage, out);
      LongText next = new LongText(100_000, "y%4");
      stage.offer(next);
      drain(stage, out);
      assertThat(next.copied).isLessThan(1000);
      stage.offer("1");
      drain(stage, out);
      assertThat(String.join("", out)).startsWith("ab").endsWith("xyA").hasSizeGreaterThan(99_990);
    }
  }

  /** An index behind {@code int} is none before the end of the text. */
  @ParameterizedTest
  @CsvSource({"REFERENCES, &#0065;, 7", "PERCENT, %41, 3", "BACKSLASH, \\u0041, 6"})
  void anEscapeMayEndTheLongestText(String packing, String escape, int length) {
    String packed = escape.replace("\\\\", "\\");
    LongText text = new LongText(Integer.MAX_VALUE, packed);
    int begin = Integer.MAX_VALUE - packed.length();
    UnpackStage stage = (UnpackStage) named(packing).unpacker();
    StringBuilder out = new StringBuilder();
    assertThat(stage.take(text, begin, true, out)).isEqualTo(length);
    assertThat(out).hasToString("A");
  }
}
