/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A document in its pieces as a line of the project's conformance vectors, {@code
 * decode-own.jsonl}.
 */
final class Vector {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HexFormat HEX = HexFormat.of();

  private Vector() {}

  /**
   * One object of JSON, without line end.
   *
   * @throws IllegalArgumentException if the document is longer than {@link TestCase#MAX_BYTES}
   */
  static String of(Pieces pieces, Settings settings) {
    if (pieces.bytes().length > TestCase.MAX_BYTES) {
      throw new IllegalArgumentException("a vector has at most " + TestCase.MAX_BYTES + " bytes");
    }
    List<Map<String, Object>> errors = new ArrayList<>();
    DecoderSpec spec = settings.spec();
    String replaced =
        decode(
            spec.onMalformed(MalformedPolicy.REPLACE).observer(found -> errors.add(error(found))),
            pieces.bytes());
    String skipped = decode(spec.onMalformed(MalformedPolicy.SKIP), pieces.bytes());
    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("id", "lens");
    vector.put("source", "Utflow lens");
    vector.put("encoding", settings.textEncoding().name().toLowerCase(Locale.ROOT));
    vector.put("bom", bom(settings));
    vector.put("bytes_hex", HEX.formatHex(pieces.bytes()));
    vector.put("chunks_hex", pieces.all().stream().map(HEX::formatHex).toList());
    vector.put(
        "expect", Map.of("replace", units(replaced), "skip", units(skipped), "errors", errors));
    try {
      return JSON.writeValueAsString(vector);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e); // Maps of strings and numbers.
    }
  }

  private static String decode(DecoderSpec spec, byte[] bytes) {
    TextDecoder decoder = spec.newDecoder();
    try {
      return decoder.decode(ByteBuffer.wrap(bytes), true);
    } catch (IllFormedTextException missingMark) {
      return missingMark.decodedPrefix();
    }
  }

  /** The vectors name what {@link BomPolicy#PER_ENCODING} does to an encoding. */
  private static String bom(Settings settings) {
    if (settings.bom() != BomPolicy.PER_ENCODING) {
      return settings.bom().name().toLowerCase(Locale.ROOT);
    }
    return switch (settings.textEncoding().name()) {
      case "UTF-16", "UTF-32" -> "detect-be";
      case "UTF-8" -> "strip";
      default -> "keep";
    };
  }

  private static Map<String, Object> error(IllFormedSequence found) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("offset", found.byteOffset());
    error.put("length", found.length());
    error.put("kind", kind(found.cause()));
    if (found.endOfInput()) {
      error.put("eof", true);
    }
    return error;
  }

  private static String kind(IllFormedCause cause) {
    return switch (cause) {
      case UNPAIRED_HIGH_SURROGATE -> "unpaired-high";
      case UNPAIRED_LOW_SURROGATE -> "unpaired-low";
      default -> cause.name().toLowerCase(Locale.ROOT).replace('_', '-');
    };
  }

  private static String units(String text) {
    ByteBuffer units = ByteBuffer.allocate(text.length() * Character.BYTES);
    units.asCharBuffer().put(text); // Not by a charset: WTF-8 may give unpaired surrogates.
    return HEX.formatHex(units.array());
  }
}
