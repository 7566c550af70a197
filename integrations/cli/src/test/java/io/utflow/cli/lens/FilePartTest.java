/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("whole")
class FilePartTest {
  private static final String[] TEXTS = {
    "a", "\u00E9", "\u4E2D", "\u6587", "\uD83D\uDE00", "\u30A2", "\u0A0A", "\r\n", "\uFEFF"
  };

  /** Of WTF-8 so many bytes wait for the last of a surrogate pair, and may be no pair. */
  private static final int PENDING = 5;

  @TempDir private Path folder;

  static List<TextEncoding> encodings() {
    return Texts.ENCODINGS;
  }

  /** Each part is what the whole file, read from its start, is there. */
  @ParameterizedTest
  @MethodSource("encodings")
  void isWhatTheWholeFileIsThere(TextEncoding encoding) throws IOException {
    Random random = new Random(47);
    for (int trial = 0; trial < 30; trial++) {
      byte[] file = file(encoding, trial, random);
      Settings settings = Settings.of(encoding).with(BomPolicy.SNIFF);
      SequenceMap whole = SequenceMap.of(file, settings);
      Path path = Files.write(folder.resolve("file"), file);
      try (FileChannel channel = FileChannel.open(path)) {
        for (int i = 0; i < 40; i++) {
          int from = random.nextInt(file.length);
          int length = 1 + random.nextInt(random.nextBoolean() ? 5 : 300);
          FilePart part = FilePart.read(channel, encoding, from, length);
          assertThat(describe(part))
              .as("%s trial %d, %d from %d of %d", encoding, trial, length, from, file.length)
              .isEqualTo(expected(whole, file, part, from, length));
        }
      }
    }
  }

  /**
   * Well-formed text, half of it without a byte that tells where a kanji begins, and from some
   * trial on with bytes of the text overwritten.
   */
  private static byte[] file(TextEncoding encoding, int trial, Random random) {
    StringBuilder text = new StringBuilder(trial % 3 == 0 ? "\uFEFFa" : "a");
    for (int i = 0; i < 300; i++) {
      text.append(trial % 2 == 0 ? "\u4E2D\u6587" : TEXTS[random.nextInt(TEXTS.length)]);
      text.append(random.nextInt(100) == 0 ? "\n" : "");
    }
    byte[] bytes = EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP).encode(text);
    for (int i = 0; i < trial; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static List<String> describe(FilePart part) {
    return describe(part.map(), part.bytes(), 0, part.bytes().length, part.begin());
  }

  /** The sequences that have one of the bytes; none more than a few bytes beside them. */
  private static List<String> expected(
      SequenceMap whole, byte[] file, FilePart part, int from, int length) {
    int begin = whole.startOf(from);
    int end = (int) part.begin() + part.bytes().length;
    int last = whole.endOf(Math.min(from + length, file.length) - 1);
    assertThat(part.begin()).isBetween(Math.max(0L, begin - PENDING), (long) begin);
    assertThat(end).isBetween(last, last + PENDING);
    return describe(whole, file, (int) part.begin(), end, 0);
  }

  private static List<String> describe(SequenceMap map, byte[] bytes, int from, int to, long base) {
    List<String> sequences = new ArrayList<>();
    for (int at = from; at < to; at = map.endOf(at)) {
      int end = map.endOf(at);
      boolean bad = map.roleAt(at) == Role.ILL_FORMED;
      sequences.add(
          (base + at)
              + " "
              + HexFormat.of().formatHex(bytes, at, end)
              + " "
              + (bad ? "ill-formed" : map.textOf(at, end)));
    }
    for (IllFormedSequence each : map.illFormed()) {
      if (each.byteOffset() >= base + from && each.byteOffset() < base + to) {
        sequences.add(each.toString());
      }
    }
    return sequences;
  }
}
