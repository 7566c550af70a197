/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.source.EncodingSource;
import io.utflow.codec.source.NearNames;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The labels by which browsers know the encodings of the core (WHATWG Encoding, §4.2). Those of
 * legacy encodings are where these are, in an {@link EncodingSource}.
 */
final class WebLabels {
  /** The name of the web's windows-1252 here, because the JDK has another. */
  static final String WINDOWS_1252 = "web-windows-1252";

  /** A row is the name by which the encoding is found, {@code :}, and the labels. */
  private static final String TABLE =
      """
      UTF-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
      web-windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 \
        iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
      UTF-16BE: unicodefffe utf-16be
      UTF-16LE: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
      """;

  /** The longest label has 19 characters. */
  private static final int LONGEST_LABEL = 64;

  /** The name of the encoding for each label of the core, by the label in lower case. */
  static final Map<String, String> BY_LABEL = read();

  private WebLabels() {}

  private static Map<String, String> read() {
    Map<String, String> names = new LinkedHashMap<>();
    for (String row : TABLE.lines().toList()) {
      String[] parts = row.split(": ", 2);
      for (String label : parts[1].trim().split(" +", -1)) {
        names.put(label, parts[0]);
      }
    }
    return names;
  }

  /** A label in lower case, without white space around it; empty if it cannot be one. */
  static String plain(String label) {
    String trimmed = trimmed(label);
    // The Kelvin sign is no k.
    boolean ascii = trimmed.length() <= LONGEST_LABEL && trimmed.chars().allMatch(c -> c < 0x80);
    return ascii ? trimmed.toLowerCase(Locale.ROOT) : "";
  }

  /** In one pass: a peer may send a long label with white space inside. */
  private static String trimmed(String label) {
    int begin = 0;
    int end = label.length();
    while (begin < end && isWhiteSpace(label.charAt(begin))) {
      begin++;
    }
    while (begin < end && isWhiteSpace(label.charAt(end - 1))) {
      end--;
    }
    return label.substring(begin, end);
  }

  /** ASCII whitespace of the standard. */
  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }

  /** The exception for an unknown label; it proposes labels. */
  static UnsupportedCharsetException unknown(String label) {
    String name = trimmed(label);
    UnsupportedCharsetException explained =
        EncodingNames.find(name) == null ? EncodingNames.explained(name) : null;
    if (explained != null) {
      return explained;
    }
    List<String> labels = new ArrayList<>(BY_LABEL.keySet());
    OtherSources.ALL.forEach(source -> labels.addAll(source.labels()));
    labels.sort(null);
    NearNames near = new NearNames(ProgramNames.meantBy(name));
    labels.forEach(one -> near.add(one, one, () -> true));
    String all =
        " There are "
            + labels.size()
            + " on the web, of Unicode those of UTF-8, UTF-16BE, UTF-16LE (WHATWG Encoding, §4.2)";
    String message =
        UnknownEncodingException.message(label, "is no label of an encoding", near.nearest(), ".");
    return new UnknownEncodingException(
        label, OtherSources.ALL.isEmpty() ? message : message + all);
  }
}
