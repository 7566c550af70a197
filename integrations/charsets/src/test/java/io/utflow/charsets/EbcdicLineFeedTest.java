/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.charsets.names.Charsets;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A name says where LF stands in EBCDIC. The model: the plain encoding in all bytes but 15 and 25,
 * which are what the name says.
 */
class EbcdicLineFeedTest {
  /** One of each kind: both bytes LF, LF at 15, LF at 25; with shifts. */
  static List<String> names() {
    return List.of(
        "IBM037", "IBM273", "IBM1140", "IBM1047", "IBM290", "x-IBM930", "x-IBM933", "x-IBM1364");
  }

  private static String read(String name, byte... bytes) {
    TextEncoding encoding = TextEncoding.forName(name);
    return DecoderSpec.of(encoding).newDecoder().decode(ByteBuffer.wrap(bytes), true);
  }

  private static byte[] written(String name, String text) {
    return EncoderSpec.of(TextEncoding.forName(name)).encode(text);
  }

  @ParameterizedTest
  @MethodSource("names")
  void theByteNamedIsLineFeedAndTheOtherNextLine(String name) {
    for (String at : List.of("15", "25")) {
      String chosen = name + ",lf=" + at;
      byte lineFeed = (byte) Integer.parseInt(at, 16);
      byte other = (byte) (0x3A - lineFeed);
      assertThat(read(chosen, lineFeed, other)).as(chosen).isEqualTo("\n\u0085");
      assertThat(written(chosen, "\n\u0085")).as(chosen).containsExactly(lineFeed, other);
      assertThat(TextEncoding.forName(chosen).name())
          .isEqualTo(TextEncoding.forName(name).name() + ",lf=" + at);
      assertThat(TextEncoding.forName(chosen).nameForPeers())
          .isEqualTo(TextEncoding.forName(name).nameForPeers());
      for (int b = 0; b < 0x100; b++) {
        if (b != 0x15 && b != 0x25) {
          assertThat(read(chosen, (byte) b, (byte) 0x40))
              .as("%s %x", chosen, b)
              .isEqualTo(read(name, (byte) b, (byte) 0x40));
        }
      }
      String text = "\u0001 aZ09.\u00A0\u00E9\uFF71?\uD83D\uDE00";
      assertThat(written(chosen, text)).as(chosen).isEqualTo(written(name, text));
    }
  }

  /** By steps and by the kernel, which takes longer text; lines are found where LF stands. */
  @ParameterizedTest
  @MethodSource("names")
  void linesEndAtTheByteNamedForEveryCut(String name) {
    boolean shifts = name.startsWith("x-");
    String line = (shifts ? "ABC\u4E00\u4E01\u0085" : "ABC\u0085").repeat(20);
    for (String at : List.of("15", "25")) {
      TextEncoding encoding = TextEncoding.forName(name + ",lf=" + at);
      String text = line + "\n" + line + "\nx";
      String readable =
          DecoderSpec.of(encoding)
              .newDecoder()
              .decode(ByteBuffer.wrap(EncoderSpec.of(encoding).encode(text)), true);
      byte[] bytes = EncoderSpec.of(encoding).encode(readable);
      for (List<byte[]> pieces :
          List.of(Cuts.whole(bytes), Cuts.bytewise(bytes), Cuts.every(bytes, 7))) {
        ByteStage<String> stage =
            Stages.lines(DecoderSpec.of(encoding), LineSpec.of(LineBreaks.LF_OR_CRLF));
        List<String> lines = new ArrayList<>();
        for (byte[] piece : pieces) {
          stage.offer(ByteBuffer.wrap(piece));
          for (String next; (next = stage.poll()) != null; ) {
            lines.add(next);
          }
        }
        stage.endOfInput();
        for (String next; (next = stage.poll()) != null; ) {
          lines.add(next);
        }
        assertThat(lines)
            .as("%s %s", encoding, pieces.size())
            .containsExactly(readable.split("\n"));
        assertThat(lines).hasSize(3);
      }
    }
  }

  /** Of the report: C8 89 25, written by iconv or ICU, is a line. */
  @Test
  void aFileOfIconvHasLines() {
    byte[] bytes = HexFormat.of().parseHex("C88925");
    assertThat(read("IBM1047", bytes)).isEqualTo("Hi\u0085");
    assertThat(read("IBM1047,lf=25", bytes)).isEqualTo("Hi\n");
    assertThat(read("cp1047,LF=25", bytes)).isEqualTo("Hi\n");
  }

  /** Of UTF-EBCDIC the report itself says it (UTR #16, table 5). */
  @Test
  void ofUtfEbcdicTheByteIsFixed() {
    assertThat(read("UTF-EBCDIC", (byte) 0x15, (byte) 0x25)).isEqualTo("\n\u0085");
    assertThat(written("UTF-EBCDIC", "\n\u0085")).containsExactly(0x15, 0x25);
  }

  /** To make one takes a table of all characters. */
  @Test
  void aNameIsLookedUpOnce() {
    Charsets source = new Charsets();
    for (String name : List.of("IBM1047,lf=25", "IBM930,swaplfnl")) {
      assertThat(source.named(name)).isNotNull().isSameAs(source.named(name));
    }
    assertThat(source.named("cp1047,LF=25")).isSameAs(source.named("IBM1047,lf=25"));
    assertThat(source.named("IBM1047,lf=15")).isNotSameAs(source.named("IBM1047,lf=25"));
  }

  /** ICU: LF at 15, NEL at 25 (ucnv.h, UCNV_SWAP_LFNL_OPTION_STRING). */
  @ParameterizedTest
  @MethodSource("names")
  void theOptionOfIcuMeansWhatIcuMeans(String name) {
    assertThat(TextEncoding.forName(name + ",swaplfnl"))
        .isSameAs(TextEncoding.forName(name + ",lf=15"));
    assertThat(read(name + ",swaplfnl", (byte) 0x15, (byte) 0x25)).isEqualTo("\n\u0085");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-8,swaplfnl",
        "windows-1252,swaplfnl",
        "UTF-EBCDIC,lf=25",
        "x-IBM300,lf=15",
        "klingon,lf=25",
        "Shift_JIS,lf=15",
        ",lf=15"
      })
  void theOptionOfAnotherEncodingIsRefusedWithTheReason(String name) {
    assertThatThrownBy(() -> TextEncoding.forName(name))
        .isInstanceOf(UnsupportedCharsetException.class)
        .hasMessageContaining("says where LF stands in EBCDIC");
    assertThat(TextEncoding.find(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"IBM1047,lf=16", "IBM1047,lf", "IBM1047,", "IBM1047,swap", "IBM1047,lf=25,lf=25"})
  void anotherOptionIsNoName(String name) {
    assertThat(TextEncoding.find(name)).isEmpty();
  }

  @Test
  void itIsSerializedByItsName() throws IOException, ClassNotFoundException {
    TextEncoding encoding = TextEncoding.forName("IBM1047,lf=25");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(encoding);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isSameAs(encoding);
    }
  }

  /** Every charset of EBCDIC that the JDK has and that is not of pairs alone can be named so. */
  @Test
  void allOfThemHaveBothNames() {
    List<String> without = new ArrayList<>();
    for (String name : TextEncoding.names()) {
      boolean ebcdic =
          Charset.isSupported(name)
              && new String(new byte[] {(byte) 0xC1, (byte) 0x40}, Charset.forName(name))
                  .equals("A ");
      if (ebcdic && TextEncoding.find(name + ",lf=15").isEmpty()) {
        without.add(name);
      }
    }
    assertThat(without).isEmpty();
  }
}
