/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One line of the encode vectors: pieces of text, and the bytes they must become. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record EncodeVector(
    @JsonProperty("id") String id,
    @JsonProperty("encoding") String encodingName,
    @JsonProperty("chunks_utf16") List<String> chunks,
    @JsonProperty("expect") Expect expect) {

  /** The bytes, in hex, and the errors. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Expect(
      @JsonProperty("replace_hex") String replaceHex,
      @JsonProperty("skip_hex") String skipHex,
      @JsonProperty("errors") List<Error> errors) {}

  /** One surrogate without a partner. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Error(
      @JsonProperty("offset") long offset,
      @JsonProperty("length") int length,
      @JsonProperty("kind") String kind,
      @JsonProperty("eof") boolean eof) {

    ExpectedSequence toExpected() {
      IllFormedCause cause =
          switch (kind) {
            case "unpaired-high" -> IllFormedCause.UNPAIRED_HIGH_SURROGATE;
            case "unpaired-low" -> IllFormedCause.UNPAIRED_LOW_SURROGATE;
            default -> throw new IllegalArgumentException(kind);
          };
      return new ExpectedSequence(offset, length, cause, eof);
    }
  }

  /** Every encode vector there is, of the encodings there are. */
  public static List<EncodeVector> all() {
    List<EncodeVector> vectors = new ArrayList<>();
    vectors.addAll(Vectors.load("encode-own.jsonl", EncodeVector.class));
    vectors.addAll(Vectors.loadShared("encode-suites.jsonl", EncodeVector.class));
    return vectors;
  }

  /** The encoding that the vector is written in. */
  public TextEncoding encoding() {
    return TextEncoding.forName(encodingName);
  }

  /** The pieces of text, as the vector cuts them. */
  public List<String> pieces() {
    return chunks.stream().map(EncodeVector::text).toList();
  }

  /** UTF-16 code units, four digits each. */
  static String text(String hex) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < hex.length(); at += 4) {
      text.append((char) HexFormat.fromHexDigits(hex, at, at + 4));
    }
    return text.toString();
  }

  /** The ill-formed sequences. */
  public List<ExpectedSequence> sequences() {
    return expect.errors().stream().map(Error::toExpected).toList();
  }

  @Override
  public String toString() {
    return id + " " + encodingName + " " + chunks;
  }
}
