/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every pair of bytes before text, in every charset of the JDK that has pairs and in each of its
 * states: text that follows a pair without a character stays in step. The lead bytes are those of
 * the standards, whatever rows the tables of this JVM have.
 */
class PairsInStepTest {
  private static final int BYTES = 0x100;
  private static final int ASCII = 0x80;
  private static final int CHARACTERS = 5;
  private static final HexFormat HEX = HexFormat.of();

  private static final List<String> SHIFTS = List.of("", "0e", "1b2440", "1b2442", "1b242844");

  private static final String SEVEN_BIT = "ISO-2022.*|x-windows-(iso2022jp|5022.)|.*JIS_?X?02.*";
  private static final String SHIFT_JIS = "Shift_JIS|windows-31j|x-PCK|.*_0213|x-IBM94[23]C?";
  private static final String EUC_OF_JAPAN =
      "EUC-JP|x-euc-jp-linux|x-eucJP-Open|x-IBM(33722|29626C)";
  private static final String EUC_OF_TAIWAN = "x-EUC-TW|x-IBM964";
  private static final String EUC_WITH_CONTROLS = "x-IBM(1383|970)";

  /** A charset in one of its states. */
  private static final class State {
    private final String name;
    private final byte[] shift;
    private final TextDecoder decoder;
    private final List<String> found = new ArrayList<>();

    /** Which bytes are a character each. */
    private final boolean[] characters = new boolean[BYTES];

    /** Whether no byte is a character here. */
    private final boolean inRun;

    private final boolean sevenBit;
    private final boolean shiftJis;
    private final boolean euc;
    private final boolean eucOfJapan;
    private final boolean eucOfTaiwan;
    private final boolean gb18030;

    /** Of the bytes from 80 on that are characters, those from here on are trail bytes too. */
    private final int firstTrail;

    private final int lastTrail;

    /** Characters of two bytes, of which none is ASCII outside runs. */
    private final byte[] text;

    State(String name, String shift) {
      this.name = name;
      this.shift = HEX.parseHex(shift);
      this.decoder = DecoderSpec.of(TextEncoding.forName(name)).observer(this::tell).newDecoder();
      for (int b = 0; b < BYTES; b++) {
        characters[b] = isCharacter((byte) b);
      }
      this.inRun = !characters['A'] && !characters[0xC1];
      this.sevenBit = name.matches(SEVEN_BIT);
      this.shiftJis = name.matches(SHIFT_JIS);
      this.eucOfJapan = name.matches(EUC_OF_JAPAN);
      this.eucOfTaiwan = name.matches(EUC_OF_TAIWAN);
      this.euc = eucOfJapan || eucOfTaiwan || name.matches(EUC_WITH_CONTROLS);
      this.gb18030 = name.equals("GB18030");
      this.firstTrail = shiftJis || name.matches("x-mswin-936|x-IBM948") ? 0x80 : 0xA1;
      this.lastTrail = shiftJis || name.equals("x-IBM948") ? 0xFC : 0xFE;
      this.text = read().equals(" []") ? someText() : new byte[0];
    }

    private void tell(IllFormedSequence sequence) {
      found.add(sequence.cause() + " " + HEX.formatHex(sequence.bytes()));
    }

    /** What bytes are in this state, and what is ill-formed in them. */
    String read(byte... bytes) {
      return read(List.of(shift, bytes));
    }

    String read(List<byte[]> pieces) {
      decoder.reset();
      found.clear();
      StringBuilder read = new StringBuilder();
      pieces.forEach(piece -> read.append(decoder.decode(ByteBuffer.wrap(piece), false)));
      return read.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
    }

    boolean isCharacter(byte... bytes) {
      String read = read(bytes);
      return read.endsWith(" []") && read.length() > " []".length();
    }

    private byte[] someText() {
      byte[] some = new byte[2 * CHARACTERS];
      int length = 0;
      for (int pair = 0; pair < BYTES * BYTES && length < some.length; pair += 0x1D3) {
        byte first = (byte) (pair >> 8);
        byte second = (byte) pair;
        boolean mayBe = !characters[pair >> 8] && (inRun || first < 0 && second < 0);
        if (mayBe && isCharacter(first, second)) {
          some[length] = first;
          some[length + 1] = second;
          length += 2;
        }
      }
      return Arrays.copyOf(some, length);
    }

    byte[] beforeText(int... bytes) {
      byte[] all = Arrays.copyOf(shift, shift.length + bytes.length + text.length);
      for (int i = 0; i < bytes.length; i++) {
        all[shift.length + i] = (byte) bytes[i];
      }
      System.arraycopy(text, 0, all, all.length - text.length, text.length);
      return all;
    }

    boolean isShift(int b) {
      return shift.length > 0 && (b == 0x0E || b == 0x0F || sevenBit && b == 0x1B);
    }

    boolean isSingleShift(int b) {
      return b == 0x8E && (eucOfJapan || eucOfTaiwan) || b == 0x8F && eucOfJapan;
    }

    /** Whether a byte that is no character begins two, or names the set of those behind it. */
    boolean isLead(int b) {
      if (inRun) {
        return sevenBit ? b >= 0x21 && b <= 0x7E : b >= 0x40 && b <= 0xFE;
      }
      if (shiftJis) {
        return b >= 0x81 && b <= 0xFC && b != 0xA0;
      }
      return b >= (euc ? 0xA1 : 0x81) && b <= 0xFE || isSingleShift(b);
    }

    /** Whether a byte behind a lead belongs to it, though the two are no character. */
    boolean belongsToLead(int b) {
      if (inRun) {
        return !isShift(b) && (shift.length == 0 || !sevenBit || b < ASCII);
      }
      boolean trails = b >= firstTrail && b <= lastTrail;
      return b >= ASCII && !isSingleShift(b) && (trails || !characters[b]);
    }

    /** Whether more than two bytes may be a character that begins so. */
    boolean isLong(int first, int second) {
      boolean graphic = second >= 0xA1 && second <= 0xFE;
      return graphic && (first == 0x8E && eucOfTaiwan || first == 0x8F && eucOfJapan)
          || gb18030 && second >= '0' && second <= '9';
    }

    @Override
    public String toString() {
      return name + " " + HEX.formatHex(shift);
    }
  }

  static Stream<State> states() {
    return CharsetSamples.all().stream()
        .map(Charset::name)
        .filter(name -> !name.startsWith("x-ISO-2022-CN") && !name.equals("CESU-8"))
        .flatMap(name -> SHIFTS.stream().map(shift -> new State(name, shift)))
        .filter(state -> state.text.length > 0);
  }

  @ParameterizedTest
  @MethodSource("states")
  void aPairWithoutACharacterIsOneSequence(State state) {
    String text = state.read(state.text);
    String[] alone = new String[BYTES];
    Arrays.setAll(alone, second -> state.read(List.of(state.beforeText(second))));
    for (int first = 0; first < BYTES; first++) {
      if (!state.characters[first] && !state.isShift(first)) {
        for (int second = 0; second < BYTES; second++) {
          check(state, first, second, text, alone[second]);
        }
      }
    }
  }

  private static void check(State state, int first, int second, String text, String behindFirst) {
    byte[] all = state.beforeText(first, second);
    String read = state.read((first + second) % 16 == 0 ? Cuts.bytewise(all) : Cuts.whole(all));
    if (!state.inRun) {
      state.found.forEach(sequence -> assertHasNoAscii(sequence, state));
    }
    boolean character = !read.startsWith("\uFFFD") && read.endsWith(text);
    if (character || state.isLong(first, second)) {
      return;
    }
    String pair = "%02x%02x".formatted(first, second);
    String expected;
    if (!state.isLead(first)) {
      expected = joined("INVALID_BYTE " + pair.substring(0, 2), behindFirst);
    } else if (state.belongsToLead(second)) {
      expected = joined("UNMAPPED " + pair, text);
    } else {
      String cause = read.contains("[UNMAPPED") ? "UNMAPPED " : "TRUNCATED ";
      expected = joined(cause + pair.substring(0, 2), behindFirst);
    }
    assertSame(read, expected, pair, state);
  }

  /** Faster than AssertJ where nothing is wrong. */
  private static void assertSame(String read, String expected, String bytes, State state) {
    if (!read.equals(expected)) {
      assertThat(read).as("%s in %s", bytes, state).isEqualTo(expected);
    }
  }

  private static void assertHasNoAscii(String sequence, State state) {
    byte[] bytes = HEX.parseHex(sequence.substring(sequence.indexOf(' ') + 1));
    boolean digits = state.gb18030 && bytes.length == 4;
    for (byte b : bytes) {
      if (b >= 0 && !digits) {
        assertThat(sequence).as("in %s", state).isEmpty();
      }
    }
  }

  private static String joined(String sequence, String read) {
    int list = read.lastIndexOf('[') + 1;
    String comma = read.endsWith("[]") ? "" : ", ";
    return "\uFFFD" + read.substring(0, list) + sequence + comma + read.substring(list);
  }

  /** 8F begins three, whether or not the JDK has JIS X 0212 in that charset. */
  @ParameterizedTest
  @ValueSource(strings = {"EUC-JP", "x-euc-jp-linux", "x-eucJP-Open", "x-IBM33722", "x-IBM29626C"})
  void threeBytesOfEucAreOneSequence(String name) {
    State state = new State(name, "");
    String text = state.read(state.text);
    for (int second = 0xA1; second <= 0xFE; second++) {
      for (int third = 0xA1; third <= 0xFE; third++) {
        String read = state.read(List.of(state.beforeText(0x8F, second, third)));
        String bytes = "8f%02x%02x".formatted(second, third);
        if (read.startsWith("\uFFFD") || !read.endsWith(text)) {
          assertSame(read, joined("UNMAPPED " + bytes, text), bytes, state);
        }
      }
    }
  }
}
