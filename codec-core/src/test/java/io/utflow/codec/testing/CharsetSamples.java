/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Text and bytes of the charsets of the JDK, for laws that run over all of them. */
public final class CharsetSamples {
  /** One or two of each kind. */
  public static final List<String> SAMPLE =
      List.of(
          "US-ASCII",
          "ISO-8859-1",
          "windows-1252",
          "IBM037",
          "Shift_JIS",
          "GB18030",
          "Big5-HKSCS",
          "EUC-JP",
          "EUC-KR",
          "x-SJIS_0213",
          "x-JIS0208",
          "ISO-2022-JP",
          "ISO-2022-KR",
          "x-IBM930");

  /** What begins a shift, a long sequence, a line or a pair in some charset. */
  private static final byte[] TELLING = {
    0x1B, '$', 'B', '(', 'J', 0x0E, 0x0F, '\n', '0', (byte) 0x81, (byte) 0x8E, (byte) 0x8F, 'A'
  };

  private static final int CANDIDATES = 1200;

  private CharsetSamples() {}

  /** The charsets of this JVM that are encodings besides those of Unicode. */
  public static List<Charset> all() {
    return Charset.availableCharsets().values().stream()
        .filter(charset -> !charset.name().startsWith("UTF"))
        .filter(charset -> TextEncoding.find(charset.name()).isPresent())
        .toList();
  }

  /** Some characters that the JDK writes and reads back. */
  public static int[] characters(Charset charset, Random random) {
    List<Integer> characters = new ArrayList<>();
    CharsetEncoder encoder = charset.newEncoder();
    for (int i = 0; i < CANDIDATES; i++) {
      int scalar = i < 0x80 ? i : random.nextInt(random.nextInt(3) == 0 ? 0x600 : 0x30000);
      String text = Character.toString(scalar);
      if (encoder.canEncode(text) && readsBack(charset, text)) {
        characters.add(scalar);
      }
    }
    return characters.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean readsBack(Charset charset, String text) {
    try {
      ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
      return charset.newDecoder().decode(bytes).toString().equals(text);
    } catch (CharacterCodingException unmapped) {
      return false;
    }
  }

  /** Text of these characters. */
  public static String text(int[] characters, Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return text.toString();
  }

  /** Bytes of any kind. */
  public static byte[] anyBytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    for (int i = 0; i < length; i++) {
      if (random.nextInt(3) == 0) {
        bytes[i] = TELLING[random.nextInt(TELLING.length)];
      }
    }
    return bytes;
  }
}
