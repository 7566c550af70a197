/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.TranscodeCheck;
import io.utflow.codec.testing.TranscodeCheck.Pair;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Text between UTF-8 and UTF-16 that is longer than the chars that a transcoder keeps between the
 * two: pairs and unpaired surrogates at the ends of its steps, and ill-formed sequences near one
 * another, against the references.
 */
class LongTranscodingTest {
  private static final int LENGTH = 9000;

  /** Code units before what is special: around the steps of 256, 4096 and 8192. */
  private static final int[] PLACES = {0, 1, 255, 256, 257, 767, 4094, 4095, 4096, 8191, 8192};

  private static final List<String> FILLERS = List.of("a", "\u00E9", "\u4E2D", "a\u2019b\u00E9");

  /** A pair, and ill-formed in each way; the bytes of UTF-8 are those of single surrogates. */
  private static final List<String> SPECIAL =
      List.of("\uD83D\uDE42", "\uD83D", "\uDE42", "\uD83D\uD83D\uDE42", "\uDE42\uD83D");

  private static final List<TranscodeSurface> SURFACES =
      List.of(
          TranscodeSurfaces.transcoder(BufferKind.HEAP, BufferKind.HEAP),
          TranscodeSurfaces.transcoder(BufferKind.SLICED, BufferKind.DIRECT),
          TranscodeSurfaces.transcoder(BufferKind.DIRECT, BufferKind.SLICED),
          TranscodeSurfaces.stage(BufferKind.DIRECT, BufferKind.DIRECT));

  /** Those that go on behind each sequence. */
  private static final List<PolicyCase> POLICIES =
      PolicyCase.ALL.stream().filter(policy -> policy.budget() == Long.MAX_VALUE).toList();

  private static final int[] ROOMS = {1 << 16, 8192, 4096, 1000};

  record Way(TextEncoding from, TextEncoding to) {}

  static List<Way> ways() {
    return List.of(
        new Way(TextEncoding.UTF_16LE, TextEncoding.UTF_8),
        new Way(TextEncoding.UTF_16BE, TextEncoding.UTF_8),
        new Way(TextEncoding.UTF_8, TextEncoding.UTF_16LE),
        new Way(TextEncoding.UTF_8, TextEncoding.UTF_16BE));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whateverStandsAtTheEndOfAStep(Way way) {
    int turn = 0;
    for (String filler : FILLERS) {
      String text = filler.repeat(LENGTH / filler.length());
      for (String special : SPECIAL) {
        for (int place : PLACES) {
          if (!Product.takes(turn, 7)) {
            turn++;
            continue;
          }
          check(way, text.substring(0, place) + special + text.substring(place), turn++);
        }
        check(way, text + special, turn++);
      }
    }
  }

  /** Some units apart to some hundreds, so that a kernel is called again and again. */
  @ParameterizedTest
  @MethodSource("ways")
  void manyIllFormedSequences(Way way) {
    Random random = new Random(61);
    for (int turn = 0; turn < Product.sampled(60); turn++) {
      StringBuilder text = new StringBuilder();
      int most = 1 << 1 + random.nextInt(10);
      while (text.length() < LENGTH) {
        text.append(any(FILLERS, random).repeat(random.nextInt(most)));
        text.append(any(SPECIAL, random));
      }
      check(way, text.toString(), turn);
    }
  }

  private static String any(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  private static void check(Way way, String text, int turn) {
    byte[] bytes = bytes(way.from, text);
    Pair pair = new Pair(way.from, BomPolicy.KEEP, way.to, BomOutput.NEVER);
    PolicyCase policy = POLICIES.get(turn % POLICIES.size());
    TranscodeSurface surface = SURFACES.get(turn / 3 % SURFACES.size());
    int room = ROOMS[turn / 5 % ROOMS.length];
    new TranscodeCheck(pair, policy, room, bytes).run(surface, List.of(bytes), true);
  }

  private static byte[] bytes(TextEncoding encoding, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (encoding == TextEncoding.UTF_8) {
      text.codePoints().forEach(scalar -> write(bytes, scalar));
    } else {
      int high = encoding == TextEncoding.UTF_16BE ? 8 : 0;
      text.chars().forEach(unit -> writeUnit(bytes, unit, high));
    }
    return bytes.toByteArray();
  }

  private static void writeUnit(ByteArrayOutputStream bytes, int unit, int high) {
    bytes.write(unit >> high);
    bytes.write(unit >> 8 - high);
  }

  private static void write(ByteArrayOutputStream bytes, int scalar) {
    if (Character.getType(scalar) == Character.SURROGATE) {
      bytes.write(0xED);
      bytes.write(0x80 | scalar >> 6 & 0x3F);
      bytes.write(0x80 | scalar & 0x3F);
    } else {
      bytes.writeBytes(Character.toString(scalar).getBytes(StandardCharsets.UTF_8));
    }
  }
}
