/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detected;

/**
 * The encoding that was found for a text, and the reason.
 *
 * @param spec reads the text; a byte order mark at its beginning is not part of the text
 * @param encoding the encoding of its bytes
 * @param why the reason for this encoding
 * @param percent how sure that is
 */
public record Found(DecoderSpec spec, TextEncoding encoding, Why why, int percent) {
  /** Why an encoding was taken, in words for people. */
  public enum Why {
    /** By {@code --from}. */
    DECLARED("declared"),
    /** The first bytes are a byte order mark. */
    BYTE_ORDER_MARK("by its byte order mark"),
    /** UTF-16 or UTF-32 without a mark. */
    CODE_UNITS("by its zero bytes and rows of code units"),
    /** All that was looked at is valid, and some is beyond ASCII. */
    WELL_FORMED_UTF_8("well-formed, with characters beyond ASCII"),
    /** There is nothing but ASCII. */
    ASCII("ASCII only"),
    /** It is not UTF-8, so it is what {@code auto:NAME} names. */
    LEGACY("not UTF-8, so what auto names"),
    /** The encoding cannot be found. */
    UNDECIDED("undecided: not UTF-8, UTF-16 or UTF-32");

    private final String words;

    Why(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  static Found of(Detected detected, Why why) {
    return new Found(detected.spec(), detected.encoding(), why, detected.percent());
  }

  /** Whether anything tells the encoding. */
  public boolean isDecided() {
    return why != Why.UNDECIDED;
  }

  /** The line that a command prints that was not told the encoding. */
  public String told() {
    // A mark overrides --from, too.
    String otherwise = why == Why.BYTE_ORDER_MARK ? "" : " (--from NAME says otherwise)";
    return isDecided()
        ? "read as %s, %s%s".formatted(encoding, why.words(), otherwise)
        : why.words() + "; read as UTF-8, name it by --from NAME or --from auto:windows-1252";
  }
}
