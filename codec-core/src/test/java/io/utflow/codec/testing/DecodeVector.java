/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** One line of the decode vectors: bytes, and what they must become. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record DecodeVector(
    @JsonProperty("id") String id,
    @JsonProperty("encoding") String encodingName,
    @JsonProperty("bom") String bomName,
    @JsonProperty("bytes_hex") String bytesHex,
    @JsonProperty("expect") Expect expect) {

  /** The texts, as UTF-16 code units in hex, and the errors. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Expect(
      @JsonProperty("replace") String replaceHex,
      @JsonProperty("skip") String skipHex,
      @JsonProperty("errors") List<Error> errors) {}

  /** One ill-formed sequence. */
  public record Error(
      @JsonProperty("offset") long offset,
      @JsonProperty("length") int length,
      @JsonProperty("kind") String kind,
      @JsonProperty("eof") boolean eof) {

    ExpectedSequence toExpected() {
      return new ExpectedSequence(offset, length, cause(), eof);
    }

    private IllFormedCause cause() {
      return switch (kind) {
        case "unpaired-high" -> IllFormedCause.UNPAIRED_HIGH_SURROGATE;
        case "unpaired-low" -> IllFormedCause.UNPAIRED_LOW_SURROGATE;
        default -> IllFormedCause.valueOf(kind.toUpperCase(Locale.ROOT).replace('-', '_'));
      };
    }
  }

  /** The encoding that the vector is read in. */
  public TextEncoding encoding() {
    return TextEncoding.forName(encodingName);
  }

  /** The policy for byte order marks. */
  public BomPolicy bom() {
    return switch (bomName) {
      case "detect-be" -> BomPolicy.PER_ENCODING;
      default -> BomPolicy.valueOf(bomName.toUpperCase(Locale.ROOT));
    };
  }

  /** The stream. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(bytesHex);
  }

  /** The text with U+FFFD for each ill-formed sequence. */
  public String replaced() {
    return text(expect.replaceHex());
  }

  /** The text without the ill-formed sequences. */
  public String skipped() {
    return text(expect.skipHex());
  }

  private static String text(String unitsHex) {
    return new String(HexFormat.of().parseHex(unitsHex), StandardCharsets.UTF_16BE);
  }

  /** The ill-formed sequences. */
  public List<ExpectedSequence> sequences() {
    return expect.errors().stream().map(Error::toExpected).toList();
  }

  /** Whether a required byte order mark is missing, which fails the stream under every policy. */
  public boolean markIsMissing() {
    return sequences().stream().anyMatch(sequence -> sequence.length() == 0);
  }

  @Override
  public String toString() {
    return id + " " + encodingName + " " + bomName + " " + bytesHex;
  }
}
