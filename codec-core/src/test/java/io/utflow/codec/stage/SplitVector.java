/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line of the line and record vectors; texts are UTF-16 code units in hex. */
@JsonIgnoreProperties(ignoreUnknown = true)
record SplitVector(
    @JsonProperty("id") String id,
    @JsonProperty("delimiters_utf16") @Nullable List<String> delimitersHex,
    @JsonProperty("text_utf16") String textHex,
    @JsonProperty("expect") Expect expect) {

  /** The parts by the kind of break; a file has the kinds it is about. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Expect(
      @JsonProperty("lf") @Nullable List<String> lf,
      @JsonProperty("universal") @Nullable List<String> universal,
      @JsonProperty("unicode") @Nullable List<String> unicode,
      @JsonProperty("crlf") @Nullable List<String> crlf,
      @JsonProperty("records") @Nullable List<String> records,
      @JsonProperty("refused") @Nullable Integer refused,
      @JsonProperty("before_refused") @Nullable List<String> beforeRefused) {}

  String text() {
    return decode(textHex);
  }

  String[] delimiters() {
    return texts(delimitersHex).toArray(String[]::new);
  }

  /** What the vector expects; of {@code LF_ONLY}, which the vectors do not know, by hand. */
  List<String> lines(LineBreaks breaks) {
    if (breaks == LineBreaks.LF_ONLY) {
      List<String> lines = new ArrayList<>(List.of(text().split("\n", -1)));
      if (lines.get(lines.size() - 1).isEmpty()) {
        lines.remove(lines.size() - 1);
      }
      return lines;
    }
    return texts(
        switch (breaks) {
          case LF_ONLY -> null;
          case LF_OR_CRLF -> expect.lf;
          case CRLF -> expect.crlf;
          case ANY -> expect.universal;
          case UNICODE -> expect.unicode;
        });
  }

  List<String> records() {
    return texts(expect.records);
  }

  List<String> beforeRefused() {
    return texts(expect.beforeRefused);
  }

  private static List<String> texts(@Nullable List<String> hex) {
    if (hex == null) {
      throw new IllegalArgumentException("the vectors of this file do not say");
    }
    return hex.stream().map(SplitVector::decode).toList();
  }

  private static String decode(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_16BE);
  }

  @Override
  public String toString() {
    return id + " " + textHex;
  }
}
