/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceMapTest {
  static List<TextEncoding> encodings() {
    return Texts.ENCODINGS;
  }

  /** Read sequence by sequence, a document is the text that one call makes of it. */
  @ParameterizedTest
  @MethodSource("encodings")
  void isWhatOneCallDecodes(TextEncoding encoding) {
    for (byte[] bytes : Texts.streams()) {
      for (BomPolicy bom : BomPolicy.values()) {
        Settings settings =
            new Settings(encoding.name(), IllFormedChoice.SKIP, bom, LineBreaks.ANY);
        if (bom == BomPolicy.REQUIRE || !Texts.settings(encoding).contains(settings)) {
          continue; // Without its mark the one call fails.
        }
        List<String> found = new ArrayList<>();
        TextDecoder decoder = settings.spec().observer(each -> found.add("" + each)).newDecoder();
        String text = decoder.decode(ByteBuffer.wrap(bytes), true);
        SequenceMap map = SequenceMap.of(bytes, settings);
        assertThat(map.text()).as("%s", settings).isEqualTo(text);
        assertThat(map.illFormed()).extracting(IllFormedSequence::toString).isEqualTo(found);
        assertSequencesCover(map, bytes);
      }
    }
  }

  private static void assertSequencesCover(SequenceMap map, byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length; at = map.endOf(at)) {
      assertThat(map.startOf(at)).isEqualTo(at);
      assertThat(map.startOf(map.endOf(at) - 1)).isEqualTo(at);
      text.append(map.textOf(at, map.endOf(at)));
    }
    assertThat(text.toString()).isEqualTo(map.text());
    for (IllFormedSequence each : map.illFormed()) {
      for (int i = 0; i < each.length(); i++) {
        assertThat(map.roleAt((int) each.byteOffset() + i)).isIn(Role.ILL_FORMED, Role.TERMINATOR);
      }
    }
  }

  private static String roles(String digits, Settings settings) {
    SequenceMap map = SequenceMap.of(Texts.hex(digits), settings);
    return IntStream.range(0, map.roles().length)
        .mapToObj(i -> (map.startOf(i) == i ? "|" : "") + map.roleAt(i).name().charAt(0))
        .collect(Collectors.joining());
  }

  /** Single, Lead, Trail, High, Low, Byte order mark, Terminator, Shift, Ill-formed. */
  @Test
  void tellsWhatEachByteIs() {
    Settings utf8 = Settings.of(TextEncoding.UTF_8);
    assertThat(roles("EFBBBF 61 C3A9 F09F9880 0D0A", utf8)).isEqualTo("|BBB|S|LT|LTTT|T|T");
    assertThat(roles("EFBBBF 61", utf8.with(BomPolicy.KEEP))).isEqualTo("|BBB|S");
    assertThat(roles("C0AF E28241 F09F", utf8)).isEqualTo("|I|I|II|S|II");
    Settings utf16 = Settings.of(TextEncoding.UTF_16);
    assertThat(roles("FFFE 6100 3DD8 00DE 0A00 00DC", utf16)).isEqualTo("|BB|LT|HHLL|TT|II");
    assertThat(roles("FEFF", Settings.of(TextEncoding.UTF_16BE))).isEqualTo("|BB");
    assertThat(roles("EDA0BDEDB880", Settings.of(TextEncoding.forName("CESU-8"))))
        .isEqualTo("|HHHLLL");
    assertThat(roles("1B2442 3021 1B2842 61", Settings.of(TextEncoding.forName("ISO-2022-JP"))))
        .isEqualTo("|SSS|LT|SSS|S");
    assertThat(roles("8862 41", Settings.of(TextEncoding.forWebLabel("big5")))).isEqualTo("|LT|S");
  }

  /** The mark of UTF-32LE begins as that of UTF-16LE does. */
  @Test
  void tellsWhatAMarkDecided() {
    assertThat(MarkDecision.of(Texts.hex("FFFE0000"), Settings.of(TextEncoding.UTF_16)))
        .isEqualTo(
            new MarkDecision(
                2, true, "UTF-16LE", "FF FE decided: UTF-16LE. Dropped (PER_ENCODING)"));
    Settings sniff = Settings.of(TextEncoding.UTF_8).with(BomPolicy.SNIFF);
    assertThat(MarkDecision.of(Texts.hex("FFFE0000"), sniff).encoding()).isEqualTo("UTF-32LE");
    assertThat(MarkDecision.of(Texts.hex("FFFE0000"), sniff).length()).isEqualTo(4);
    assertThat(MarkDecision.of(Texts.hex("0061"), Settings.of(TextEncoding.UTF_16)).sentence())
        .isEqualTo("No byte order mark. Read as UTF-16BE, the default order (RFC 2781 §4.3)");
    // An escape sequence is no mark.
    assertThat(
            MarkDecision.of(Texts.hex("1B2842"), Settings.of(TextEncoding.forName("ISO-2022-JP")))
                .length())
        .isZero();
  }

  /** A megabyte of which each byte is looked at: no quadratic time, and the right end. */
  @Test
  void readsTheLongestDocument() {
    byte[] bytes = "Grüße, 世界 😀\r\n".repeat(60_000).getBytes(StandardCharsets.UTF_8);
    byte[] longest = java.util.Arrays.copyOf(bytes, LensSession.MAX_BYTES);
    SequenceMap map = SequenceMap.of(longest, Settings.of(TextEncoding.UTF_8));
    assertThat(map.text()).isEqualTo(new String(longest, StandardCharsets.UTF_8));
  }

  /** Of a million ill-formed sequences, here each byte but 61, the first are kept, all counted. */
  @ParameterizedTest
  @ValueSource(strings = {"FF", "C0", "61FF", "EDA080"})
  void keepsTheFirstOfManyErrors(String repeated) {
    byte[] bytes = Texts.hex(repeated.repeat(60_000 / repeated.length()));
    Settings settings = Settings.of(TextEncoding.UTF_8);
    int all = repeated.equals("61FF") ? bytes.length / 2 : bytes.length;
    SequenceMap map = SequenceMap.of(bytes, settings);
    assertThat(map.illFormedCount()).isEqualTo(all);
    assertThat(map.illFormed()).hasSize(SequenceMap.LISTED);
    assertThat(map.illFormed().get(1).byteOffset())
        .isEqualTo(map.illFormed().get(0).byteOffset() + (repeated.equals("61FF") ? 2 : 1));
    try (UtflowRow row = new UtflowRow(settings)) {
      row.receive(bytes, false);
      assertThat(row.illFormedCount()).isEqualTo(all);
      assertThat(row.illFormed()).hasSize(50);
      row.receive(new byte[0], true);
      assertThat(row.illFormedCount()).isZero();
    }
  }

  @Test
  void keepsTheFirstOfManyLines() {
    byte[] bytes = "ab\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    try (UtflowRow row = new UtflowRow(Settings.of(TextEncoding.UTF_8))) {
      row.receive(bytes, false);
      assertThat(row.lineCount()).isEqualTo(20_000);
      assertThat(row.lines()).hasSize(50).containsOnly("ab");
    }
  }

  /** Where the policy requires a mark that is missing, the bytes are shown all the same. */
  @Test
  void showsBytesWhoseRequiredMarkIsMissing() {
    Settings required = Settings.of(TextEncoding.UTF_8).with(BomPolicy.REQUIRE);
    assertThat(SequenceMap.of(Texts.hex("61C3A9"), required).text()).isEqualTo("aé");
    assertThat(MarkDecision.of(Texts.hex("61"), required).sentence()).contains("REQUIRE");
    try (UtflowRow row = new UtflowRow(required)) {
      assertThat(row.receive(Texts.hex("61C3A9"), false).failure()).contains("BYTE_ORDER_MARK");
      assertThat(row.illFormed()).extracting(FoundIllFormed::length).containsExactly(0);
    } catch (IllFormedTextException e) {
      throw new AssertionError("the row tells it, and does not throw", e);
    }
  }
}
