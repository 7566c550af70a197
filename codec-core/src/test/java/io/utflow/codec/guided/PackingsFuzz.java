/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.scripts.GuidedScripts;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.ReferenceDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Packings: cuts, what was packed is unpacked, and escapes of bytes are the bytes that they stand
 * for.
 */
public final class PackingsFuzz {
  private static final GuidedScripts LAWS =
      new GuidedScripts("CUTS COUNTS", "UNPACK_PERCENT UNPACK_BACKSLASH UNPACK_REFERENCES PACK");

  private static final List<Packing> ALL =
      List.of(
          Packing.PERCENT,
          Packing.BACKSLASH,
          Packing.BACKSLASH_LONG,
          Packing.REFERENCES,
          Packing.DECIMAL_REFERENCES);

  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

  private PackingsFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    LAWS.check(data);
    if (data.length <= GuidedScripts.HEAD) {
      return;
    }
    byte[] stream = Arrays.copyOfRange(data, GuidedScripts.HEAD, data.length);
    String text = text(stream);
    for (Packing packing : ALL) {
      String packed = through(packing.packer(), text);
      require(packed.chars().allMatch(c -> c < 0x80), packing + " writes " + packed);
      String back = through(packing.unpacker(), packed);
      require(back.equals(text), packing + " reads " + back + " of " + packed);
    }
    // As they stand there, so that a fuzzer writes escapes easily.
    String unpacked = through(Packing.PERCENT.unpacker(), text);
    String expected = text(unescaped(text));
    require(unpacked.equals(expected), unpacked + " instead of " + expected);
  }

  private static String text(byte[] utf8) {
    return ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, utf8).text(s -> "\uFFFD");
  }

  /** The UTF-8 of a text, with bytes in the place of their escapes. */
  private static byte[] unescaped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(text);
    int from = 0;
    while (escape.find()) {
      bytes.writeBytes(text.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
      bytes.write(Integer.parseInt(escape.group(1), 16));
      from = escape.end();
    }
    bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private static String through(Stage<CharSequence, String> stage, String text) {
    StringBuilder out = new StringBuilder();
    stage.offer(text);
    drain(stage, out);
    stage.endOfInput();
    drain(stage, out);
    return out.toString();
  }

  private static void drain(Stage<CharSequence, String> stage, StringBuilder out) {
    for (String piece; (piece = stage.poll()) != null; ) {
      out.append(piece);
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
