/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How far a kernel searches, over what it then converts: what is searched is given to UTF-8's. */
class Cesu8KernelTest {
  /** In bytes: the most that a call may search beyond what it converts. */
  private static final int MOST_IN_VAIN = 64;

  /** Converts as a kernel of UTF-8 does, and counts what it is given. */
  private static final class Counting implements Kernel {
    private final Kernel utf8;
    private int given;
    private int furthest;

    Counting(Kernel utf8) {
      this.utf8 = utf8;
    }

    private void count(int pos, int end) {
      given += end - pos;
      furthest = Math.max(furthest, end);
    }

    @Override
    public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
      count(pos, end);
      return utf8.decode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
      count(pos, end);
      return utf8.encode(src, pos, end, dst, dpos, dend);
    }

    @Override
    public int wellFormedPrefix(byte[] src, int pos, int end) {
      count(pos, end);
      return utf8.wellFormedPrefix(src, pos, end);
    }
  }

  static Stream<Kernel> kernels() {
    return Kernels.available().stream().map(KernelSet::utf8);
  }

  private final char[] chars = "\u043c\u0438\u0440 ".repeat(1024).toCharArray();
  private final byte[] bytes = new String(chars).getBytes(StandardCharsets.UTF_8);

  @ParameterizedTest
  @MethodSource("kernels")
  void anIllFormedByteIsNotSearchedFarBehind(Kernel utf8) {
    for (int at = 0; at < 100; at++) {
      byte[] src = bytes.clone();
      src[at] = 'x';
      Counting counting = new Counting(utf8);
      Kernel kernel = new Cesu8Kernel(counting, true);
      int read = Kernel.read(kernel.decode(src, 0, src.length, chars, 0, chars.length));
      assertThat(counting.given).isLessThanOrEqualTo(3 * read + MOST_IN_VAIN);
      counting.given = 0;
      read = kernel.wellFormedPrefix(src, 0, src.length);
      assertThat(counting.given).isLessThanOrEqualTo(3 * read + MOST_IN_VAIN);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void noMoreIsSearchedThanThereIsRoomFor(Kernel utf8) {
    Counting counting = new Counting(utf8);
    Kernel kernel = new Cesu8Kernel(counting, true);
    for (int room = 1; room < 20; room++) {
      counting.given = 0;
      kernel.decode(bytes, 0, bytes.length, new char[room], 0, room);
      assertThat(counting.given).isLessThanOrEqualTo(2 * 3 * room);
      counting.given = 0;
      kernel.encode(chars, 0, chars.length, new byte[room], 0, room);
      assertThat(counting.given).isLessThanOrEqualTo(2 * room);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void nothingIsSearchedBehindNul(Kernel utf8) {
    for (int nul = 0; nul < 200; nul += 7) {
      byte[] src = bytes.clone();
      src[nul] = (byte) 0xC0;
      src[nul + 1] = (byte) 0x80;
      Counting counting = new Counting(utf8);
      Kernel kernel = new Cesu8Kernel(counting, false);
      kernel.decode(src, 0, src.length, chars, 0, chars.length);
      assertThat(counting.furthest).isLessThanOrEqualTo(nul);
      kernel.wellFormedPrefix(src, 0, src.length);
      assertThat(counting.furthest).isLessThanOrEqualTo(nul);
    }
  }
}
