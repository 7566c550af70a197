/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharacterTable;
import io.utflow.codec.jdk.CharsetProbe;
import io.utflow.codec.jdk.SequenceTable;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Shift_JIS, EUC-JP and ISO-2022-JP of the web (§12). The index of JIS X 0208 is windows-31j of the
 * JDK, and that of JIS X 0212 is its EUC-JP, without a difference.
 */
final class WebJapanese {
  private static final int YEN = 0xA5;
  private static final int OVERLINE = 0x203E;
  private static final int MINUS = 0x2212;
  private static final int FULL_WIDTH_MINUS = 0xFF0D;
  private static final int FIRST_HALF_WIDTH = 0xFF61;

  /** What is written in ISO-2022-JP for U+FF61 to U+FF9F. */
  private static final String FULL_WIDTH =
      "\u3002\u300C\u300D\u3001\u30FB\u30F2\u30A1\u30A3\u30A5\u30A7\u30A9\u30E3\u30E5\u30E7\u30C3"
          + "\u30FC\u30A2\u30A4\u30A6\u30A8\u30AA\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7\u30B9"
          + "\u30BB\u30BD\u30BF\u30C1\u30C4\u30C6\u30C8\u30CA\u30CB\u30CC\u30CD\u30CE\u30CF\u30D2"
          + "\u30D5\u30D8\u30DB\u30DE\u30DF\u30E0\u30E1\u30E2\u30E4\u30E6\u30E8\u30E9\u30EA\u30EB"
          + "\u30EC\u30ED\u30EF\u30F3\u309B\u309C";

  private WebJapanese() {}

  static MultiByteForm shiftJis(Charset windows31j) {
    return new WebMultiByteForm(windows31j, new ShiftJis(windows31j), 2);
  }

  static MultiByteForm eucJp(Charset eucJp, Charset windows31j) {
    return new WebMultiByteForm(eucJp, new EucJp(eucJp, windows31j), 2);
  }

  static ShiftedCharsetForm iso2022Jp(Charset iso2022Jp, Charset eucJp, Charset windows31j) {
    EucJp index = new EucJp(eucJp, windows31j);
    return new ShiftedCharsetForm(
        Shifts.ofWeb(iso2022Jp, state -> inState(state, index)),
        new CharacterTable(scalar -> inIso2022Jp(scalar, index)),
        "?");
  }

  private static void addWritten(char[] bytes) {
    bytes[YEN] = '\\';
    bytes[OVERLINE] = '~';
    bytes[MINUS] = bytes[FULL_WIDTH_MINUS];
  }

  private static boolean isIn(int b, int first, int last) {
    return b >= first && b <= last;
  }

  private static final class ShiftJis extends WebIndex {
    private final Charset windows31j;

    ShiftJis(Charset windows31j) {
      this.windows31j = windows31j;
    }

    @Override
    SequenceTable makeSequences() {
      SequenceTable jdks = SequenceTable.of(windows31j);
      return SequenceTable.of(ShiftJis::single, jdks::pair);
    }

    private static int single(int b) {
      if (b <= 0x80) {
        return b;
      }
      if (isIn(b, 0xA1, 0xDF)) {
        return FIRST_HALF_WIDTH - 0xA1 + b;
      }
      boolean lead = isIn(b, 0x81, 0x9F) || isIn(b, 0xE0, 0xFC);
      return lead ? SequenceTable.PREFIX : SequenceTable.INVALID;
    }

    /** Not the rows that NEC has chosen of IBM's, which come again, nor private use. */
    @Override
    boolean isWritten(int first, int second) {
      return !isIn(first, 0xED, 0xF9);
    }

    @Override
    void addWritten(char[] bytes) {
      WebJapanese.addWritten(bytes);
    }
  }

  private static final class EucJp extends WebIndex {
    private static final int ROW = 94;

    private final Charset eucJp;
    private final Charset windows31j;

    /** JIS X 0212, 0 for none; made when the first of three bytes are read. */
    private volatile char @Nullable [] supplement;

    EucJp(Charset eucJp, Charset windows31j) {
      this.eucJp = eucJp;
      this.windows31j = windows31j;
    }

    @Override
    SequenceTable makeSequences() {
      SequenceTable inShiftJis = SequenceTable.of(windows31j);
      return SequenceTable.of(EucJp::single, (first, second) -> pair(first, second, inShiftJis));
    }

    /** 8F begins three bytes, which a pair must not swallow. */
    private static int single(int b) {
      boolean lead = b == 0x8E || b == 0x8F || isIn(b, 0xA1, 0xFE);
      return b < 0x80 ? b : lead ? SequenceTable.PREFIX : SequenceTable.INVALID;
    }

    private static int pair(int first, int second, SequenceTable inShiftJis) {
      if (first == 0x8E) {
        boolean katakana = isIn(second, 0xA1, 0xDF);
        return katakana ? FIRST_HALF_WIDTH - 0xA1 + second : SequenceTable.UNMAPPED;
      }
      if (first == 0x8F || !isIn(second, 0xA1, 0xFE)) {
        return SequenceTable.UNMAPPED;
      }
      int pointer = (first - 0xA1) * ROW + second - 0xA1;
      int lead = pointer / 188;
      int trail = pointer % 188;
      return inShiftJis.pair(
          lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
    }

    @Override
    void addWritten(char[] bytes) {
      WebJapanese.addWritten(bytes);
    }

    @Override
    int longer(byte[] src, int pos) {
      int pointer = ((src[pos + 1] & 0xFF) - 0xA1) * ROW + (src[pos + 2] & 0xFF) - 0xA1;
      char c = supplement()[pointer];
      return c == 0 ? -1 : c;
    }

    @Override
    boolean readsLonger(int scalar) {
      return scalar != 0 && String.valueOf(supplement()).indexOf(scalar) >= 0;
    }

    private char[] supplement() {
      char[] known = supplement;
      if (known == null) {
        known = new char[ROW * ROW];
        CharsetProbe probe = new CharsetProbe(eucJp);
        for (int i = 0; i < known.length; i++) {
          String text = probe.decode((byte) 0x8F, (byte) (i / ROW + 0xA1), (byte) (i % ROW + 0xA1));
          known[i] = text == null || text.equals("\uFFFD") ? 0 : text.charAt(0);
        }
        supplement = known;
      }
      return known;
    }
  }

  private static SequenceTable inState(int state, WebIndex eucJp) {
    return switch (state) {
      case Shifts.ROMAN -> SequenceTable.of(b -> ascii(b, true), (a, b) -> SequenceTable.UNMAPPED);
      case Shifts.KATAKANA ->
          SequenceTable.of(
              b -> isIn(b, 0x21, 0x5F) ? FIRST_HALF_WIDTH - 0x21 + b : SequenceTable.INVALID,
              (a, b) -> SequenceTable.UNMAPPED);
      case Shifts.PAIRS ->
          SequenceTable.of(
              b -> isIn(b, 0x21, 0x7E) ? SequenceTable.PREFIX : SequenceTable.INVALID,
              (first, second) ->
                  isIn(second, 0x21, 0x7E)
                      ? eucJp.sequences().pair(first | 0x80, second | 0x80)
                      : SequenceTable.UNMAPPED);
      default -> SequenceTable.of(b -> ascii(b, false), (a, b) -> SequenceTable.UNMAPPED);
    };
  }

  private static int ascii(int b, boolean roman) {
    if (b >= 0x80 || Shifts.isShift(b)) {
      return SequenceTable.INVALID;
    }
    return roman && b == '\\' ? YEN : roman && b == '~' ? OVERLINE : b;
  }

  private static int inIso2022Jp(int scalar, WebIndex eucJp) {
    if (scalar < 0x80) {
      return Shifts.isShift(scalar) ? CharacterTable.UNMAPPED : scalar;
    }
    if (scalar == YEN || scalar == OVERLINE) {
      return Shifts.ROMAN << 16 | (scalar == YEN ? '\\' : '~');
    }
    boolean halfWidth = isIn(scalar, FIRST_HALF_WIDTH, FIRST_HALF_WIDTH + FULL_WIDTH.length() - 1);
    int packed = eucJp.packed(halfWidth ? FULL_WIDTH.charAt(scalar - FIRST_HALF_WIDTH) : scalar);
    boolean none = packed == CharacterTable.UNMAPPED;
    return none ? packed : Shifts.PAIRS << 16 | packed & 0x7F7F;
  }
}
