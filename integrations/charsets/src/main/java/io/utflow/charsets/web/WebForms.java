/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.form.EncodingForm;
import java.nio.charset.Charset;
import java.util.List;

/** Finds the forms of the browsers' multi-byte encodings (WHATWG Encoding, §10 to §13). */
public final class WebForms {
  private WebForms() {}

  /**
   * The form of an encoding.
   *
   * @param name the standard's
   * @param charsets those of the JDK that it is made of, the nearest first
   */
  public static EncodingForm of(String name, List<Charset> charsets) {
    Charset first = charsets.get(0);
    return switch (name) {
      case "GBK" -> new WebMultiByteForm(first, new WebGb18030(first, true), 2);
      case "gb18030" -> new WebMultiByteForm(first, new WebGb18030(first, false), 4);
      case "Big5" -> new WebMultiByteForm(first, new WebBig5(first), 2);
      case "EUC-JP" -> WebJapanese.eucJp(first, charsets.get(1));
      case "ISO-2022-JP" -> WebJapanese.iso2022Jp(first, charsets.get(1), charsets.get(2));
      case "Shift_JIS" -> WebJapanese.shiftJis(first);
      case "EUC-KR" -> new WebMultiByteForm(first, new EucKr(first), 2);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** x-windows-949 of the JDK, without its rows of private use (§13.1). */
  private static final class EucKr extends WebIndex {
    private final Charset windows949;

    EucKr(Charset windows949) {
      this.windows949 = windows949;
    }

    @Override
    SequenceTable makeSequences() {
      SequenceTable jdks = SequenceTable.of(windows949);
      return SequenceTable.of(
          b -> b < 0x80 ? b : b == 0x80 || b == 0xFF ? SequenceTable.INVALID : SequenceTable.PREFIX,
          (first, second) -> {
            int cell = jdks.pair(first, second);
            boolean privateUse = cell >= 0xE000 && cell <= 0xF8FF;
            return privateUse ? SequenceTable.UNMAPPED : cell;
          });
    }
  }
}
