/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Streams of bytes and the text they are, written down or made by the tables of the standard. */
final class Samples {
  /**
   * Every length of every encoding form, the ends of the ranges, a byte order mark that is text,
   * and characters whose code units look like line breaks to who cuts bytes.
   */
  static final String TEXT =
      "a\u0000\u007F\u0080é\u07FF\u0800€日\uD7FF\uE000\uFEFF\uFFFD\uFFFF"
          + "\uD800\uDC00😀\uDBFF\uDFFF\u0100\u0A00\r\nz";

  /** A stream, and the text that it is when U+FFFD replaces what is ill-formed. */
  record Sample(TextEncoding encoding, byte[] bytes, String text) {
    boolean isWellFormed() {
      return !text.contains("\uFFFD");
    }

    @Override
    public String toString() {
      return encoding + " " + HexFormat.of().formatHex(bytes);
    }
  }

  private Samples() {}

  static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  static List<Sample> all() {
    List<Sample> all = new ArrayList<>(wellFormed());
    all.addAll(illFormed());
    return all;
  }

  /** Without U+FFFD, so that {@link Sample#isWellFormed()} holds. */
  static List<Sample> wellFormed() {
    String text = TEXT.replace("\uFFFD", "");
    List<Sample> samples = new ArrayList<>();
    samples.add(new Sample(TextEncoding.UTF_8, utf8(text), text));
    samples.add(new Sample(TextEncoding.UTF_8, utf8("\uFEFF" + text), text));
    samples.add(new Sample(TextEncoding.UTF_16BE, utf16(text), text));
    samples.add(new Sample(TextEncoding.UTF_16LE, swapped(utf16(text), 2), text));
    samples.add(new Sample(TextEncoding.UTF_16, utf16(text), text));
    samples.add(new Sample(TextEncoding.UTF_16, utf16("\uFEFF" + text), text));
    samples.add(new Sample(TextEncoding.UTF_16, swapped(utf16("\uFEFF" + text), 2), text));
    samples.add(new Sample(TextEncoding.UTF_32BE, utf32(text), text));
    samples.add(new Sample(TextEncoding.UTF_32LE, swapped(utf32(text), 4), text));
    samples.add(new Sample(TextEncoding.UTF_32, utf32(text), text));
    samples.add(new Sample(TextEncoding.UTF_32, utf32("\uFEFF" + text), text));
    samples.add(new Sample(TextEncoding.UTF_32, swapped(utf32("\uFEFF" + text), 4), text));
    return samples;
  }

  /** The maximal subparts of The Unicode Standard, §3.9, one U+FFFD for each. */
  static List<Sample> illFormed() {
    List<Sample> samples = new ArrayList<>();
    samples.add(utf8("41 ED A0 80 42", "A\uFFFD\uFFFD\uFFFDB"));
    samples.add(utf8("41 F0 90 80 42", "A\uFFFDB"));
    samples.add(utf8("C0 AF 41", "\uFFFD\uFFFDA"));
    samples.add(utf8("F4 90 80 80 41", "\uFFFD\uFFFD\uFFFD\uFFFDA"));
    samples.add(utf8("E2 82 E2 82 AC", "\uFFFD€"));
    samples.add(utf8("E2 82 AC F0 9F 98", "€\uFFFD"));
    samples.add(utf8("EF BB", "\uFFFD"));
    addUtf16(samples, "0041 D800 0042", "A\uFFFDB");
    addUtf16(samples, "0041 DC00 0042", "A\uFFFDB");
    addUtf16(samples, "D83D D83D DE00", "\uFFFD😀");
    addUtf16(samples, "0041 D800", "A\uFFFD");
    addUtf32(samples, "00000041 0000D800 00000042", "A\uFFFDB");
    addUtf32(samples, "00000041 00110000 00000042", "A\uFFFDB");
    samples.add(new Sample(TextEncoding.UTF_16BE, hex("00 41 D8 45 00"), "A\uFFFD"));
    samples.add(new Sample(TextEncoding.UTF_16LE, hex("41 00 45 D8 00"), "A\uFFFD"));
    samples.add(new Sample(TextEncoding.UTF_16, hex("FE"), "\uFFFD"));
    samples.add(new Sample(TextEncoding.UTF_32BE, hex("00 00 00 41 00 00"), "A\uFFFD"));
    samples.add(new Sample(TextEncoding.UTF_32LE, hex("41 00 00 00 00 00"), "A\uFFFD"));
    samples.add(new Sample(TextEncoding.UTF_32, hex("00 00 FE"), "\uFFFD"));
    return samples;
  }

  private static Sample utf8(String hex, String text) {
    return new Sample(TextEncoding.UTF_8, hex(hex), text);
  }

  private static void addUtf16(List<Sample> samples, String units, String text) {
    samples.add(new Sample(TextEncoding.UTF_16BE, hex(units), text));
    samples.add(new Sample(TextEncoding.UTF_16LE, swapped(hex(units), 2), text));
    samples.add(new Sample(TextEncoding.UTF_16, hex(units), text));
    samples.add(new Sample(TextEncoding.UTF_16, hex("FEFF" + units), text));
    samples.add(new Sample(TextEncoding.UTF_16, swapped(hex("FEFF" + units), 2), text));
  }

  private static void addUtf32(List<Sample> samples, String units, String text) {
    samples.add(new Sample(TextEncoding.UTF_32BE, hex(units), text));
    samples.add(new Sample(TextEncoding.UTF_32LE, swapped(hex(units), 4), text));
    samples.add(new Sample(TextEncoding.UTF_32, hex(units), text));
    samples.add(new Sample(TextEncoding.UTF_32, swapped(hex("0000FEFF" + units), 4), text));
  }

  /** The Unicode Standard, Table 3-6. */
  static byte[] utf8(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            c -> {
              if (c < 0x80) {
                out.write(c);
              } else if (c < 0x800) {
                out.write(0xC0 | c >> 6);
                out.write(0x80 | c & 0x3F);
              } else if (c < 0x10000) {
                out.write(0xE0 | c >> 12);
                out.write(0x80 | c >> 6 & 0x3F);
                out.write(0x80 | c & 0x3F);
              } else {
                out.write(0xF0 | c >> 18);
                out.write(0x80 | c >> 12 & 0x3F);
                out.write(0x80 | c >> 6 & 0x3F);
                out.write(0x80 | c & 0x3F);
              }
            });
    return out.toByteArray();
  }

  /** Big-endian. */
  static byte[] utf16(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    text.chars()
        .forEach(
            c -> {
              out.write(c >> 8);
              out.write(c);
            });
    return out.toByteArray();
  }

  /** Big-endian. */
  static byte[] utf32(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            c -> {
              out.write(c >> 24);
              out.write(c >> 16);
              out.write(c >> 8);
              out.write(c);
            });
    return out.toByteArray();
  }

  private static byte[] swapped(byte[] bytes, int unit) {
    byte[] swapped = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      swapped[i] = bytes[i - i % unit + unit - 1 - i % unit];
    }
    return swapped;
  }
}
