/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The encoders of several bytes of the WHATWG Encoding Standard, §10 to §13, in the error mode
 * "html", as their algorithms are written. The oracle of what the web's labels write.
 */
public final class StandardEncoder {
  private static final int NONE = -1;
  private static final int ESC = 0x1B;

  /** Index ISO-2022-JP katakana. */
  private static final String KATAKANA =
      "\u3002\u300C\u300D\u3001\u30FB\u30F2\u30A1\u30A3\u30A5\u30A7\u30A9\u30E3\u30E5\u30E7\u30C3"
          + "\u30FC\u30A2\u30A4\u30A6\u30A8\u30AA\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7\u30B9"
          + "\u30BB\u30BD\u30BF\u30C1\u30C4\u30C6\u30C8\u30CA\u30CB\u30CC\u30CD\u30CE\u30CF\u30D2"
          + "\u30D5\u30D8\u30DB\u30DE\u30DF\u30E0\u30E1\u30E2\u30E4\u30E6\u30E8\u30E9\u30EA\u30EB"
          + "\u30EC\u30ED\u30EF\u30F3\u309B\u309C";

  /** The 18 characters that gb18030 of 2022 writes otherwise than by the index. */
  private static final String OF_2022 =
      "E81E=FE59 E826=FE61 E82B=FE66 E82C=FE67 E832=FE6D E843=FE7E E854=FE90 E864=FEA0 E78D=A6D9"
          + " E78E=A6DA E78F=A6DB E790=A6DC E791=A6DD E792=A6DE E793=A6DF E794=A6EC E795=A6ED"
          + " E796=A6F3";

  private enum State {
    ASCII,
    ROMAN,
    JIS0208
  }

  private final String name;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private State state = State.ASCII;

  private StandardEncoder(String name) {
    this.name = name;
  }

  /** What an encoding, by the standard's name, writes for well-formed text. */
  public static byte[] encode(String name, String text) {
    StandardEncoder encoder = new StandardEncoder(name);
    text.codePoints().forEach(encoder::write);
    if (encoder.state != State.ASCII) {
      encoder.put(ESC, 0x28, 0x42);
    }
    return encoder.out.toByteArray();
  }

  private void put(int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
  }

  private void error(int codePoint) {
    out.writeBytes(("&#" + codePoint + ";").getBytes(StandardCharsets.US_ASCII));
  }

  private void write(int c) {
    if (name.equals("ISO-2022-JP")) {
      writeIso2022Jp(c);
    } else if (c < 0x80) {
      put(c);
    } else if (!writeOther(c)) {
      error(c);
    }
  }

  private boolean writeOther(int c) {
    return switch (name) {
      case "GBK", "gb18030" -> writeGb18030(c);
      case "Big5" -> writeBig5(c);
      case "EUC-JP" -> writeEucJp(c);
      case "Shift_JIS" -> writeShiftJis(c);
      case "EUC-KR" -> writeEucKr(c);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static int pointer(int[] index, int c, int from) {
    for (int pointer = from; pointer < index.length; pointer++) {
      if (index[pointer] == c) {
        return pointer;
      }
    }
    return NONE;
  }

  private boolean writeGb18030(int c) {
    if (c == 0xE5E5) {
      return false;
    }
    if (name.equals("GBK") && c == 0x20AC) {
      put(0x80);
      return true;
    }
    int row = OF_2022.indexOf("%04X=".formatted(c));
    if (row >= 0) {
      int pair = Integer.parseInt(OF_2022.substring(row + 5, row + 9), 16);
      put(pair >> 8, pair & 0xFF);
      return true;
    }
    int pointer = pointer(StandardIndexes.gb18030(), c, 0);
    if (pointer != NONE) {
      int trail = pointer % 190;
      put(pointer / 190 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41));
      return true;
    }
    if (name.equals("GBK")) {
      return false;
    }
    int p = c >= 0x10000 ? c - 0x10000 + 189_000 : pointer(StandardIndexes.gb18030Ranges(), c, 0);
    put(p / 12_600 + 0x81, p / 1260 % 10 + 0x30, p / 10 % 126 + 0x81, p % 10 + 0x30);
    return true;
  }

  private boolean writeBig5(int c) {
    int[] index = StandardIndexes.big5();
    int pointer = pointer(index, c, (0xA1 - 0x81) * 157);
    if (Arrays.asList(0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345).contains(c)) {
      int next = pointer;
      while (next != NONE) {
        pointer = next;
        next = pointer(index, c, pointer + 1);
      }
    }
    if (pointer == NONE) {
      return false;
    }
    int trail = pointer % 157;
    put(pointer / 157 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62));
    return true;
  }

  private boolean writeEucJp(int c) {
    if (c == 0xA5 || c == 0x203E) {
      put(c == 0xA5 ? 0x5C : 0x7E);
      return true;
    }
    if (c >= 0xFF61 && c <= 0xFF9F) {
      put(0x8E, c - 0xFF61 + 0xA1);
      return true;
    }
    int pointer = pointer(StandardIndexes.jis0208(), c == 0x2212 ? 0xFF0D : c, 0);
    // Two bytes have 94 rows; the index has more, whose characters stand in these as well.
    if (pointer == NONE || pointer >= 94 * 94) {
      return false;
    }
    put(pointer / 94 + 0xA1, pointer % 94 + 0xA1);
    return true;
  }

  private boolean writeShiftJis(int c) {
    if (c == 0x80 || c == 0xA5 || c == 0x203E) {
      put(c == 0x80 ? 0x80 : c == 0xA5 ? 0x5C : 0x7E);
      return true;
    }
    if (c >= 0xFF61 && c <= 0xFF9F) {
      put(c - 0xFF61 + 0xA1);
      return true;
    }
    int[] index = StandardIndexes.jis0208();
    int wanted = c == 0x2212 ? 0xFF0D : c;
    int pointer = pointer(index, wanted, 0);
    if (pointer >= 8272 && pointer <= 8835) {
      pointer = pointer(index, wanted, 8836);
    }
    if (pointer == NONE) {
      return false;
    }
    int lead = pointer / 188;
    int trail = pointer % 188;
    put(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
    return true;
  }

  private boolean writeEucKr(int c) {
    int pointer = pointer(StandardIndexes.eucKr(), c, 0);
    if (pointer == NONE) {
      return false;
    }
    put(pointer / 190 + 0x81, pointer % 190 + 0x41);
    return true;
  }

  private void writeIso2022Jp(int c) {
    if (state != State.JIS0208 && (c == 0x0E || c == 0x0F || c == ESC)) {
      error(0xFFFD);
    } else if (state == State.ASCII && c < 0x80) {
      put(c);
    } else if (state == State.ROMAN && (c < 0x80 && c != 0x5C && c != 0x7E)) {
      put(c);
    } else if (state == State.ROMAN && (c == 0xA5 || c == 0x203E)) {
      put(c == 0xA5 ? 0x5C : 0x7E);
    } else if (c < 0x80) {
      state = State.ASCII;
      put(ESC, 0x28, 0x42);
      writeIso2022Jp(c);
    } else if (c == 0xA5 || c == 0x203E) {
      state = State.ROMAN;
      put(ESC, 0x28, 0x4A);
      writeIso2022Jp(c);
    } else {
      writePair(c);
    }
  }

  private void writePair(int c) {
    int wanted = c == 0x2212 ? 0xFF0D : c;
    wanted = wanted >= 0xFF61 && wanted <= 0xFF9F ? KATAKANA.charAt(wanted - 0xFF61) : wanted;
    int pointer = pointer(StandardIndexes.jis0208(), wanted, 0);
    if (pointer == NONE || pointer >= 94 * 94) {
      if (state == State.JIS0208) {
        state = State.ASCII;
        put(ESC, 0x28, 0x42);
      }
      error(c);
      return;
    }
    if (state != State.JIS0208) {
      state = State.JIS0208;
      put(ESC, 0x24, 0x42);
    }
    put(pointer / 94 + 0x21, pointer % 94 + 0x21);
  }
}
