/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A document in its pieces as a test of JUnit: what Utflow hands on after each piece. */
final class TestCase {
  /** The longest document, so that a method has room for it. */
  static final int MAX_BYTES = 4096;

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private TestCase() {}

  /**
   * A Java source file.
   *
   * @throws IllegalArgumentException if the document is longer than {@link #MAX_BYTES}
   */
  static String of(Pieces pieces, Settings settings) {
    if (pieces.bytes().length > MAX_BYTES || pieces.count() > MAX_BYTES / 4) {
      throw new IllegalArgumentException(
          "a test case has at most " + MAX_BYTES + " bytes in " + MAX_BYTES / 4 + " pieces");
    }
    List<String> texts = new ArrayList<>();
    TextDecoder decoder = settings.spec().newDecoder();
    @Nullable IllFormedSequence failure = decode(decoder, pieces, texts);
    return """
        import static org.junit.jupiter.api.Assertions.assertEquals;
        %s
        import io.utflow.codec.*;
        import java.util.*;
        import org.junit.jupiter.api.Test;

        class CutTextTest {
          /** %,d bytes, %s, in %,d %s. */
          @Test
          void handsOnWholeCharacters() {
            TextDecoder decoder =
                DecoderSpec.of(%s)
                    .bom(BomPolicy.%s)
                    .onMalformed(%s)
                    .newDecoder();
            List<String> handedOn = new ArrayList<>();
        %s  }

          private static byte[] hex(String digits) {
            return HexFormat.ofDelimiter(" ").parseHex(digits);
          }
        }
        """
        .formatted(
            failure == null ? "" : "import static org.junit.jupiter.api.Assertions.assertThrows;\n",
            pieces.bytes().length,
            settings.encoding().replaceAll("[^A-Za-z0-9_.:+-]", "?"),
            pieces.count(),
            pieces.count() == 1 ? "piece" : "pieces",
            encoding(settings.textEncoding()),
            settings.bom(),
            settings.malformed().java(),
            failure == null
                ? untilTheEnd(pieces, texts, decoder)
                : untilFailure(pieces, texts, failure));
  }

  private static @Nullable IllFormedSequence decode(
      TextDecoder decoder, Pieces pieces, List<String> texts) {
    try {
      for (byte[] piece : pieces.all()) {
        texts.add(decoder.decode(piece));
      }
      texts.add(decoder.finish());
      return null;
    } catch (IllFormedTextException e) {
      texts.add(e.decodedPrefix());
      return e.sequence();
    }
  }

  private static String untilTheEnd(Pieces pieces, List<String> texts, TextDecoder decoder) {
    StringBuilder java = new StringBuilder();
    for (byte[] piece : pieces.all()) {
      java.append(
          "    handedOn.add(decoder.decode(hex(\"%s\")));\n".formatted(HEX.formatHex(piece)));
    }
    java.append("    handedOn.add(decoder.finish());\n");
    java.append("    assertEquals(List.of(%s), handedOn);\n".formatted(literals(texts)));
    java.append(
        "    assertEquals(%d, decoder.illFormedCount());\n".formatted(decoder.illFormedCount()));
    return java.toString();
  }

  private static String untilFailure(Pieces pieces, List<String> texts, IllFormedSequence failure) {
    StringBuilder java = new StringBuilder();
    int last = texts.size() - 1;
    for (int i = 0; i < last; i++) {
      java.append(
          "    handedOn.add(decoder.decode(hex(\"%s\")));\n"
              .formatted(HEX.formatHex(pieces.piece(i))));
    }
    String call =
        last == pieces.count()
            ? "decoder.finish()"
            : "decoder.decode(hex(\"%s\"))".formatted(HEX.formatHex(pieces.piece(last)));
    java.append(
        """
            IllFormedTextException failure =
                assertThrows(IllFormedTextException.class, () -> %s);
            handedOn.add(failure.decodedPrefix());
            assertEquals(List.of(%s), handedOn);
            assertEquals(IllFormedCause.%s, failure.sequence().cause());
            assertEquals(%d, failure.sequence().byteOffset());
        """
            .formatted(call, literals(texts), failure.cause(), failure.byteOffset()));
    return java.toString();
  }

  /** The Java that names an encoding. */
  static String encoding(TextEncoding encoding) {
    return UnicodeEncodings.ALL.contains(encoding)
        ? "TextEncoding."
            + encoding.name().replace('-', '_').replaceFirst("(16|32)_(BE|LE)", "$1$2")
        : "TextEncoding.forName(" + literal(encoding.name()) + ")";
  }

  private static String literals(List<String> texts) {
    return texts.stream().map(TestCase::literal).collect(Collectors.joining(", "));
  }

  /** A string literal in ASCII. */
  static String literal(String text) {
    StringBuilder java = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> java.append("\\\"");
        case '\\' -> java.append("\\\\");
        case '\n' -> java.append("\\n");
        case '\r' -> java.append("\\r");
        case '\t' -> java.append("\\t");
        default ->
            java.append(
                c >= ' ' && c <= '~' ? "" + c : String.format(Locale.ROOT, "\\u%04X", (int) c));
      }
    }
    return java.append('"').toString();
  }
}
