/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A small file with hostile edges, for engines that read files in splits: terminators of several
 * characters and units, their bytes inside other characters, surrogate pairs, marks, ill-formed
 * bytes, no last terminator, nothing at all.
 *
 * @param bytes the whole file
 */
public record FileToSplit(TextEncoding encoding, BomPolicy bom, LineBreaks breaks, byte[] bytes) {
  private static final List<LineBreaks> BREAKS =
      List.of(LineBreaks.ANY, LineBreaks.LF_OR_CRLF, LineBreaks.UNICODE);

  private static final List<String> TEXTS =
      List.of(
          "",
          "\n",
          "a\r\nb\n\r\nc\rd\u0085e\u2028f\u2029\u000Bh\f\r\n",
          "\n\n\r\r\n\r\r\n\n",
          "x😀\n😀\r\n中😀\n\n😀",
          "\uFEFFmark\n\uFEFFagain\r\nno end",
          "\u0A0A\n\u0D0A\r\n\u0A0D\u0A05\u0D05\u2028\u0D0D\u0A0A");

  /** How the file is read, with U+FFFD for what is ill-formed. */
  public DecoderSpec text() {
    return DecoderSpec.of(encoding).bom(bom);
  }

  /** What a line is. */
  public LineSpec lines() {
    return LineSpec.of(breaks);
  }

  /** What one machine reads from the file: of each line its byte offset and its text. */
  public List<String> located() {
    List<String> located = new ArrayList<>();
    ByteStage<LocatedLine> stage = Stages.locatedLines(text(), lines());
    stage.offer(ByteBuffer.wrap(bytes));
    drain(stage, located);
    stage.endOfInput();
    drain(stage, located);
    return located;
  }

  private static void drain(ByteStage<LocatedLine> stage, List<String> located) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      located.add(line.begin() + " " + line.text());
    }
  }

  /** Files in the schemes of Unicode, sniffed ones, and some others that are there. */
  public static List<FileToSplit> all() {
    List<FileToSplit> files = new ArrayList<>();
    Random random = new Random(38);
    for (TextEncoding encoding : Encodings.SCHEMES) {
      add(files, encoding, BomPolicy.PER_ENCODING, encoding, random);
    }
    // As editors save "Unicode".
    add(files, TextEncoding.UTF_16, BomPolicy.PER_ENCODING, TextEncoding.UTF_16LE, random);
    add(files, TextEncoding.UTF_32, BomPolicy.KEEP, TextEncoding.UTF_32LE, random);
    add(files, TextEncoding.UTF_8, BomPolicy.SNIFF, TextEncoding.UTF_16BE, random);
    for (TextEncoding encoding :
        Encodings.present(
            "windows-1252", "Shift_JIS", "GB18030", "CESU-8", "ISO-2022-JP", "SCSU")) {
      add(files, encoding, BomPolicy.PER_ENCODING, encoding, random);
    }
    return files;
  }

  private static void add(
      List<FileToSplit> files,
      TextEncoding read,
      BomPolicy bom,
      TextEncoding written,
      Random random) {
    EncoderSpec spec = EncoderSpec.of(written).onUnmappable(UnmappablePolicy.replaceWith("?"));
    for (String text : TEXTS) {
      // What begins with a mark tells its order; what does not is big-endian, or as it is read.
      byte[] bytes = spec.encode(bom == BomPolicy.PER_ENCODING ? text : "\uFEFF" + text);
      for (LineBreaks breaks : BREAKS) {
        byte[] file = random.nextBoolean() ? damaged(bytes, random) : bytes;
        files.add(new FileToSplit(read, bom, breaks, file));
      }
    }
  }

  /** With some bytes changed, and others left out. */
  private static byte[] damaged(byte[] bytes, Random random) {
    byte[] damaged = Arrays.copyOf(bytes, Math.max(0, bytes.length - random.nextInt(2)));
    for (int i = 0; i < damaged.length; i++) {
      if (random.nextInt(8) == 0) {
        damaged[i] = (byte) (random.nextBoolean() ? 0xD8 + random.nextInt(8) : random.nextInt());
      }
    }
    return damaged;
  }

  @Override
  public String toString() {
    return "%s, %s, %s, %d bytes".formatted(encoding, bom, breaks, bytes.length);
  }
}
