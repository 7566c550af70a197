/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text in a legacy encoding, declared or not, is not taken for UTF-16 or UTF-32. */
@OverEncodings
class DetectedLegacyTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  private static Detected find(Detection detection, byte[] all, int length) {
    return detection.detect(ByteBuffer.wrap(all, 0, length), true);
  }

  /** Every beginning of a text in the encoding that the user declared is in that encoding. */
  @ParameterizedTest
  @CsvSource({
    "Shift_JIS, 8A948EAE89EF8ED0",
    "Shift_JIS, 938C8B9E937390E791E3936389638BE689699363926C",
    "Shift_JIS, 90BF8B818F910D0A",
    "Shift_JIS, 32303130944E",
    "GBK, C4E3BAC3CAC0BDE7",
    "EUC-KR, BCADBFEFC6AFBAB0",
    "IBM866, 848E819088208F8E8E988B8E8290958A",
    "IBM866, 8F9088828592208C8890",
    "IBM037, 8995A596898385",
    "UTF-EBCDIC, 888593939640A6",
    // Columns of one letter: half of each unit is a row of Gujarati or Bengali.
    "x-western, E90AE00AE80AEA0A",
    "x-western, C409D609DC09DF09",
    "x-western, E90DE00DE80DEA0D",
    "windows-1251, CC0AC60ACC0AC60A",
    "KOI8-R, ED0AF60AED0AF60A",
    "IBM866, 8C0A860A8C0A860A",
    "IBM037, C885939396406B40A6969993845A",
  })
  void theDeclaredEncodingReadsItsText(String name, String hex) {
    byte[] all = HexFormat.of().parseHex(hex);
    boolean isOfTests = name.equals(FormEncodings.WESTERN.name());
    for (TextEncoding legacy :
        isOfTests ? List.of(FormEncodings.WESTERN) : Encodings.present(name)) {
      DecoderSpec spec = DecoderSpec.of(legacy);
      for (int length = 4; length <= all.length; length++) {
        boolean isAscii = !name.startsWith("IBM0") && !name.equals("UTF-EBCDIC");
        assertThat(find(Detection.unmarkedElse(spec), all, length).encoding())
            .as("%s of %d bytes", hex, length)
            .isEqualTo(legacy);
        if (isAscii) {
          Detection second = Detection.utf8Else(UTF_8, spec).unmarkedFirst();
          assertThat(find(second, all, length).encoding())
              .isIn(legacy, length == all.length ? legacy : TextEncoding.UTF_8);
        }
      }
    }
  }

  /** One with escape sequences too, which can be read from the start of a stream only. */
  @Test
  void eachEncodingCanBeDeclared() {
    for (String name : TextEncoding.names()) {
      TextEncoding declared = TextEncoding.forName(name);
      for (Detection detection :
          List.of(
              Detection.unmarkedElse(DecoderSpec.of(declared)),
              Detection.auto(DecoderSpec.of(declared)))) {
        assertThat(find(detection, new byte[0], 0).evidence())
            .as(name)
            .isEqualTo(Detected.Evidence.NOTHING_ELSE);
      }
    }
    byte[] all = HexFormat.of().parseHex("1B2442467C4B5C1B28420A");
    for (TextEncoding japanese : Encodings.present("ISO-2022-JP")) {
      for (int length = 4; length <= all.length; length++) {
        assertThat(find(Detection.unmarkedElse(DecoderSpec.of(japanese)), all, length).encoding())
            .isEqualTo(japanese);
      }
    }
  }

  /** Zeros, blanks and scripts show UTF-16 though a single-byte encoding reads all bytes. */
  @ParameterizedTest
  @CsvSource({
    "UTF-16LE, 68006900",
    "UTF-16BE, 00680069",
    "UTF-16LE, 2D4E2000876520002D4E",
    "UTF-16LE, 4230933044308230",
    "UTF-16BE, 041F044004380432",
    "UTF-16LE, FFFE2D4E8765",
  })
  void unitsShowThoughALegacyEncodingIsDeclared(String name, String hex) {
    byte[] all = HexFormat.of().parseHex(hex);
    Detection detection = Detection.unmarkedElse(DecoderSpec.of(FormEncodings.WESTERN));
    assertThat(find(detection, all, all.length).encoding().name()).isEqualTo(name);
    Detection second = Detection.utf8Else(UTF_8, DecoderSpec.of(FormEncodings.WESTERN));
    assertThat(find(second.unmarkedFirst(), all, all.length).encoding().name()).isEqualTo(name);
  }

  /** Such text stays UTF-8, with U+FFFD or a failure. */
  @ParameterizedTest
  @CsvSource({
    "DC72FC6E", // windows-1254
    "E96CE87665",
    "64E96AE0",
    "CFD0C8C2C5D220CCC8D0", // windows-1251
    "C4E3BAC3CAC0BDE7", // GBK
    "BCADBFEFC6AFBAB0", // EUC-KR
    "C6FCCBDCB8EC", // EUC-JP
    "CACFC7CACDD8CBCF", // windows-1253
  })
  void otherTextInALegacyEncodingStaysUtf8(String hex) {
    byte[] all = HexFormat.of().parseHex(hex);
    for (int length = 4; length <= all.length; length++) {
      assertThat(find(Detection.unmarkedElse(UTF_8), all, length).encoding())
          .as("%s of %d bytes", hex, length)
          .isEqualTo(TextEncoding.UTF_8);
    }
  }

  /** Records that end with NUL, and fields that are filled with it. */
  @ParameterizedTest
  @CsvSource({
    "[id]00[a]00[b]00[c]00[d]00",
    "[cat]00[a]00[b]00",
    "[sh]00[-c]00[x]00",
    "[ls]00[-l]00",
    "[ab]0000[cd]0000[ef]0000",
    "[ab]00000000000000000000",
    "[12]0000",
    "0000[hello]",
    "[Y]000000[Smith]000000",
    "[1]000000[ABCD12]0000",
    "[ 1]0000[ABCD]",
    "[-1]0000[foo]00",
  })
  void utf8WithNulsStaysUtf8(String given) {
    byte[] all = bytes(given);
    for (DecoderSpec other : List.of(UTF_8, DecoderSpec.of(FormEncodings.WESTERN))) {
      assertThat(find(Detection.unmarkedElse(other), all, all.length).encoding())
          .as(given)
          .isEqualTo(other.encoding());
    }
  }

  /** A field of one letter, and the stream ends. */
  @ParameterizedTest
  @CsvSource({"E900, UTF-16LE", "DF00, UTF-16LE", "1604, UTF-16LE", "00E9, UTF-16BE"})
  void oneLetterIsFoundAtTheEnd(String hex, String name) {
    byte[] all = HexFormat.of().parseHex(hex);
    assertThat(find(Detection.unmarkedElse(UTF_8), all, all.length).encoding().name())
        .isEqualTo(name);
  }

  /** 0 where nothing tells, or something else was likelier. */
  @ParameterizedTest
  @CsvSource({
    "'', NOTHING_ELSE, 0",
    "0000000000000000, NOTHING_ELSE, 0",
    "1EC7, NOTHING_ELSE, 0",
    "68656C6C6F2C20776F726C64, NOTHING_ELSE, 99",
    "C3A9C3A9, WELL_FORMED_UTF_8, 99",
  })
  void howSureItIs(String hex, Detected.Evidence evidence, int percent) {
    byte[] all = HexFormat.of().parseHex(hex);
    Detected found = find(Detection.unmarkedElse(UTF_8), all, all.length);
    assertThat(found.evidence()).isEqualTo(evidence);
    assertThat(found.percent()).isEqualTo(percent);
  }
}
