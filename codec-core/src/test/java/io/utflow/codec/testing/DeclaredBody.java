/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A body whose Content-Type declares a charset, and what it is. One header has one meaning on every
 * surface, so the tests of each read the same bodies.
 *
 * @param contentType the header
 * @param bytes the body
 * @param text its text
 */
public record DeclaredBody(String contentType, byte[] bytes, String text) {
  private static final String TEXT = "\u00E9 \u20AC";
  private static final byte[] IN_WINDOWS_1252 = {(byte) 0xE9, ' ', (byte) 0x80};

  /** All of them mean windows-1252. */
  private static final List<String> HEADERS =
      List.of(
          "text/plain;charset=windows-1252",
          "text/plain; charset=\"windows-1252\"",
          "text/plain; charset='windows-1252'",
          "Text/Plain; CharSet=WINDOWS-1252",
          "text/plain;charset='Windows-1252' ; x=y",
          "text/plain; charset=windows-1252 ; x=y",
          "text/plain ;  charset=windows-1252",
          "text/plain; charset = windows-1252",
          "text/plain; charset= \"windows-1252\"",
          "text/plain; x=y; charset=windows-1252",
          "text/plain; x=\"; charset=utf-8\"; charset=windows-1252",
          "text/plain; charset=windows-1252; charset=utf-8",
          "text/plain; charset='windows-1252'; charset=\"utf-16\"; charset=utf-8",
          "text/plain; charset=latin1; charset=utf-16le");

  /** Bodies in windows-1252, by all kinds of headers. */
  public static List<DeclaredBody> headers() {
    return HEADERS.stream().map(header -> new DeclaredBody(header, IN_WINDOWS_1252, TEXT)).toList();
  }

  /** Bodies in UTF-16 of both orders with a mark, under each name: the mark decides. */
  public static List<DeclaredBody> marked() {
    List<DeclaredBody> bodies = new ArrayList<>();
    for (String name : List.of("utf-16", "utf-16le", "UTF-16BE", "'utf-16le'", "x-utf-16le")) {
      String header = "text/plain; charset=" + name;
      String marked = "\uFEFF" + TEXT;
      bodies.add(new DeclaredBody(header, marked.getBytes(StandardCharsets.UTF_16LE), TEXT));
      bodies.add(new DeclaredBody(header, marked.getBytes(StandardCharsets.UTF_16BE), TEXT));
    }
    return bodies;
  }

  @Override
  public String toString() {
    return contentType;
  }
}
