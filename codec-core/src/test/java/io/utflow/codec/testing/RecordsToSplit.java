/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small file of records, for engines that read files in splits: {@link FileToSplit} has lines.
 *
 * @param setting what a record is, as an engine is told
 * @param records the same
 * @param bytes the whole file
 */
public record RecordsToSplit(
    TextEncoding encoding, String setting, RecordSpec records, byte[] bytes) {
  private static final String[] PARTS = {
    "|", "||", "\n", "\r\n", "\u001E", "a", "bc", "\u00E9", "\u4E2D", "\uD83D\uDE00", "\uFEFF"
  };

  /** What one machine reads from the file: of each record its byte offset and its text. */
  public List<String> located() {
    DecoderSpec spec = TextHead.of(DecoderSpec.of(encoding), ByteBuffer.wrap(bytes)).spec();
    List<String> located = new ArrayList<>();
    try (ByteStage<LocatedLine> stage = Stages.locatedRecords(spec, records)) {
      stage.offer(ByteBuffer.wrap(bytes));
      drain(stage, located);
      stage.endOfInput();
      drain(stage, located);
    }
    return located;
  }

  private static void drain(ByteStage<LocatedLine> stage, List<String> located) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      located.add(line.begin() + " " + line.text());
    }
  }

  /** Records that are split, and others that are read from the start only. */
  public static List<RecordsToSplit> all() {
    List<RecordsToSplit> files = new ArrayList<>();
    Random random = new Random(58);
    for (TextEncoding encoding :
        Encodings.present("UTF-8", "UTF-16", "UTF-16LE", "windows-1252", "ISO-2022-JP")) {
      for (int round = 0; round < 3; round++) {
        byte[] file = file(encoding, random);
        add(files, encoding, "delimiters:|", RecordSpec.delimitedBy("|"), file);
        add(
            files,
            encoding,
            "delimiters:\\u001E \\r\\n",
            RecordSpec.delimitedBy("\u001E", "\r\n"),
            file);
        add(files, encoding, "delimiters:||", RecordSpec.delimitedBy("||"), file);
        add(files, encoding, "chars:5,short", RecordSpec.ofChars(5).allowShort(), file);
      }
    }
    for (TextEncoding encoding : Encodings.present("IBM037", "IBM930", "UTF-8", "UTF-16BE")) {
      byte[] whole = new byte[56];
      random.nextBytes(whole);
      add(files, encoding, "bytes:8", RecordSpec.ofBytes(8), whole);
      add(files, encoding, "bytes:8", RecordSpec.ofBytes(8), new byte[0]);
    }
    return files;
  }

  private static void add(
      List<RecordsToSplit> files,
      TextEncoding encoding,
      String setting,
      RecordSpec records,
      byte[] bytes) {
    files.add(new RecordsToSplit(encoding, setting, records, bytes));
  }

  private static byte[] file(TextEncoding encoding, Random random) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
    for (int parts = 5 + random.nextInt(15); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    byte[] bytes =
        EncoderSpec.of(encoding)
            .onUnmappable(UnmappablePolicy.replaceWith("?"))
            .encode(text.toString());
    if (random.nextBoolean()) {
      bytes[random.nextInt(bytes.length)] = (byte) (0xD8 + random.nextInt(8));
    }
    return bytes;
  }

  /** The policy by which all of these are read. */
  public BomPolicy bom() {
    return BomPolicy.PER_ENCODING;
  }

  @Override
  public String toString() {
    return "%s, %s, %d bytes".formatted(encoding, setting, bytes.length);
  }
}
