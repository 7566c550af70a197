/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * A pattern of ill-formed text, repeated without end.
 *
 * @param encoding what the bytes are said to be in, or the chars are to be encoded to
 * @param name the pattern, in hexadecimal: code units for encoded text, chars for an encoder
 * @param pieces a stream of it, each piece with the end of the pattern
 */
public record HostileText(TextEncoding encoding, String name, Pieces pieces) {
  private static final int PIECE = 8192;
  private static final int PIECES_OF_STREAM = 8;

  /** For decoders: ill-formed text alone, and beside well-formed text, in every encoding. */
  public static List<HostileText> bytes() {
    List<HostileText> all = new ArrayList<>();
    for (String units :
        List.of(
            "FF",
            "80",
            "61 FF",
            "6161616161616161616161616161616161616161 FF",
            "0A FF",
            "E2 82 61",
            "F0 9F 98 41",
            "ED A0 80",
            "E2 82 AC FF",
            "C3 A9 80",
            "F0 9F 98 80 C0")) {
      all.add(ofBytes(TextEncoding.UTF_8, units));
    }
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE)) {
      for (String units : List.of("D83D", "DE00", "0061 D83D", "20AC DE00", "D83D DE00 DE00")) {
        all.add(ofBytes(encoding, units));
      }
    }
    for (TextEncoding encoding : List.of(TextEncoding.UTF_32BE, TextEncoding.UTF_32LE)) {
      for (String units :
          List.of("00110000", "0000D83D", "00000061 FFFFFFFF", "0001F600 0000DE00")) {
        all.add(ofBytes(encoding, units));
      }
    }
    return all;
  }

  /** For encoders: unpaired surrogates, alone and beside well-formed text. */
  public static List<HostileText> texts() {
    List<HostileText> all = new ArrayList<>();
    for (TextEncoding encoding :
        List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE, TextEncoding.UTF_32LE)) {
      for (String units : List.of("D83D", "DE00", "0061 D83D", "20AC DE00", "D83D DE00 DE00")) {
        StringBuilder pattern = new StringBuilder();
        for (String unit : units.split(" ")) {
          pattern.append((char) Integer.parseInt(unit, 16));
        }
        String piece = pattern.toString().repeat(PIECE / 2 / pattern.length());
        all.add(new HostileText(encoding, units, Pieces.ofTexts(stream(piece))));
      }
    }
    return all;
  }

  private static HostileText ofBytes(TextEncoding encoding, String units) {
    StringBuilder hex = new StringBuilder();
    for (String unit : units.split(" ")) {
      hex.append(encoding.name().endsWith("LE") ? reversed(unit) : unit);
    }
    byte[] piece = HexFormat.of().parseHex(hex.toString().repeat(PIECE / (hex.length() / 2)));
    return new HostileText(encoding, units, Pieces.ofBytes(stream(piece)));
  }

  private static String reversed(String unit) {
    StringBuilder bytes = new StringBuilder();
    for (int at = unit.length() - 2; at >= 0; at -= 2) {
      bytes.append(unit, at, at + 2);
    }
    return bytes.toString();
  }

  private static <P> List<P> stream(P piece) {
    return Collections.nCopies(PIECES_OF_STREAM, piece);
  }
}
