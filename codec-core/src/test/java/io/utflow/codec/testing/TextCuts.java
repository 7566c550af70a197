/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The ways of {@link Cuts}, for text: between any two UTF-16 code units. */
public final class TextCuts {
  private TextCuts() {}

  /** In one piece, every cut in two, one unit at a time, and with empty pieces between. */
  public static List<List<String>> hostile(String text) {
    return Cuts.hostile(new byte[text.length()]).stream().map(cut -> like(cut, text)).toList();
  }

  /** Every way of cutting. For short texts. */
  public static List<List<String>> all(String text) {
    return Cuts.all(new byte[text.length()]).stream().map(cut -> like(cut, text)).toList();
  }

  /** One unit at a time. */
  public static List<String> unitwise(String text) {
    return cut(text, Cuts::bytewise);
  }

  /** In pieces of {@code size} units, the last perhaps shorter. */
  public static List<String> every(String text, int size) {
    return cut(text, units -> Cuts.every(units, size));
  }

  /** Short pieces of random length, some of them empty. */
  public static List<String> random(String text, Random random) {
    return cut(text, units -> Cuts.random(units, random));
  }

  private static List<String> cut(String text, Function<byte[], List<byte[]>> way) {
    return like(way.apply(new byte[text.length()]), text);
  }

  private static List<String> like(List<byte[]> cut, String text) {
    List<String> pieces = new ArrayList<>();
    int from = 0;
    for (byte[] piece : cut) {
      pieces.add(text.substring(from, from + piece.length));
      from += piece.length;
    }
    return pieces;
  }

  /** The lengths of pieces, for messages. */
  public static String describe(List<String> pieces) {
    return pieces.stream().map(piece -> String.valueOf(piece.length())).toList().toString();
  }
}
