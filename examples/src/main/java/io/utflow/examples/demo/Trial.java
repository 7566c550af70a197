/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.TextEncoding;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One text to be sent in one encoding and cut in one way. */
record Trial(Document document, TextEncoding encoding, Cutting cutting, WireText wire, int[] ends) {
  /** A document shorter than this many pieces is repeated until it is not. */
  private static final int FEWEST_PIECES = 8;

  /** Every document in every encoding, cut in every way. */
  static List<Trial> all(List<Document> documents, List<Cutting> cuttings) {
    List<Trial> trials = new ArrayList<>();
    for (TextEncoding encoding : UnicodeEncodings.ALL) {
      for (Cutting cutting : cuttings) {
        for (int i = 0; i < documents.size(); i++) {
          // Where a byte order mark tells the order, both orders occur.
          ByteOrder order = i % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
          trials.add(of(documents.get(i), encoding, order, cutting));
        }
      }
    }
    return trials;
  }

  static Trial of(Document document, TextEncoding encoding, ByteOrder order, Cutting cutting) {
    int once = WireText.of(document.text(), encoding, order).bytes().length;
    int times = 1 + FEWEST_PIECES * cutting.longestPiece() / once;
    Document repeated = new Document(document.name(), document.text().repeat(times));
    WireText wire = WireText.of(repeated.text(), encoding, order);
    return new Trial(repeated, encoding, cutting, wire, cutting.ends(wire.bytes().length));
  }

  /** Compares the text that each setup has decoded with the original. */
  Tally judge(Map<DecodingSetup, String> decoded) {
    String original = document.text();
    return new Tally(
        1,
        wire.bytes().length,
        ends.length,
        wire.characters(),
        wire.charactersCutBy(ends),
        original.equals(decoded.get(DecodingSetup.UTFLOW_ON_NETTY)) ? 1 : 0,
        original.equals(decoded.get(DecodingSetup.UTFLOW_ON_REACTOR)) ? 1 : 0,
        Corruption.charactersLost(original, decoded.get(DecodingSetup.NETTY_STRING_DECODER)),
        Corruption.charactersLost(original, decoded.get(DecodingSetup.REACTOR_AS_STRING)));
  }
}
