/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first inputs of a target, in {@code NAME.txt} beside it: one a line, bytes that are no
 * printable ASCII as {@code \xHH}.
 */
public final class Corpus {
  private static final Pattern BYTE = Pattern.compile("\\\\x([0-9A-F]{2})");

  private Corpus() {}

  /** The inputs of a target. */
  public static List<byte[]> of(Class<?> target) {
    try (InputStream in = target.getResourceAsStream(target.getSimpleName() + ".txt")) {
      if (in == null) {
        throw new IllegalArgumentException("there is no corpus of " + target);
      }
      String lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return lines.lines().map(Corpus::bytes).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(String line) {
    return BYTE.matcher(line)
        .replaceAll(
            hex -> {
              char c = (char) Integer.parseInt(hex.group(1), 16);
              return java.util.regex.Matcher.quoteReplacement(Character.toString(c));
            })
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  static String line(byte[] bytes) {
    StringBuilder line = new StringBuilder();
    for (byte b : bytes) {
      boolean plain = b > ' ' && b < 0x7F && b != '\\';
      line.append(plain ? Character.toString(b) : "\\x%02X".formatted(b));
    }
    return line.toString();
  }
}
