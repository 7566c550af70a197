/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Text with shifts is read the same in pieces and byte by byte: wherever a piece ends in its array,
 * whatever room there is for chars, and wherever it is ill-formed.
 */
class ShiftedRunsTest {
  private static final int ROUNDS = 3000;
  private static final int MOST_PARTS = 12;
  private static final int MOST_ROOM = 60;

  private static byte[] part(String[] hex, Random random) {
    return HexFormat.of().parseHex(hex[random.nextInt(hex.length)].strip());
  }

  /**
   * Runs of single bytes and of pairs in turns, each behind its shift, now and then behind another.
   */
  private static byte[] text(String[] ones, String[] twos, String[] shifts, Random random) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    boolean pairs = false;
    for (int part = random.nextInt(MOST_PARTS); part >= 0; part--) {
      for (int i = random.nextInt(random.nextInt(5) == 0 ? 30 : 8); i > 0; i--) {
        text.writeBytes(part(pairs ? twos : ones, random));
      }
      boolean any = random.nextInt(8) == 0;
      pairs ^= !any;
      byte[] shift = HexFormat.of().parseHex(shifts[pairs ? 1 : 0].strip());
      text.writeBytes(any ? part(shifts, random) : shift);
    }
    return text.toByteArray();
  }

  private static String byByte(TextEncoding encoding, byte[] text) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder = DecoderSpec.of(encoding).observer(found::add).newDecoder();
    StringBuilder chars = new StringBuilder();
    for (byte b : text) {
      chars.append(decoder.decode(ByteBuffer.wrap(new byte[] {b}), false));
    }
    return chars.append(decoder.decode(ByteBuffer.allocate(0), true)) + " " + found;
  }

  private static String inTwo(TextEncoding encoding, byte[] text, int cut, int room) {
    List<IllFormedSequence> found = new ArrayList<>();
    TextDecoder decoder = DecoderSpec.of(encoding).observer(found::add).newDecoder();
    StringBuilder chars = new StringBuilder();
    CharBuffer out = CharBuffer.allocate(room);
    // Both pieces are in one array: bytes of the second must not be read with the first.
    for (ByteBuffer in :
        List.of(ByteBuffer.wrap(text, 0, cut), ByteBuffer.wrap(text, cut, text.length - cut))) {
      boolean last = in.limit() == text.length && in.position() == cut;
      CoderStatus status = CoderStatus.OVERFLOW;
      while (status == CoderStatus.OVERFLOW) {
        status = decoder.decode(in, out.clear(), last);
        chars.append(out.flip());
      }
    }
    return chars + " " + found;
  }

  /** Among the bytes, the pairs and the shifts of each are some that are none of the charset. */
  @ParameterizedTest
  @CsvSource({
    "ISO-2022-KR, 20 41 0a c8 1b 00, 3021 3122 3223 7f7f a1a1 3021 20, 0f 0e 1b242943 1b2842",
    "x-IBM933, 40 c1 25 3f ff, 8861 8865 9070 4040 ffff 00 8861, 0f 0e 1b",
    "x-IBM930, 40 c1 15 3f ff, 4481 4482 4567 4040 ffff 00 4481, 0f 0e 1b",
    "ISO-2022-JP, 20 41 0a c8 00, 2422 2424 3021 7f7f a4a4 24 2422, 1b2842 1b2442 1b284a 1b28c2 1b2440",
    "ISO-2022-JP-2, 20 41 0a c8 00, 2422 2424 3021 7f7f a4a4 24, 1b2842 1b2442 1b242844 1b2428c4 0e",
    "ISO-2022-CN, 20 41 0a c8 00, 3021 3122 3223 7f7f a1a1 30, 0f 0e 1b242941 1b242947 1b4e"
  })
  void runsAreReadAsTheirBytesAre(String name, String ones, String twos, String shifts) {
    TextEncoding encoding = TextEncoding.forName(name);
    Random random = new Random(3);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] text = text(ones.split(" "), twos.split(" "), shifts.split(" "), random);
      int cut = random.nextInt(text.length + 1);
      int room = 1 + random.nextInt(MOST_ROOM);
      assertThat(inTwo(encoding, text, cut, room))
          .as("%s, cut at %d, room for %d", HexFormat.of().formatHex(text), cut, room)
          .isEqualTo(byByte(encoding, text));
    }
  }
}
