/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.ReferenceFrames;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How a stream is read or written: what differs from the defaults. Immutable. */
final class Setup {
  /** What may be set, and what holds where it is not. */
  enum Key {
    LAW("CUTS"),
    SURFACE("DECODER_STRING"),
    FROM("UTF-8"),
    TO("UTF-8"),
    NEXT("UTF-8"),
    MALFORMED("REPLACE"),
    UNMAPPABLE("REPLACE"),
    BOM("KEEP"),
    BOM_OUT("NEVER"),
    KIND("HEAP"),
    ROOM("4096"),
    PIECE("8192"),
    BREAKS("LF_OR_CRLF"),
    DELIMITER("0000"),
    KEEP("false"),
    MAX("1000000"),
    MAX_BYTES("1000000"),
    REFUSED("false"),
    /** Of each record, where no delimiter ends one; the last may be shorter if it is even. */
    RECORD_CHARS("0"),
    TOO_LONG("FAIL"),
    KEEP_ALL("false"),
    WINDOW("8192"),
    FINAL_AFTER("0"),
    UNMARKED("false"),
    LISTEN("true"),
    /** Behind which output the stream is switched to {@link #NEXT}; 0 is none. */
    SWITCH_AFTER("0"),
    FRAMING("LF"),
    /** What reads a frame. */
    READER("LINES"),
    FRAME_MAX("1000000");

    private final String otherwise;

    Key(String otherwise) {
      this.otherwise = otherwise;
    }
  }

  static final Setup DEFAULT = new Setup(new EnumMap<>(Key.class));

  private final Map<Key, String> values;

  private Setup(Map<Key, String> values) {
    this.values = values;
  }

  String get(Key key) {
    return values.getOrDefault(key, key.otherwise);
  }

  Setup with(Key key, Object value) {
    Map<Key, String> changed = new EnumMap<>(values);
    changed.put(key, value.toString());
    if (value.toString().equals(key.otherwise)) {
      changed.remove(key);
    }
    return new Setup(changed);
  }

  Setup without(Key key) {
    return with(key, key.otherwise);
  }

  /** What is not as by default. */
  Set<Key> keys() {
    return values.keySet();
  }

  int number(Key key) {
    return Integer.parseInt(get(key));
  }

  boolean flag(Key key) {
    return Boolean.parseBoolean(get(key));
  }

  Law law() {
    return Law.valueOf(get(Key.LAW));
  }

  Surface surface() {
    return Surface.valueOf(get(Key.SURFACE));
  }

  BufferKind kind() {
    return BufferKind.valueOf(get(Key.KIND));
  }

  TextEncoding encoding(Key key) {
    return ScriptEncodings.of(get(key));
  }

  /** As the stream is read, with what is told noted down. */
  DecoderSpec decoderSpec(Transcript told) {
    return decoderSpec(Key.FROM, told).bom(BomPolicy.valueOf(get(Key.BOM)));
  }

  DecoderSpec decoderSpec(Key encoding, Transcript told) {
    DecoderSpec spec =
        DecoderSpec.of(encoding(encoding))
            .bom(BomPolicy.KEEP)
            .onMalformed(malformed(get(Key.MALFORMED)))
            .pieceChars(number(Key.PIECE))
            .observer(told::found);
    return flag(Key.LISTEN) ? spec.listener(told) : spec;
  }

  static MalformedPolicy malformed(String name) {
    return switch (name) {
      case "REPLACE" -> MalformedPolicy.REPLACE;
      case "REPORT" -> MalformedPolicy.REPORT;
      case "SKIP" -> MalformedPolicy.SKIP;
      case "TEXT" -> MalformedPolicy.replaceWith("<?>");
      case "TWO" -> MalformedPolicy.REPLACE.atMost(2);
      default -> throw new IllegalArgumentException(name);
    };
  }

  EncoderSpec encoderSpec(Transcript told) {
    TextEncoding to = encoding(Key.TO);
    return EncoderSpec.of(to)
        .bom(BomOutput.valueOf(get(Key.BOM_OUT)))
        .onUnmappable(unmappable(get(Key.UNMAPPABLE)))
        .pieceBytes(Math.max(8, number(Key.PIECE)))
        .observer(told::found)
        .listener(told);
  }

  private static UnmappablePolicy unmappable(String name) {
    return switch (name) {
      case "REPLACE" -> UnmappablePolicy.REPLACE;
      case "REPORT" -> UnmappablePolicy.REPORT;
      case "SKIP" -> UnmappablePolicy.SKIP;
      case "DECIMAL" -> UnmappablePolicy.DECIMAL_REFERENCE;
      case "HEX" -> UnmappablePolicy.HEX_REFERENCE;
      default -> throw new IllegalArgumentException(name);
    };
  }

  LineSpec lineSpec(Transcript told) {
    LineSpec spec =
        LineSpec.of(LineBreaks.valueOf(get(Key.BREAKS)))
            .keepTerminator(flag(Key.KEEP))
            .maxChars(number(Key.MAX))
            .maxBytes(number(Key.MAX_BYTES))
            .onTooLong(TooLongPolicy.valueOf(get(Key.TOO_LONG)))
            .observer(line -> told.tooLong(line.toString()));
    return flag(Key.REFUSED) ? spec.refused(LineLaws::inPlace) : spec;
  }

  RecordSpec recordSpec(Transcript told) {
    RecordSpec spec = number(Key.RECORD_CHARS) > 0 ? recordsOfChars() : delimited();
    spec =
        spec.maxBytes(number(Key.MAX_BYTES))
            .onTooLong(TooLongPolicy.valueOf(get(Key.TOO_LONG)))
            .observer(line -> told.tooLong(line.toString()));
    return flag(Key.REFUSED) ? spec.refused(LineLaws::inPlace) : spec;
  }

  private RecordSpec delimited() {
    return RecordSpec.delimitedBy(delimiter())
        .keepDelimiter(flag(Key.KEEP))
        .maxChars(number(Key.MAX));
  }

  private RecordSpec recordsOfChars() {
    RecordSpec spec = RecordSpec.ofChars(number(Key.RECORD_CHARS));
    return spec.recordChars() % 2 == 0 ? spec.allowShort() : spec;
  }

  ReferenceFrames.Framing framing() {
    return ReferenceFrames.Framing.valueOf(get(Key.FRAMING));
  }

  /** Reads a frame that begins at an offset. */
  ByteStage<String> frameReader(long at, Transcript told) {
    DecoderSpec spec = decoderSpec(told).countingFrom(at);
    return switch (get(Key.READER)) {
      case "LINES" -> Stages.lines(spec, lineSpec(told));
      case "TEXT" -> Stages.text(spec, number(Key.MAX));
      case "PIECES" -> Stages.decode(spec);
      default -> throw new IllegalArgumentException(get(Key.READER));
    };
  }

  String delimiter() {
    return Script.text(java.util.HexFormat.of().parseHex(get(Key.DELIMITER)));
  }

  EventSpec eventSpec(Transcript told) {
    return EventSpec.DEFAULT
        .maxChars(number(Key.MAX))
        .keepAll(flag(Key.KEEP_ALL))
        .onTooLong(TooLongPolicy.valueOf(get(Key.TOO_LONG)))
        .observer(event -> told.tooLong(event.toString()));
  }

  /** UTF-8, else the encoding {@link Key#NEXT}. */
  Detection detection(Transcript told) {
    Detection detection =
        Detection.utf8Else(
                decoderSpec(told).encoding(TextEncoding.UTF_8), decoderSpec(Key.NEXT, told))
            .window(number(Key.WINDOW))
            .finalAfter(number(Key.FINAL_AFTER));
    return flag(Key.UNMARKED) ? detection.unmarkedFirst() : detection;
  }

  static Setup parse(String text) {
    Setup setup = DEFAULT;
    for (String pair : text.strip().split(" +")) {
      String[] parts = pair.split("=", 2);
      setup = setup.with(Key.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1]);
    }
    return setup;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Setup that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    String law = "law=" + get(Key.LAW) + " surface=" + get(Key.SURFACE);
    String rest =
        values.entrySet().stream()
            .filter(e -> e.getKey() != Key.LAW && e.getKey() != Key.SURFACE)
            .map(e -> " " + e.getKey().name().toLowerCase(Locale.ROOT) + "=" + e.getValue())
            .collect(Collectors.joining());
    return law + rest;
  }
}
