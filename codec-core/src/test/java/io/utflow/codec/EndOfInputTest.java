/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link IllFormedSequence#endOfInput()} is true exactly of the sequences that a stream which has
 * not ended does not tell of yet.
 */
@OverEncodings
class EndOfInputTest {
  private static final int STREAMS = Product.sampled(300, 12);
  private static final int MOST_CUT = 5;

  static List<TextEncoding> encodings() {
    return EveryEncoding.all();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void isTrueOfWhatOnlyTheEndDecides(TextEncoding encoding) {
    Random random = new Random(4);
    for (int i = 0; i < STREAMS; i++) {
      byte[] bytes = EveryEncoding.stream(encoding, random, 1 + random.nextInt(3));
      holds(encoding, bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GB18030, 8130, true",
    "GB18030, 813041, false",
    "ISO-2022-JP, 1B24, true",
    "ISO-2022-KR, 1B24, true",
    "ISO-2022-KR, 1B2441, false",
    "CESU-8, EDA080ED, true true",
    "CESU-8, EDA08041, false",
    "Modified-UTF-8, EDA080ED, true true",
    "UTF-16BE, D800DC, true",
    "UTF-8, FF, false",
    "UTF-8, F09F98, true"
  })
  void examples(String encoding, String hex, String expected) {
    Encodings.assumePresent(encoding);
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (List<byte[]> pieces : Cuts.all(bytes)) {
      for (boolean withLast : new boolean[] {false, true}) {
        List<String> ends = new ArrayList<>();
        found(TextEncoding.forName(encoding), pieces, true, withLast)
            .forEach(sequence -> ends.add(String.valueOf(sequence.endOfInput())));
        assertThat(String.join(" ", ends)).isEqualTo(expected);
      }
    }
  }

  private static void holds(TextEncoding encoding, byte[] bytes) {
    int before = found(encoding, List.of(bytes), false, false).size();
    List<List<byte[]>> cuts = bytes.length <= MOST_CUT ? Cuts.all(bytes) : Cuts.hostile(bytes);
    for (List<byte[]> pieces : cuts) {
      for (boolean withLast : new boolean[] {false, true}) {
        List<IllFormedSequence> all = found(encoding, pieces, true, withLast);
        for (int i = 0; i < all.size(); i++) {
          boolean expected = i >= before;
          if (all.get(i).endOfInput() != expected) {
            assertThat(all.get(i).endOfInput())
                .as("%s in %s", all.get(i), HexFormat.of().formatHex(bytes))
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static List<IllFormedSequence> found(
      TextEncoding encoding, List<byte[]> pieces, boolean end, boolean endWithLast) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(encoding).bom(BomPolicy.KEEP).observer(found::add).newDecoder();
    for (int i = 0; i < pieces.size(); i++) {
      boolean last = i + 1 == pieces.size();
      decoder.decode(ByteBuffer.wrap(pieces.get(i)), end && endWithLast && last);
    }
    if (end) {
      decoder.decode(ByteBuffer.allocate(0), true);
    }
    return found;
  }
}
