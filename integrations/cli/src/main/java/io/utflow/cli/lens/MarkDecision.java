/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The decision that the byte order mark of a document, or its absence, has made.
 *
 * @param length the length of the mark in bytes; 0 without a mark
 * @param dropped whether the mark is no part of the text
 * @param encoding in which the bytes are read
 * @param sentence the same for people
 */
record MarkDecision(int length, boolean dropped, String encoding, String sentence) {
  /** The longest mark is that of UTF-32. */
  private static final int LONGEST = 4;

  static MarkDecision of(byte[] bytes, Settings settings) {
    TextEncoding resolved = resolve(bytes, settings);
    DecoderSpec asText = DecoderSpec.of(resolved).bom(BomPolicy.KEEP);
    for (int length = Math.min(LONGEST, bytes.length); length > 0; length--) {
      byte[] head = Arrays.copyOf(bytes, length);
      if (asText.decode(head).equals("\uFEFF")) {
        boolean dropped = settings.spec().decode(head).isEmpty();
        return new MarkDecision(
            length, dropped, resolved.name(), marked(head, dropped, resolved, settings));
      }
    }
    return new MarkDecision(0, false, resolved.name(), unmarked(resolved, settings));
  }

  /** The answer of the engine when it has read the whole document. */
  private static TextEncoding resolve(byte[] bytes, Settings settings) {
    TextDecoder decoder = settings.spec().onMalformed(MalformedPolicy.SKIP).newDecoder();
    try {
      decoder.decode(ByteBuffer.wrap(bytes), true);
    } catch (IllFormedTextException missingMark) {
      // BomPolicy.REQUIRE fails whatever the policy; the row of Utflow says so.
    }
    return decoder.resolvedEncoding().orElse(settings.textEncoding());
  }

  private static String marked(
      byte[] head, boolean dropped, TextEncoding resolved, Settings settings) {
    String mark = HexFormat.ofDelimiter(" ").withUpperCase().formatHex(head);
    String decided =
        resolved.name().equals(settings.textEncoding().name())
            ? mark + " is the byte order mark of " + resolved.name()
            : mark + " decided: " + resolved.name();
    return decided
        + (dropped ? ". Dropped" : ". U+FEFF is text here")
        + " ("
        + settings.bom()
        + ")";
  }

  private static String unmarked(TextEncoding resolved, Settings settings) {
    if (settings.bom() == BomPolicy.REQUIRE) {
      return "No byte order mark, and the policy requires one (REQUIRE)";
    }
    return resolved.name().equals(settings.textEncoding().name())
        ? "No byte order mark. Read as " + resolved.name() + ", as configured"
        : "No byte order mark. Read as " + resolved.name() + ", the default order (RFC 2781 §4.3)";
  }
}
