/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import org.jspecify.annotations.Nullable;

/** What a peer means by the {@code charset} that it declares. One rule for every header. */
public final class DeclaredCharsets {
  /** As a web label this is little-endian; here its order is that of RFC 2781, §4.3. */
  private static final String UTF_16 = "utf-16";

  private DeclaredCharsets() {}

  /**
   * The encoding of a declared charset: of UTF-16 without an order that of RFC 2781; of a label of
   * the web what browsers read; else of a name, such as UTF-32 or IBM037, what it names.
   *
   * @throws java.nio.charset.UnsupportedCharsetException if it is neither label nor name
   */
  public static Encoding encoding(String charset) {
    String plain = WebLabels.plain(charset);
    if (plain.equals(UTF_16)) {
      return Encoding.UTF_16;
    }
    Encoding labelled = EncodingNames.labelledOrNull(plain);
    if (labelled != null) {
      return labelled;
    }
    @Nullable Encoding named = EncodingNames.find(charset);
    if (named == null) {
      throw WebLabels.unknown(charset);
    }
    return named;
  }
}
