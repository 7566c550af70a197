/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import io.utflow.codec.TextEncoding;

/**
 * Encodings of Unicode for storage and for EBCDIC systems. {@link TextEncoding#forName} knows them
 * by their names. Do not use them for interchange.
 *
 * <p>In each, U+FEFF at the start is text unless {@link io.utflow.codec.BomPolicy#STRIP} or {@link
 * io.utflow.codec.BomPolicy#REQUIRE} is asked for.
 *
 * <pre>{@code
 * DecoderSpec spec = DecoderSpec.of(UnicodeCharsets.SCSU);
 * TextEncoding same = TextEncoding.forName("SCSU");
 * }</pre>
 */
public final class UnicodeCharsets {
  /**
   * UTF-EBCDIC, UTR #16: Unicode on hosts whose programs look for letters and controls where EBCDIC
   * has them. LF is {@code 15}, NEL is {@code 25}.
   *
   * <p>Not for open interchange (UTR #16, §1): only among EBCDIC systems that have agreed on it.
   */
  public static final TextEncoding UTF_EBCDIC = TextEncoding.forName("UTF-EBCDIC");

  /**
   * SCSU, UTS #6: one byte for most characters of a small script, two for Chinese, Japanese and
   * Korean. For fields of a database and short messages that are stored as they are.
   *
   * <p>Not for the network, and not where ASCII is looked for before it is decoded: it has state,
   * bytes that look like ASCII or LF may be other characters, and a character may be written in
   * many ways. Browsers refuse it. This encoder does not look ahead, so other encoders may write
   * fewer bytes.
   */
  public static final TextEncoding SCSU = TextEncoding.forName("SCSU");

  /**
   * BOCU-1, UTN #6: differences from one character to the next; as compact as {@link #SCSU}, and
   * sorts as code points do. Controls and the space are themselves, so lines are visible.
   *
   * <p>Not for markup or the network: ASCII letters are other bytes, and what a byte means depends
   * on all before it. {@link io.utflow.codec.BomPolicy#STRIP} drops the mark {@code FB EE 28} from
   * the text; what follows is counted from it all the same, so the bytes cannot go without it.
   */
  public static final TextEncoding BOCU_1 = TextEncoding.forName("BOCU-1");

  private UnicodeCharsets() {}
}
