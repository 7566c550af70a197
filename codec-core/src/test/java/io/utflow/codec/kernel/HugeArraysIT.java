/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.choice.KernelSwitch;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * At the end of the longest arrays there are, every kernel does what it does at the end of a short
 * one: no sum of positions overflows. Needs six gigabytes of heap: the Maven profile {@code huge}.
 *
 * <p>No range of such an array is given to {@code Arrays.equals}, in which sums overflow: JDK 17
 * crashes there, and JDK 25 finds differences where there are none.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HugeArraysIT {
  /** The longest array that HotSpot makes. */
  private static final int END = Integer.MAX_VALUE - 2;

  private static final List<String> ALPHABETS =
      List.of(
          "a",
          "\u00E9",
          "\u4E2D",
          "\uD83D\uDE42",
          "a\u00E9",
          "aaaaaaa\u2019",
          "a\u00E9\u4E2D\uD83D\uDE42",
          "x".repeat(70) + "\u00E9");

  private static final int[] LENGTHS = {
    1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 63, 65, 70, 127, 260, 900
  };

  private static final List<TextEncoding> ENCODINGS =
      List.of(
          TextEncoding.UTF_8,
          TextEncoding.UTF_16BE,
          TextEncoding.UTF_16LE,
          TextEncoding.UTF_32BE,
          TextEncoding.UTF_32LE);

  /** Texts of about the lengths of {@link #LENGTHS} in code units, none of which cuts a pair. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (String alphabet : ALPHABETS) {
      for (int length : LENGTHS) {
        int end = length - length % alphabet.length();
        texts.add(alphabet.repeat(length / alphabet.length() + 1).substring(0, Math.max(end, 2)));
      }
    }
    return texts;
  }

  private static List<KernelSubject> subjects() {
    return Kernels.available().stream().flatMap(set -> KernelSubject.of(set).stream()).toList();
  }

  @Test
  void theVectorKernelsAreAmongThemWhereTheRunHasVectors() {
    boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    assertThat(Kernels.available().stream().anyMatch(set -> set.name().equals("vector")))
        .isEqualTo(vectors);
  }

  /** Room for one byte more than all, for all, for half, for hardly any, and none. */
  private static int[] rooms(int all) {
    return new int[] {all + 1, all, all / 2, Math.min(all, 3), 0};
  }

  @Test
  void bytesAreReadAtTheEndOfTheLongestArray() {
    byte[] huge = new byte[END];
    for (KernelSubject subject : subjects()) {
      for (String text : texts()) {
        byte[] bytes = ReferenceEncoder.encode(subject.encoding(), text);
        for (int cut = 0; cut < Math.min(4, bytes.length); cut++) {
          reads(subject.kernel(), Arrays.copyOf(bytes, bytes.length - cut), huge);
        }
        byte[] utf8 = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
        for (int room : rooms(4 * text.length())) {
          if (subject.kernel() instanceof Utf8Neighbour neighbour) {
            sameBytes(neighbour::fromUtf8, utf8, huge, room);
          }
        }
      }
    }
  }

  private static void reads(Kernel kernel, byte[] bytes, byte[] huge) {
    int pos = place(bytes, huge);
    int prefix = kernel.wellFormedPrefix(bytes, 0, bytes.length);
    assertThat(kernel.wellFormedPrefix(huge, pos, END)).isEqualTo(prefix);
    for (int room : rooms(bytes.length)) {
      char[] expected = new char[room];
      char[] actual = new char[room];
      long progress = kernel.decode(bytes, 0, bytes.length, expected, 0, room);
      assertThat(kernel.decode(huge, pos, END, actual, 0, room)).isEqualTo(progress);
      int written = Kernel.written(progress);
      assertThat(Arrays.equals(actual, 0, written, expected, 0, written)).isTrue();
      if (kernel instanceof Utf8Neighbour neighbour) {
        sameBytes(neighbour::toUtf8, bytes, huge, room);
      }
    }
  }

  /** A position and a room whose sum is at the greatest {@code int} or more. */
  @Test
  void aLargeRoomBehindALargePosition() {
    int pos = 1 << 30;
    byte[] huge = new byte[pos + (1 << 15)];
    char[] room = new char[(1 << 30) + 40];
    for (KernelSubject subject : subjects()) {
      for (String alphabet : ALPHABETS) {
        byte[] bytes = ReferenceEncoder.encode(subject.encoding(), alphabet.repeat(40));
        int end = pos + bytes.length;
        System.arraycopy(bytes, 0, huge, pos, bytes.length);
        long expected =
            subject.kernel().decode(bytes, 0, bytes.length, room, 0, bytes.length + 100);
        for (int more = 0; more < 40; more++) {
          long actual = subject.kernel().decode(huge, pos, end, room, 0, (1 << 30) + more);
          assertThat(actual).isEqualTo(expected);
        }
      }
    }
  }

  private interface Conversion {
    long call(byte[] src, int pos, int end, byte[] dst, int dpos, int dend);
  }

  private static void sameBytes(Conversion conversion, byte[] bytes, byte[] huge, int room) {
    int pos = place(bytes, huge);
    byte[] expected = new byte[room];
    byte[] actual = new byte[room];
    long progress = conversion.call(bytes, 0, bytes.length, expected, 0, room);
    assertThat(conversion.call(huge, pos, END, actual, 0, room)).isEqualTo(progress);
    int written = Kernel.written(progress);
    assertThat(Arrays.equals(actual, 0, written, expected, 0, written)).isTrue();
  }

  private static int place(byte[] bytes, byte[] huge) {
    System.arraycopy(bytes, 0, huge, END - bytes.length, bytes.length);
    return END - bytes.length;
  }

  @Test
  void bytesAreWrittenAtTheEndOfTheLongestArray() {
    byte[] huge = new byte[END];
    for (KernelSubject subject : subjects()) {
      Kernel kernel = subject.kernel();
      for (String text : texts()) {
        char[] chars = text.toCharArray();
        byte[] bytes = ReferenceEncoder.encode(subject.encoding(), text);
        byte[] utf8 = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
        for (int room : rooms(bytes.length)) {
          sameWritten((d, p, e) -> kernel.encode(chars, 0, chars.length, d, p, e), huge, room);
          if (kernel instanceof Utf8Neighbour to) {
            sameWritten((d, p, e) -> to.toUtf8(bytes, 0, bytes.length, d, p, e), huge, room);
            sameWritten((d, p, e) -> to.fromUtf8(utf8, 0, utf8.length, d, p, e), huge, room);
          }
        }
        sameWritten(
            (d, p, e) -> kernel.encodeWellFormed(chars, 0, chars.length, d, p, e),
            huge,
            bytes.length);
      }
    }
  }

  private interface Writing {
    long call(byte[] dst, int dpos, int dend);
  }

  private static void sameWritten(Writing writing, byte[] huge, int room) {
    byte[] expected = new byte[room];
    long progress = writing.call(expected, 0, room);
    assertThat(writing.call(huge, END - room, END)).isEqualTo(progress);
    int written = Kernel.written(progress);
    int from = END - room;
    assertThat(Arrays.copyOfRange(huge, from, from + written))
        .isEqualTo(Arrays.copyOf(expected, written));
  }

  @Test
  void charsAreReadAndWrittenAtTheEndOfTheLongestArray() {
    char[] huge = new char[END];
    for (KernelSubject subject : subjects()) {
      for (String text : texts()) {
        encodes(subject.kernel(), text.toCharArray(), huge);
        byte[] bytes = ReferenceEncoder.encode(subject.encoding(), text);
        for (int room : rooms(text.length())) {
          char[] expected = new char[room];
          long progress = subject.kernel().decode(bytes, 0, bytes.length, expected, 0, room);
          int from = END - room;
          assertThat(subject.kernel().decode(bytes, 0, bytes.length, huge, from, END))
              .isEqualTo(progress);
          int written = Kernel.written(progress);
          assertThat(new String(huge, from, written)).isEqualTo(new String(expected, 0, written));
        }
      }
    }
  }

  private static void encodes(Kernel kernel, char[] chars, char[] huge) {
    int pos = END - chars.length;
    System.arraycopy(chars, 0, huge, pos, chars.length);
    for (int room : rooms(4 * chars.length)) {
      byte[] expected = new byte[room];
      byte[] actual = new byte[room];
      long progress = kernel.encode(chars, 0, chars.length, expected, 0, room);
      assertThat(kernel.encode(huge, pos, END, actual, 0, room)).isEqualTo(progress);
      int written = Kernel.written(progress);
      assertThat(Arrays.equals(actual, 0, written, expected, 0, written)).isTrue();
    }
  }

  @Test
  void controlsAreFoundAtTheEndOfTheLongestArrays() {
    byte[] bytes = new byte[END];
    Arrays.fill(bytes, END - 1000, END, (byte) 'x');
    for (KernelSet set : Kernels.available()) {
      ControlSearch search = set.controls();
      for (int length = 0; length < 1000; length++) {
        int from = END - length;
        assertThat(search.find(bytes, from, END)).isEqualTo(END);
        assertThat(Ascii.prefix(bytes, from, END)).isEqualTo(length);
      }
      bytes[END - 1] = '\n';
      assertThat(search.find(bytes, END - 1000, END)).isEqualTo(END - 1);
      bytes[END - 1] = 'x';
      bytes[END - 2] = 'x';
    }
  }

  /** As users have it: a decoder and an encoder, and buffers at the end of an array. */
  @Test
  void aBufferOnTheEndOfTheLongestArrayIsDecodedAndWritten() {
    byte[] huge = new byte[END];
    KernelSet before = Kernels.chosen();
    try {
      for (KernelSet set : Kernels.available()) {
        KernelSwitch.use(set);
        for (TextEncoding encoding : ENCODINGS) {
          texts().forEach(text -> decodesAndEncodes(encoding, text, huge));
        }
      }
    } finally {
      KernelSwitch.use(before);
    }
  }

  private static void decodesAndEncodes(TextEncoding encoding, String text, byte[] huge) {
    byte[] bytes = ReferenceEncoder.encode(encoding, text);
    int pos = place(bytes, huge);
    ByteBuffer in = ByteBuffer.wrap(huge, pos, bytes.length);
    CharBuffer chars = CharBuffer.allocate(text.length());
    DecoderSpec.of(encoding).newDecoder().decode(in, chars, true);
    assertThat(chars.flip().toString()).isEqualTo(text);
    Arrays.fill(huge, pos, END, (byte) 0);
    ByteBuffer out = ByteBuffer.wrap(huge, pos, bytes.length);
    EncoderSpec.of(encoding).newEncoder().encode(CharBuffer.wrap(text), out, true);
    assertThat(Arrays.copyOfRange(huge, pos, END)).isEqualTo(bytes);
  }
}
