/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.testing.CharsetSamples;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
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
  private static final String INVALID_BYTE = "INVALID_BYTE";
  private static final String TRUNCATED = "TRUNCATED";
  private static final String UNMAPPED = "UNMAPPED";
  private static final HexFormat HEX = HexFormat.of();

  private static final List<String> SHIFTS = List.of("", "0e", "1b2440", "1b2442", "1b242844");

  private static final String SEVEN_BIT = "ISO-2022.*|x-windows-(iso2022jp|5022.)|.*JIS_?X?02.*";
  private static final String SHIFT_JIS = "Shift_JIS|windows-31j|x-PCK|.*_0213|x-IBM94[23]C?";
  private static final String EUC_OF_JAPAN =
      "EUC-JP|x-euc-jp-linux|x-eucJP-Open|x-IBM(33722|29626C)";
  private static final String EUC_OF_TAIWAN = "x-EUC-TW|x-IBM964";
  private static final String EUC_WITH_CONTROLS = "x-IBM(1383|970)";

  private record Found(String cause, byte[] bytes) {
    Found(String cause, int... bytes) {
      this(cause, packed(bytes));
    }

    private static byte[] packed(int[] bytes) {
      byte[] packed = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        packed[i] = (byte) bytes[i];
      }
      return packed;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Found that
          && cause.equals(that.cause)
          && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return cause + " " + HEX.formatHex(bytes);
    }
  }

  private record Reading(String text, List<Found> found) {
    static final Reading NOTHING = new Reading("", List.of());

    /** The same behind an ill-formed sequence. */
    Reading behind(Found sequence) {
      List<Found> all = new ArrayList<>(found.size() + 1);
      all.add(sequence);
      all.addAll(found);
      return new Reading("\uFFFD" + text, all);
    }
  }

  /** A charset in one of its states. */
  private static final class State {
    private final String name;
    private final byte[] shift;
    private final TextDecoder decoder;
    private final EncodingForm form;
    private List<Found> found = new ArrayList<>();

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
      TextEncoding encoding = TextEncoding.forName(name);
      this.decoder = DecoderSpec.of(encoding).observer(this::tell).newDecoder();
      this.form = Encoding.of(encoding).form();
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
      this.text = read().equals(Reading.NOTHING) ? someText() : new byte[0];
    }

    private void tell(IllFormedSequence sequence) {
      found.add(new Found(sequence.cause().name(), sequence.bytes()));
    }

    /** What bytes are in this state, and what is ill-formed in them. */
    Reading read(byte... bytes) {
      byte[] all = Arrays.copyOf(shift, shift.length + bytes.length);
      System.arraycopy(bytes, 0, all, shift.length, bytes.length);
      return read(all, false);
    }

    /** By the form, sequence by sequence, which is what all else is measured by. */
    private Reading readBySteps(byte[] all) {
      EncodingForm stream = form.forStream();
      List<Found> illFormed = new ArrayList<>(1);
      StringBuilder read = new StringBuilder();
      int step;
      for (int pos = 0; pos < all.length; pos += Step.length(step)) {
        step = stream.step(all, pos, all.length, true);
        if (Step.isScalar(step)) {
          read.appendCodePoint(Step.scalar(step));
        } else if (Step.isText(step)) {
          read.append(stream.text(all, pos, step));
          stream.taken(all, pos, step);
        } else {
          byte[] bytes = Arrays.copyOfRange(all, pos, pos + Step.length(step));
          illFormed.add(new Found(Step.cause(step).name(), bytes));
          read.append('\uFFFD');
        }
      }
      return new Reading(read.toString(), illFormed);
    }

    private Reading read(byte[] all, boolean byByte) {
      decoder.reset();
      found = new ArrayList<>(1);
      StringBuilder text = new StringBuilder();
      for (int i = 0; byByte && i < all.length - 1; i++) {
        text.append(decoder.decode(ByteBuffer.wrap(all, i, 1), false));
      }
      int from = byByte ? all.length - 1 : 0;
      text.append(decoder.decode(ByteBuffer.wrap(all, from, all.length - from), true));
      return new Reading(text.toString(), found);
    }

    /** Some by a decoder, in one piece or byte by byte. */
    Reading readBeforeText(int... bytes) {
      byte[] all = Arrays.copyOf(shift, shift.length + bytes.length + text.length);
      for (int i = 0; i < bytes.length; i++) {
        all[shift.length + i] = (byte) bytes[i];
      }
      System.arraycopy(text, 0, all, all.length - text.length, text.length);
      int way = IntStream.of(bytes).sum() % 32;
      return way > 1 ? readBySteps(all) : read(all, way == 0);
    }

    boolean isCharacter(byte... bytes) {
      Reading read = read(bytes);
      return read.found.isEmpty() && !read.text.isEmpty();
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
    Reading text = state.read(state.text);
    Reading[] alone = new Reading[BYTES];
    Arrays.setAll(alone, second -> state.readBeforeText(second));
    for (int first = 0; first < BYTES; first++) {
      if (!state.characters[first] && !state.isShift(first)) {
        for (int second = 0; second < BYTES; second++) {
          if (Product.takes(first + second, 7)) {
            check(state, first, second, text, alone[second]);
          }
        }
      }
    }
  }

  private static void check(State state, int first, int second, Reading text, Reading behindFirst) {
    Reading read = state.readBeforeText(first, second);
    if (!state.inRun) {
      read.found.forEach(sequence -> assertHasNoAscii(sequence, state));
    }
    boolean character = read.found.isEmpty() && read.text.endsWith(text.text);
    if (character || state.isLong(first, second)) {
      if (state.gb18030 && !read.text.endsWith(text.text)) {
        assertThat(read.text).as("%02x%02x", first, second).endsWith(text.text);
      }
      return;
    }
    if (!state.isLead(first)) {
      assertSame(read, behindFirst.behind(new Found(INVALID_BYTE, first)), state);
    } else if (state.belongsToLead(second)) {
      assertSame(read, text.behind(new Found(UNMAPPED, first, second)), state);
    } else {
      boolean unmapped = !read.found.isEmpty() && read.found.get(0).cause.equals(UNMAPPED);
      String cause = unmapped ? UNMAPPED : TRUNCATED;
      assertSame(read, behindFirst.behind(new Found(cause, first)), state);
    }
  }

  /** Faster than AssertJ where nothing is wrong. */
  private static void assertSame(Reading read, Reading expected, State state) {
    if (!read.equals(expected)) {
      assertThat(read).as("in %s", state).isEqualTo(expected);
    }
  }

  private static void assertHasNoAscii(Found sequence, State state) {
    boolean digits = state.gb18030 && sequence.bytes.length == 4;
    for (byte b : sequence.bytes) {
      if (b >= 0 && !digits) {
        assertThat(sequence.toString()).as("in %s", state).isEmpty();
      }
    }
  }

  /** 8F begins three, whether or not the JDK has JIS X 0212 in that charset. */
  @ParameterizedTest
  @ValueSource(strings = {"EUC-JP", "x-euc-jp-linux", "x-eucJP-Open", "x-IBM33722", "x-IBM29626C"})
  void threeBytesOfEucAreOneSequence(String name) {
    State state = new State(name, "");
    Reading text = state.read(state.text);
    for (int second = 0xA1; second <= 0xFE; second++) {
      for (int third = 0xA1; third <= 0xFE; third++) {
        Reading read = state.readBeforeText(0x8F, second, third);
        if (!read.found.isEmpty() || !read.text.endsWith(text.text)) {
          assertSame(read, text.behind(new Found(UNMAPPED, 0x8F, second, third)), state);
        }
      }
    }
  }
}
