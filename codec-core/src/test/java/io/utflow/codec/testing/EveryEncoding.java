/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.encodings.Encoding;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Every encoding that has one byte order, and short streams of each. */
public final class EveryEncoding {
  private static final String[] OTHERS = {
    "SCSU",
    "BOCU-1",
    "web-Big5",
    "web-EUC-JP",
    "web-EUC-KR",
    "web-GBK",
    "web-gb18030",
    "web-ISO-2022-JP",
    "web-Shift_JIS",
    "web-windows-1252",
    "HZ-GB-2312",
    "ISO-2022-CN"
  };

  /** What is seldom met by chance: read and not written, written otherwise, or undecided. */
  private static final byte[][] RARE = {
    {(byte) 0xF0, 0x40},
    {(byte) 0xED, (byte) 0xB0},
    {(byte) 0x81, 0x30},
    {(byte) 0x81, 0x30, (byte) 0x81},
    {(byte) 0x82, (byte) 0xF5},
    {(byte) 0x88, 0x62},
    {(byte) 0xA2, (byte) 0xA4},
    {(byte) 0xA1, (byte) 0x5A},
    {(byte) 0xFA, 0x40},
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
    {(byte) 0xED, (byte) 0xB0, (byte) 0x80},
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80, (byte) 0xFF, (byte) 0xED, (byte) 0xB0, (byte) 0x80},
    {(byte) 0x8F, (byte) 0xA2, (byte) 0xAF},
    {(byte) 0x8E, (byte) 0xA2, (byte) 0xA1, (byte) 0xA1},
    {0x1B, 0x24},
    {0x1B, 0x24, 0x42, 0x30, 0x21},
    {0x0E, 0x21, 0x21, 0x0F},
    {(byte) 0xD8, 0x41},
    {0x25}
  };

  private EveryEncoding() {}

  /** All of this JVM, without those whose byte order a mark decides. */
  public static List<TextEncoding> all() {
    return Stream.of(
            Encodings.FIXED.stream(),
            Encodings.VARIANTS.stream(),
            Encodings.present(OTHERS).stream(),
            CharsetSamples.all().stream().map(TextEncoding::of))
        .flatMap(encodings -> encodings)
        .distinct()
        .toList();
  }

  /** Those that are written, too. */
  public static List<TextEncoding> written() {
    return all().stream().filter(encoding -> Encoding.of(encoding).isWritten()).toList();
  }

  /** Some bytes: any, rare ones, and what the encoding writes for some character. */
  public static byte[] stream(TextEncoding encoding, Random random, int parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < parts; i++) {
      switch (random.nextInt(4)) {
        case 0 -> bytes.writeBytes(RARE[random.nextInt(RARE.length)]);
        case 1 -> bytes.writeBytes(CharsetSamples.anyBytes(random, 1));
        case 2 -> bytes.writeBytes(CharsetSamples.anyBytes(random, 2));
        default -> bytes.writeBytes(written(encoding, random));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] written(TextEncoding encoding, Random random) {
    if (!Encoding.of(encoding).isWritten()) {
      return new byte[] {'a'};
    }
    int[] most = {0x80, 0x600, 0x3100, 0xD800, 0x2FFFF};
    String text = Character.toString(random.nextInt(most[random.nextInt(most.length)]));
    EncoderSpec spec = EncoderSpec.of(encoding).onUnmappable(UnmappablePolicy.SKIP);
    return spec.newEncoder().encode(text);
  }
}
