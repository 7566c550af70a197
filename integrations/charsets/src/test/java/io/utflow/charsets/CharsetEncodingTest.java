/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.CharsetSamples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Charsets of the JDK by name, and where its decoders are no oracle. */
class CharsetEncodingTest {
  /** Aliases of IBM's tables that mean those of Windows: CommonNamesTest has what they read. */
  private static final Set<String> OF_WINDOWS =
      Set.of("cp949", "949", "cp950", "950", "cp874", "874", "cp932", "932");

  @Test
  void isTheSameUnderEveryAlias() throws IOException, ClassNotFoundException {
    for (Charset charset : CharsetSamples.all()) {
      TextEncoding encoding = TextEncoding.of(charset);
      assertThat(encoding.name()).isEqualTo(charset.name());
      assertThat(TextEncoding.forName(charset.name().toUpperCase(Locale.ROOT))).isSameAs(encoding);
      charset.aliases().stream()
          .filter(alias -> !OF_WINDOWS.contains(alias.toLowerCase(Locale.ROOT)))
          .forEach(alias -> assertThat(TextEncoding.find(alias)).as(alias).containsSame(encoding));
      assertThat(copy(encoding)).isSameAs(encoding);
    }
  }

  private static Object copy(Object original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  /** All but these few, and those that are encodings of Unicode by another name. */
  @Test
  void fewCannotBeStreamed() {
    TreeSet<String> none = new TreeSet<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      if (!charset.name().toUpperCase(Locale.ROOT).contains("UTF")
          && TextEncoding.find(charset.name()).isEmpty()) {
        none.add(charset.name());
      }
    }
    none.remove("CESU-8");
    none.remove("x-COMPOUND_TEXT");
    assertThat(none).containsExactly("x-ISCII91", "x-ISO-2022-CN-CNS", "x-JISAutoDetect");
  }

  private static String read(String charset, String hex) {
    List<String> found = new ArrayList<>();
    String text =
        DecoderSpec.of(TextEncoding.forName(charset))
            .observer(s -> found.add(s.cause() + " " + s.length()))
            .newDecoder()
            .decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", ""))), true);
    return text + " " + found;
  }

  /** The rows of docs/legacy-encodings.md. */
  @Test
  void illFormedSequencesAreDecidedByStructure() {
    assertThat(read("windows-1252", "41 81 42")).isEqualTo("A\uFFFDB [UNMAPPED 1]");
    assertThat(read("US-ASCII", "41 C3 A9"))
        .isEqualTo("A\uFFFD\uFFFD [INVALID_BYTE 1, INVALID_BYTE 1]");
    // A pair without a character, an ASCII byte behind a lead byte, one that begins a sequence.
    assertThat(read("Shift_JIS", "85 41 42")).isEqualTo("\uFFFDAB [UNMAPPED 1]");
    assertThat(read("Shift_JIS", "81 22 41")).isEqualTo("\uFFFD\"A [TRUNCATED 1]");
    assertThat(read("Shift_JIS", "85 B1 41")).isEqualTo("\uFFFDA [UNMAPPED 2]");
    assertThat(read("EUC-KR", "A2 FE B0 A1")).isEqualTo("\uFFFD\uAC00 [UNMAPPED 2]");
    assertThat(read("EUC-KR", "B0 0A 41")).isEqualTo("\uFFFD\nA [TRUNCATED 1]");
    assertThat(read("GBK", "81 FF 41")).isEqualTo("\uFFFDA [UNMAPPED 2]");
    assertThat(read("EUC-JP", "8F 41 42")).isEqualTo("\uFFFDAB [TRUNCATED 1]");
    assertThat(read("EUC-JP", "8F A2 41")).isEqualTo("\uFFFDA [TRUNCATED 2]");
    assertThat(read("EUC-JP", "8F A1 A1 41")).isEqualTo("\uFFFDA [UNMAPPED 3]");
    // 8F begins three bytes, so no pair swallows it.
    assertThat(read("EUC-JP", "B0 8F B0 A1")).isEqualTo("\uFFFD\u4E02 [TRUNCATED 1]");
    assertThat(read("EUC-JP", "8E 8F B0 A1")).isEqualTo("\uFFFD\u4E02 [TRUNCATED 1]");
    assertThat(read("EUC-JP", "8F 8F B0 A1")).isEqualTo("\uFFFD\u4E02 [TRUNCATED 1]");
    assertThat(read("EUC-JP", "8E 8F 41")).isEqualTo("\uFFFD\uFFFDA [TRUNCATED 1, TRUNCATED 1]");
    assertThat(read("EUC-JP", "B0 8F")).isEqualTo("\uFFFD\uFFFD [TRUNCATED 1, TRUNCATED 1]");
    assertThat(read("EUC-JP", "8F EB 81")).isEqualTo("\uFFFD\uFFFD [TRUNCATED 2, INVALID_BYTE 1]");
    assertThat(read("GB18030", "81 30 41")).isEqualTo("\uFFFD0A [TRUNCATED 1]");
    assertThat(read("GB18030", "81 30 81 41")).startsWith("\uFFFD0");
    assertThat(read("GB18030", "81 30")).isEqualTo("\uFFFD0 [TRUNCATED 1]");
    assertThat(read("GB18030", "84 31 A5 30 41")).isEqualTo("\uFFFDA [UNMAPPED 4]");
    assertThat(read("GB18030", "81 30 81 30")).isEqualTo("\u0080 []");
    assertThat(read("GB18030", "90 30 81 30")).isEqualTo("\uD800\uDC00 []");
  }

  /** A peer writes rows that the JDK's table lacks; what follows them is read. */
  @Test
  void rowsThatTheTableLacksKeepInStep() {
    assertThat(read("ISO-2022-JP", "1B2442 7C62 3636 2435 2473 1B2842"))
        .isEqualTo("\uFFFD\u6A4B\u3055\u3093 [UNMAPPED 2]");
    assertThat(read("EUC-JP", "F5A1 A4A2 A4A4 A4A6"))
        .isEqualTo("\uFFFD\u3042\u3044\u3046 [UNMAPPED 2]");
    assertThat(read("x-euc-jp-linux", "8FB0A1 A4A2 A4A4"))
        .isEqualTo("\uFFFD\u3042\u3044 [UNMAPPED 3]");
    assertThat(read("EUC-KR", "9BF3 B0A1 B081 B0A1"))
        .isEqualTo("\uFFFD\uAC00\uFFFD\uAC00 [UNMAPPED 2, UNMAPPED 2]");
    // What begins nothing swallows no lead byte, and a quote is never lost.
    assertThat(read("EUC-JP", "90 A4A2")).isEqualTo("\uFFFD\u3042 [INVALID_BYTE 1]");
    assertThat(read("x-EUC-TW", "B0 8EA2A1A1")).isEqualTo("\uFFFD\u4E42 [TRUNCATED 1]");
    assertThat(read("Shift_JIS", "FA22 FA5C"))
        .isEqualTo("\uFFFD\"\uFFFD\\ [TRUNCATED 1, UNMAPPED 1]");
    assertThat(read("x-IBM943", "855C 41")).isEqualTo("\uFFFD\u00A5A [UNMAPPED 1]");
  }

  /** The JDK waits for more where the next byte has decided. */
  @Test
  void whatIsDecidedDoesNotWait() {
    for (String bytes : List.of("GB18030 813041", "EUC-JP 8F41", "x-EUC-TW 8E41", "GBK 810A")) {
      String[] parts = bytes.split(" ");
      TextDecoder decoder = DecoderSpec.of(TextEncoding.forName(parts[0])).newDecoder();
      decoder.decode(ByteBuffer.wrap(HexFormat.of().parseHex(parts[1])), false);
      assertThat(decoder.pendingBytes()).as(bytes).isZero();
    }
  }

  /** Also where the text before it is told first, and the decoder is asked again. */
  @Test
  void whatTheEndCutsIsReportedAsCutByTheEnd() {
    for (String name : List.of("x-ISO-2022-CN-GB", "ISO-2022-CN", "GB18030")) {
      Charset written = Charset.forName(name.equals("ISO-2022-CN") ? "x-ISO-2022-CN-GB" : name);
      byte[] bytes = Arrays.copyOf("\u4EA4\u6362".getBytes(written), 8);
      ByteBuffer in = ByteBuffer.wrap(name.equals("GB18030") ? Arrays.copyOf(bytes, 3) : bytes);
      TextDecoder decoder =
          DecoderSpec.of(TextEncoding.forName(name))
              .onMalformed(MalformedPolicy.REPORT)
              .newDecoder();
      assertThat(decoder.decodePiece(in, 100, true)).as(name).isEqualTo("\u4EA4");
      assertThatThrownBy(() -> decoder.decodePiece(in, 100, true))
          .isInstanceOfSatisfying(
              IllFormedTextException.class,
              e -> assertThat(e.sequence().endOfInput()).as(name).isTrue());
    }
  }

  @Test
  void aSequenceMayBeTwoCharacters() {
    assertThat(read("x-SJIS_0213", "82 F5")).isEqualTo("\u304B\u309A []");
  }
}
