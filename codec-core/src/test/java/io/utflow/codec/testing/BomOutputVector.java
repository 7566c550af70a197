/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line of the byte order mark vectors: a text, and the bytes with or without a mark. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BomOutputVector(
    @JsonProperty("id") String id,
    @JsonProperty("encoding") String encodingName,
    @JsonProperty("default_order") @Nullable String order,
    @JsonProperty("bom") BomOutput bom,
    @JsonProperty("policy") String policyName,
    @JsonProperty("text_utf16") String textHex,
    @JsonProperty("expect_hex") String expectHex) {

  /** All of them. */
  public static List<BomOutputVector> all() {
    return Vectors.load("bom-output-own.jsonl", BomOutputVector.class);
  }

  /** The configuration, without a piece length. */
  public EncoderSpec spec() {
    TextEncoding encoding = TextEncoding.forName(encodingName);
    if (order != null) {
      encoding =
          encoding.withDefaultOrder(
              order.equals("little") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    }
    return EncoderSpec.of(encoding).bom(bom).onMalformed(policy());
  }

  /** What becomes of unpaired surrogates. */
  public MalformedPolicy policy() {
    return policyName.equals("skip") ? MalformedPolicy.SKIP : MalformedPolicy.REPLACE;
  }

  /** The text. */
  public String text() {
    return EncodeVector.text(textHex);
  }

  /** The same text as a stream of UTF-16BE, for transcoders. */
  public byte[] utf16BigEndian() {
    return HexFormat.of().parseHex(textHex);
  }

  /** The bytes that it must become. */
  public byte[] expected() {
    return HexFormat.of().parseHex(expectHex);
  }
}
