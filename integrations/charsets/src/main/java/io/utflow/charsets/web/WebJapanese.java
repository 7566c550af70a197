/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Shift_JIS, EUC-JP and ISO-2022-JP of the web (§12). The index of JIS X 0208 is windows-31j of the
 * JDK, and that of JIS X 0212 is its EUC-JP, without a difference.
 */
final class WebJapanese {
  static final int YEN = 0xA5;
  static final int OVERLINE = 0x203E;
  private static final int MINUS = 0x2212;
  private static final int FULL_WIDTH_MINUS = 0xFF0D;
  static final int FIRST_HALF_WIDTH = 0xFF61;

  private WebJapanese() {}

  static MultiByteForm shiftJis(Charset windows31j) {
    return new WebMultiByteForm(windows31j, new ShiftJis(windows31j), 2);
  }

  static MultiByteForm eucJp(Charset eucJp, Charset windows31j) {
    return new WebMultiByteForm(eucJp, new EucJp(eucJp, windows31j), 2);
  }

  static WebIso2022JpForm iso2022Jp(Charset iso2022Jp, Charset eucJp, Charset windows31j) {
    return WebIso2022JpForm.of(iso2022Jp, new EucJp(eucJp, windows31j));
  }

  private static void addWritten(char[] bytes) {
    bytes[YEN] = '\\';
    bytes[OVERLINE] = '~';
    bytes[MINUS] = bytes[FULL_WIDTH_MINUS];
  }

  static boolean isIn(int b, int first, int last) {
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
}
