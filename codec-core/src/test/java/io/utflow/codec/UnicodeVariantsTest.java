/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.NeedsCharsets;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The encodings for a purpose of their own, by what their standards say and by other programs. */
@OverEncodings
class UnicodeVariantsTest {

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
  }

  private static String written(TextEncoding encoding, String text) {
    return hex(EncoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).encode(text));
  }

  /** Decodes, cut everywhere, with a mark for each ill-formed sequence: its cause and length. */
  private static String read(TextEncoding encoding, String hex) {
    DecoderSpec spec =
        DecoderSpec.of(encoding)
            .onMalformed(
                MalformedPolicy.handledBy(
                    sequence -> "<" + sequence.cause() + " " + sequence.length() + ">"));
    String whole = spec.decode(bytes(hex));
    for (List<byte[]> pieces : Cuts.hostile(bytes(hex))) {
      TextDecoder decoder = spec.newDecoder();
      StringBuilder text = new StringBuilder();
      pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
      text.append(decoder.decode(ByteBuffer.allocate(0), true));
      assertThat(text).hasToString(whole);
    }
    return whole;
  }

  @Test
  void areFoundByName() {
    for (TextEncoding encoding : Encodings.VARIANTS) {
      assertThat(TextEncoding.forName(encoding.name())).isSameAs(encoding);
      assertThat(TextEncoding.forName(encoding.name().toLowerCase(Locale.ROOT))).isSameAs(encoding);
    }
    Map.of(
            "csCESU8", UnicodeVariants.CESU_8,
            "MUTF-8", UnicodeVariants.MODIFIED_UTF_8,
            "WTF-16", UnicodeVariants.WTF_16LE,
            "UCS-2", UnicodeVariants.UCS_2)
        .forEach((name, encoding) -> assertThat(TextEncoding.forName(name)).isSameAs(encoding));
    assertThat(TextEncoding.of(Charset.forName("CESU-8"))).isSameAs(UnicodeVariants.CESU_8);
  }

  /** UTR #26, the example of U+10000; and the difference to UTF-8, both ways. */
  @Test
  void cesu8IsNotUtf8() {
    assertThat(written(UnicodeVariants.CESU_8, "\uD800\uDC00")).isEqualTo("ED A0 80 ED B0 80");
    assertThat(read(UnicodeVariants.CESU_8, "4D D0 B0 E4 BA 8C ED A0 80 ED BC 82"))
        .isEqualTo("M\u0430\u4E8C\uD800\uDF02");
    assertThat(read(TextEncoding.UTF_8, "ED A0 80 ED B0 80")).doesNotContain("\uD800\uDC00");
    assertThat(read(UnicodeVariants.CESU_8, "F0 90 80 80"))
        .isEqualTo("<INVALID_BYTE 1>" + "<UNEXPECTED_CONTINUATION 1>".repeat(3));
    assertThat(read(UnicodeVariants.CESU_8, "EF BB BF 41")).isEqualTo("\uFEFFA");
  }

  /** Three bytes that are no character are a surrogate; of others no code unit is known. */
  @Test
  void anUnpairedSurrogateOfCesu8IsTheUnitAtFault() {
    List<Long> units = new ArrayList<>();
    DecoderSpec.of(UnicodeVariants.CESU_8)
        .observer(sequence -> units.add(sequence.diagnosticValue()))
        .decode(bytes("ED A0 80 41 ED BF BF FF E4 BA"));
    assertThat(units).containsExactly(0xD800L, 0xDFFFL, -1L, -1L);
  }

  /** A dump of a database in which both were written. */
  @Test
  void utf8AndCesu8AreReadInOneText() {
    TextEncoding encoding = UnicodeVariants.UTF_8_OR_CESU_8;
    assertThat(read(encoding, "C3 A9 ED A0 BD ED B9 88 F0 9F 99 88 E4 BA 8C"))
        .isEqualTo("\u00E9\uD83D\uDE48\uD83D\uDE48\u4E8C");
    assertThat(written(encoding, "\u00E9\uD83D\uDE48")).isEqualTo("C3 A9 F0 9F 99 88");
    assertThat(read(encoding, "ED A0 BD 41 ED B9 88 ED A0 BD"))
        .isEqualTo(
            "<UNPAIRED_HIGH_SURROGATE 3>A<UNPAIRED_LOW_SURROGATE 3><UNPAIRED_HIGH_SURROGATE 3>");
    assertThat(read(encoding, "ED A0 BD F0 9F 99 88 ED A0 BD ED B9"))
        .isEqualTo(
            "<UNPAIRED_HIGH_SURROGATE 3>\uD83D\uDE48<UNPAIRED_HIGH_SURROGATE 3><TRUNCATED 2>");
    assertThat(encoding.nameForPeers()).isEqualTo("UTF-8");
    TextTranscoder repair =
        DecoderSpec.of(encoding).newTranscoder(EncoderSpec.of(TextEncoding.UTF_8));
    ByteBuffer out = ByteBuffer.allocate(16);
    repair.transcode(ByteBuffer.wrap(bytes("ED A0 BD ED B9 88 F0 9F 99 88")), out, true);
    assertThat(hex(Arrays.copyOf(out.array(), out.position())))
        .isEqualTo("F0 9F 99 88 F0 9F 99 88");
    DecoderSpec reporting = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    assertThatThrownBy(() -> reporting.decode(bytes("61 ED B9 88")))
        .hasMessageContaining("UNPAIRED_LOW_SURROGATE at byte 1");
  }

  /** Of well-formed text only: where text is ill-formed the JDK's decoder differs. */
  @Test
  void cesu8IsWhatTheJdkReadsAndWrites() {
    Charset jdk = Charset.forName("CESU-8");
    TextSamples samples = new TextSamples(51);
    for (int round = 0; round < 500; round++) {
      String text = samples.text(round);
      byte[] bytes = text.getBytes(jdk);
      assertThat(EncoderSpec.of(UnicodeVariants.CESU_8).encode(text)).isEqualTo(bytes);
      assertThat(DecoderSpec.of(UnicodeVariants.CESU_8).decode(bytes)).isEqualTo(text);
    }
  }

  @Test
  void modifiedUtf8IsWhatDataStreamsReadAndWrite() throws IOException {
    TextSamples samples = new TextSamples(52);
    DecoderSpec reporting =
        DecoderSpec.of(UnicodeVariants.MODIFIED_UTF_8).onMalformed(MalformedPolicy.REPORT);
    for (int round = 0; round < 500; round++) {
      String text = samples.text(round);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      new DataOutputStream(all).writeUTF(text);
      byte[] bytes = Arrays.copyOfRange(all.toByteArray(), 2, all.size());
      byte[] ours = EncoderSpec.of(UnicodeVariants.MODIFIED_UTF_8).encode(text);
      assertThat(ours).isEqualTo(bytes).doesNotContain(0);
      assertThat(reporting.decode(bytes)).isEqualTo(text);
      assertThat(new DataInputStream(new ByteArrayInputStream(all.toByteArray())).readUTF())
          .isEqualTo(text);
    }
  }

  @Test
  void modifiedUtf8HasNoByteZero() {
    TextEncoding encoding = UnicodeVariants.MODIFIED_UTF_8;
    assertThat(written(encoding, "a\0\uD83D\uDE00")).isEqualTo("61 C0 80 ED A0 BD ED B8 80");
    assertThat(read(encoding, "61 C0 80 ED A0 BD ED B8 80")).isEqualTo("a\0\uD83D\uDE00");
    assertThat(read(encoding, "61 00 62")).isEqualTo("a<INVALID_BYTE 1>b");
    assertThat(read(encoding, "C0 81")).isEqualTo("<OVERLONG 1><UNEXPECTED_CONTINUATION 1>");
    assertThat(read(encoding, "C0 41")).isEqualTo("<TRUNCATED 1>A");
    assertThat(read(encoding, "C0")).isEqualTo("<TRUNCATED 1>");
    assertThat(read(encoding, "61".repeat(100) + "00")).endsWith("a<INVALID_BYTE 1>");
  }

  /** WTF-8, §4.4: the same text has the same bytes. */
  @Test
  void wtf8IsWrittenInOneWay() {
    TextEncoding encoding = UnicodeVariants.WTF_8;
    assertThat(written(encoding, "\uD83D")).isEqualTo("ED A0 BD");
    assertThat(written(encoding, "\uDE00\uD83D")).isEqualTo("ED B8 80 ED A0 BD");
    assertThat(written(encoding, "\uD83D\uDE00")).isEqualTo("F0 9F 98 80");
    assertThat(read(encoding, "ED A0 BD")).isEqualTo("\uD83D");
    assertThat(read(encoding, "ED B8 80 ED A0 BD 41 ED A0 BD ED"))
        .isEqualTo("\uDE00\uD83DA\uD83D<TRUNCATED 1>");
    assertThat(read(encoding, "61 ED A0 BD ED B8 80 62")).isEqualTo("a<SURROGATE 6>b");
    assertThat(read(encoding, "ED A0 BD ED A0 BD ED B8 80")).isEqualTo("\uD83D<SURROGATE 6>");
  }

  /** WTF-8, "concatenating": of two texts, one behind the other, the halves become a character. */
  @Test
  void textsThatAreJoinedBecomeOneCharacter() {
    TextEncoder encoder = EncoderSpec.of(UnicodeVariants.WTF_8).newEncoder();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text : List.of("a\uD83D", "\uDE00b\uD83D", "\uD83D", "x")) {
      bytes.writeBytes(encoder.encode(text));
    }
    bytes.writeBytes(encoder.finish());
    assertThat(hex(bytes.toByteArray())).isEqualTo("61 F0 9F 98 80 62 ED A0 BD ED A0 BD 78");
  }

  @Test
  void wtf16IsAnyUnits() {
    assertThat(written(UnicodeVariants.WTF_16LE, "a\uD83D")).isEqualTo("61 00 3D D8");
    assertThat(written(UnicodeVariants.WTF_16BE, "\uDE00\uD83D\uDE00"))
        .isEqualTo("DE 00 D8 3D DE 00");
    assertThat(read(UnicodeVariants.WTF_16BE, "DE 00 D8 3D DE 00 D8 3D 61"))
        .isEqualTo("\uDE00\uD83D\uDE00\uD83D<TRUNCATED 1>");
  }

  @Test
  void ucs2HasNoSurrogates() {
    assertThat(written(UnicodeVariants.UCS_2BE, "a\u4E2D\uFFFF")).isEqualTo("00 61 4E 2D FF FF");
    assertThat(read(UnicodeVariants.UCS_2BE, "00 61 D8 3D DE 00 00"))
        .isEqualTo("a<SURROGATE 2><SURROGATE 2><TRUNCATED 1>");
    assertThat(read(UnicodeVariants.UCS_2LE, "61 00 3D D8 FE FF"))
        .isEqualTo("a<SURROGATE 2>\uFFFE");
    assertThat(hex(EncoderSpec.of(UnicodeVariants.UCS_2BE).encode("a\uD83D\uDE00b")))
        .isEqualTo("00 61 FF FD 00 62");
  }

  /** Read as its mark says, which is no text; written without one, for devices would show it. */
  @Test
  void ucs2IsReadInTheOrderOfItsMark() {
    TextEncoding encoding = UnicodeVariants.UCS_2;
    assertThat(read(encoding, "FF FE 61 00 3D D8 2D 4E")).isEqualTo("a<SURROGATE 2>\u4E2D");
    assertThat(read(encoding, "FE FF 00 61 4E 2D")).isEqualTo("a\u4E2D");
    assertThat(read(encoding, "00 61 FF FE 4E 2D")).isEqualTo("a\uFFFE\u4E2D");
    assertThat(read(encoding, "FF")).isEqualTo("<TRUNCATED 1>");
    TextEncoding little = encoding.withDefaultOrder(ByteOrder.LITTLE_ENDIAN);
    assertThat(read(little, "61 00 2D 4E")).isEqualTo("a\u4E2D");
    assertThat(read(little, "FE FF 00 61")).isEqualTo("a");
    assertThat(written(encoding, "a\u4E2D")).isEqualTo("00 61 4E 2D");
    assertThat(hex(EncoderSpec.of(little).bom(BomOutput.ALWAYS).encode("a")))
        .isEqualTo("FF FE 61 00");
    assertThat(TextEncoding.forName("ucs2")).isSameAs(encoding);
    assertThat(TextEncoding.forName("UCS-2BE")).isSameAs(UnicodeVariants.UCS_2BE);
  }

  /** UTR #16: the signature, and both sides of the borders of its table. */
  @Test
  @NeedsCharsets
  void utfEbcdicIsThatOfItsReport() {
    TextEncoding encoding = TextEncoding.forName("UTF-EBCDIC");
    assertThat(written(encoding, "\uFEFF")).isEqualTo("DD 73 66 73");
    assertThat(written(encoding, "Az09 \n\r\u0085\t")).isEqualTo("C1 A9 F0 F9 40 15 0D 25 05");
    assertThat(written(encoding, "\u009F\u00A0\u03FF\u0400\u3FFF\u4000\uFFFF"))
        .isEqualTo("FF 80 41 B6 73 B8 41 41 DB 73 73 DC 57 41 41 DD 73 73 73");
    assertThat(written(encoding, "\uD800\uDC00\uDBFF\uDFFF"))
        .isEqualTo("DE 41 41 41 EE 42 73 73 73");
    assertThat(read(encoding, "DE 41 41 41 EE 42 73 73 73")).isEqualTo("\uD800\uDC00\uDBFF\uDFFF");
    assertThat(read(encoding, "74 41")).isEqualTo("<OVERLONG 1><UNEXPECTED_CONTINUATION 1>");
    assertThat(read(encoding, "EE 43 41 41 41")).startsWith("<OUT_OF_RANGE 1>");
    assertThat(read(encoding, "EE 42 41 C1")).isEqualTo("<TRUNCATED 3>A");
  }

  /** Its controls and ASCII are those of IBM-1047, the code page of z/OS UNIX. */
  @Test
  @NeedsCharsets
  void utfEbcdicKeepsTheCodePage() {
    for (char c = 0; c < 0xA0; c++) {
      String text = String.valueOf(c);
      assertThat(written(TextEncoding.forName("UTF-EBCDIC"), text))
          .isEqualTo(hex(text.getBytes(Charset.forName("IBM1047"))));
    }
  }

  @Test
  void aMarkIsTextUnlessItIsAskedFor() {
    for (TextEncoding encoding : Encodings.VARIANTS) {
      if (List.of("x-user-defined", "replacement").contains(encoding.name())) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> DecoderSpec.of(encoding).bom(BomPolicy.REQUIRE))
            .withMessageContaining("no byte order mark");
        continue;
      }
      byte[] marked = EncoderSpec.of(encoding).bom(BomOutput.ALWAYS).encode("a");
      assertThat(DecoderSpec.of(encoding).decode(marked)).isEqualTo("\uFEFFa");
      assertThat(DecoderSpec.of(encoding).bom(BomPolicy.KEEP).decode(marked)).isEqualTo("\uFEFFa");
      assertThat(DecoderSpec.of(encoding).bom(BomPolicy.STRICT).decode(marked))
          .isEqualTo("\uFEFFa");
      for (BomPolicy dropping : List.of(BomPolicy.STRIP, BomPolicy.REQUIRE)) {
        assertThat(DecoderSpec.of(encoding).bom(dropping).decode(marked)).isEqualTo("a");
      }
    }
    DecoderSpec strict = DecoderSpec.of(UnicodeVariants.UCS_2BE).bom(BomPolicy.STRICT);
    assertThat(strict.decode(bytes("FF FE 00 61"))).isEqualTo("\uFFFDa");
  }

  @Test
  void linesMayHoldUnpairedSurrogates() {
    for (TextEncoding encoding : Encodings.WITH_SURROGATES) {
      byte[] bytes = EncoderSpec.of(encoding).encode("a\uDC00\n\uD83D\n\uDE00\r\n\uD83D");
      for (List<byte[]> pieces : Cuts.hostile(bytes)) {
        Stage<ByteBuffer, String> lines =
            Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.UNICODE));
        List<String> all = new ArrayList<>();
        pieces.forEach(
            piece -> {
              lines.offer(ByteBuffer.wrap(piece));
              drain(lines, all);
            });
        lines.endOfInput();
        drain(lines, all);
        assertThat(all).containsExactly("a\uDC00", "\uD83D", "\uDE00", "\uD83D");
      }
      for (MalformedPolicy policy :
          List.of(MalformedPolicy.SKIP, MalformedPolicy.handledBy(sequence -> "?"))) {
        DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(policy);
        assertThatThrownBy(() -> Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("unpaired surrogates");
      }
    }
  }

  private static void drain(Stage<ByteBuffer, String> stage, List<String> out) {
    String line;
    while ((line = stage.poll()) != null) {
      out.add(line);
    }
  }

  @Test
  void aPieceHoldsTheLongestCharacter() {
    Map<TextEncoding, Integer> longest =
        Map.of(
            UnicodeVariants.CESU_8, 6, UnicodeVariants.MODIFIED_UTF_8, 6, UnicodeVariants.WTF_8, 4);
    longest.forEach(
        (encoding, bytes) -> {
          EncoderSpec spec = EncoderSpec.of(encoding);
          assertThat(spec.pieceBytes(bytes).pieceBytes()).isEqualTo(bytes);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> spec.pieceBytes(bytes - 1))
              .withMessageContaining("give at least " + bytes);
          EncoderSpec short4 = EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4);
          if (bytes > 4) {
            // Whichever of the two is said first.
            assertThatIllegalArgumentException()
                .isThrownBy(() -> short4.encoding(encoding))
                .withMessageContaining("give at least " + bytes);
          }
        });
  }

  /** WHATWG Encoding, §14.5. */
  @Test
  @NeedsCharsets
  void xUserDefinedKeepsEveryByte() {
    TextEncoding encoding = TextEncoding.forName("x-user-defined");
    byte[] all = new byte[256];
    for (int b = 0; b < all.length; b++) {
      all[b] = (byte) b;
    }
    String text = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).decode(all);
    assertThat(text).startsWith("\0\1").endsWith("\uF7FE\uF7FF").hasSize(256);
    assertThat(text.charAt(0x80)).isEqualTo('\uF780');
    assertThat(EncoderSpec.of(encoding).encode(text)).isEqualTo(all);
  }

  @Test
  @NeedsCharsets
  void xUserDefinedKeepsEveryByteOfLongText() {
    TextEncoding encoding = TextEncoding.forName("x-user-defined");
    for (int ascii : new int[] {0, 100, 5000}) {
      byte[] bytes = new byte[9001];
      Arrays.fill(bytes, (byte) 'a');
      for (int i = ascii; i < bytes.length; i++) {
        bytes[i] = (byte) (i * 7);
      }
      String text = DecoderSpec.of(encoding).decode(bytes);
      for (int i = 0; i < bytes.length; i++) {
        int expected = bytes[i] < 0 ? 0xF700 | bytes[i] & 0xFF : bytes[i];
        assertThat((int) text.charAt(i)).isEqualTo(expected);
      }
      assertThat(EncoderSpec.of(encoding).encode(text)).isEqualTo(bytes);
    }
  }

  /** WHATWG Encoding, §14.1. */
  @Test
  @NeedsCharsets
  void replacementIsOneIllFormedSequence() {
    TextEncoding encoding = TextEncoding.forName("replacement");
    assertThat(read(encoding, "")).isEmpty();
    assertThat(read(encoding, "1B 24 29 43 0E 41 0A")).isEqualTo("<INVALID_BYTE 1>");
    assertThat(DecoderSpec.of(encoding).decode(new byte[20_000])).isEqualTo("\uFFFD");
    assertThat(written(encoding, "\u20AC")).isEqualTo("E2 82 AC");
  }
}
