/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.packing.Packing;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a peer can lengthen. */
final class GrowthJobs {
  private static final boolean ALL = Product.isWhole();
  private static final List<Integer> PIECES = ALL ? List.of(1, 64, 8192) : List.of(1, 8192);
  private static final List<String> ENCODINGS =
      ALL
          ? List.of("UTF-8", "UTF-16LE", "GB18030", "ISO-2022-JP", "IBM930", "web:gb18030", "SCSU")
          : List.of("UTF-8", "GB18030", "ISO-2022-JP");

  private static final int NO_BOUND = 1 << 30;

  private final Map<String, IntToLongFunction> jobs = new LinkedHashMap<>();

  private GrowthJobs() {}

  static Map<String, IntToLongFunction> all() {
    GrowthJobs all = new GrowthJobs();
    for (String name : present(ENCODINGS)) {
      all.decoded(name);
      all.split(name);
    }
    all.leftOut();
    all.detected();
    all.switched();
    all.events();
    all.packed();
    all.written();
    all.values();
    FrameJobs.UNITS.forEach(
        (name, unit) -> {
          all.stage("frames of " + name, () -> FrameJobs.streamed(name), ascii(unit));
          all.stage("whole frames of " + name, () -> FrameJobs.whole(name), ascii(unit));
        });
    all.stage("counted texts", CountedJobs::counted, ascii("$4\r\ntext\r\n"));
    all.stage("one counted line", CountedJobs::counted, ascii("text"));
    all.stage("lines read twice", CountedJobs::eachLine, ascii("\u00E9\n"));
    all.stage("one line read twice", CountedJobs::eachLine, ascii("\u00E9"));
    return all.jobs;
  }

  private static List<String> present(List<String> names) {
    return names.stream().filter(ScriptEncodings::exists).toList();
  }

  /** A unit again and again, cut at {@code size}. */
  private static byte[] repeated(byte[] unit, int size) {
    byte[] all = new byte[Math.max(size, unit.length)];
    for (int i = 0; i < all.length; i++) {
      all[i] = unit[i % unit.length];
    }
    return all;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static long drained(Stage<ByteBuffer, ?> stage, byte[] bytes, int piece) {
    long count = 0;
    for (int at = 0; at < bytes.length; at += piece) {
      stage.offer(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
      count += drained(stage);
    }
    stage.endOfInput();
    return count + drained(stage);
  }

  private static long drained(Stage<?, ?> stage) {
    long count = 0;
    while (stage.poll() != null) {
      count++;
    }
    return count;
  }

  private void stage(String name, Supplier<? extends Stage<ByteBuffer, ?>> maker, byte[] unit) {
    stage(name, maker, unit, null);
  }

  /**
   * @param head stands before the repeated unit, if it is not null
   */
  private void stage(
      String name,
      Supplier<? extends Stage<ByteBuffer, ?>> maker,
      byte[] unit,
      byte @Nullable [] head) {
    for (int piece : PIECES) {
      jobs.put(
          name + ", pieces of " + piece,
          size -> {
            byte[] bytes = repeated(unit, size);
            byte[] all = head == null ? bytes : Script.concat(head, bytes);
            return drained(maker.get(), all, piece);
          });
    }
  }

  private void decoded(String name) {
    Alphabet alphabet = Alphabet.of(name);
    DecoderSpec spec = DecoderSpec.of(alphabet.encoding);
    byte[] ill = alphabet.ill.isEmpty() ? new byte[] {(byte) 0xFF} : alphabet.ill.get(0);
    stage(name + " text", () -> Stages.decode(spec), alphabet.encode("text \u3042\u4E00 and "));
    stage(name + " ill-formed", () -> Stages.decode(spec), ill);
    stage(
        name + " odd",
        () -> Stages.decode(spec),
        alphabet.odd.isEmpty() ? alphabet.plain.get(0) : alphabet.odd.get(0));
    stage(name + " of no text", () -> Stages.decode(spec), ascii("\u001B$B\u001B(B"));
    stage(name + " whole", () -> Stages.text(spec, 1 << 24), alphabet.encode("text \u3042"));
  }

  private void split(String name) {
    Alphabet alphabet = Alphabet.of(name);
    DecoderSpec spec = DecoderSpec.of(alphabet.encoding);
    for (LineBreaks breaks : List.of(LineBreaks.LF_OR_CRLF, LineBreaks.UNICODE)) {
      LineSpec lines = LineSpec.of(breaks);
      String of = name + " " + breaks;
      stage(of + " one line", () -> Stages.lines(spec, lines), alphabet.encode("text \u3042"));
      stage(of + " lines", () -> Stages.lines(spec, lines), alphabet.encode("line \u3042\r\n"));
      stage(of + " empty lines", () -> Stages.lines(spec, lines), alphabet.encode("\n"));
      stage(of + " CRs", () -> Stages.lines(spec, lines), alphabet.encode("\r"));
      stage(
          of + " a line that is left out",
          () -> Stages.lines(spec, lines.maxChars(10).onTooLong(TooLongPolicy.DISCARD)),
          alphabet.encode("text \u3042"));
      byte[] ill = alphabet.ill.isEmpty() ? new byte[] {(byte) 0xFF} : alphabet.ill.get(0);
      stage(of + " one ill-formed line", () -> Stages.lines(spec, lines), ill);
      stage(
          of + " lines too long in bytes",
          () -> Stages.lines(spec, lines.maxBytes(3).onTooLong(TooLongPolicy.TRUNCATE)),
          alphabet.encode("line \u3042\r\n"));
      DecoderSpec strict = spec.onMalformed(MalformedPolicy.REPORT);
      LineSpec refusing = lines.refused(line -> null);
      stage(of + " one refused line", () -> Stages.lines(strict, refusing), ill);
      stage(
          of + " refused lines",
          () -> Stages.lines(strict, refusing),
          Script.concat(ill, alphabet.encode("\n")));
    }
    RecordSpec records = RecordSpec.delimitedBy("aaaaaaab", "|");
    stage(
        name + " records that nearly end",
        () -> Stages.records(spec, records),
        alphabet.encode("a"));
    stage(name + " empty records", () -> Stages.records(spec, records), alphabet.encode("|"));
    stage(
        name + " records of chars",
        () -> Stages.records(spec, RecordSpec.ofChars(7).allowShort()),
        alphabet.encode("text \u3042"));
  }

  /** Where each line and delimiter is, is known though bytes before it are left out. */
  private void leftOut() {
    DecoderSpec skip = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.SKIP);
    LineSpec crlf = LineSpec.of(LineBreaks.CRLF).maxChars(NO_BOUND);
    LineSpec all = LineSpec.of(LineBreaks.UNICODE).maxChars(NO_BOUND);
    stage("left out before lines", () -> Stages.lines(skip, crlf), ascii("\r\u00FF\n"));
    RecordSpec records = RecordSpec.delimitedBy("a".repeat(999)).maxChars(NO_BOUND);
    stage(
        "left out in a delimiter",
        () -> Stages.records(skip, records),
        ascii("a\u00FF".repeat(990) + "b\u00FF"));
    for (String name : present(List.of("ISO-2022-KR", "ISO-2022-JP"))) {
      DecoderSpec spec = DecoderSpec.of(ScriptEncodings.of(name));
      byte[] shifts = ascii(name.endsWith("KR") ? "\u000E\u000F" : "\u001B$B\u001B(B");
      stage(name + " shifts", () -> Stages.lines(spec, all), shifts);
      stage(
          name + " shifts behind a CR",
          () -> Stages.lines(spec, all.keepTerminator(true)),
          shifts,
          ascii("a\r"));
    }
  }

  private void detected() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    for (String legacy : present(List.of("web-windows-1252", "GB18030", "Shift_JIS"))) {
      Detection detection =
          Detection.utf8Else(utf8, DecoderSpec.of(ScriptEncodings.of(legacy))).window(1 << 20);
      for (LineBreaks breaks : List.of(LineBreaks.LF_OR_CRLF, LineBreaks.UNICODE)) {
        LineSpec lines = LineSpec.of(breaks);
        String of = "UTF-8 else " + legacy + " " + breaks;
        stage(of + " one line", () -> Stages.lines(detection, lines), ascii("text "));
        stage(of + " lines", () -> Stages.lines(detection, lines), ascii("text\n"));
        stage(
            of + " lines beyond ASCII",
            () -> Stages.lines(detection, lines),
            "\u00E9 text\n".getBytes(StandardCharsets.UTF_8));
        stage(
            of + " one line, default window",
            () -> Stages.lines(detection.window(8192), lines),
            ascii("text "));
        stage(
            of + " beyond ASCII",
            () -> Stages.lines(detection, lines),
            "\u00E9 text".getBytes(StandardCharsets.UTF_8));
      }
      stage(
          "UTF-8 else " + legacy + " text",
          () -> Stages.decode(detection.finalAfter(1 << 20)),
          "\u00E9 text".getBytes(StandardCharsets.UTF_8));
    }
    DecoderSpec western = DecoderSpec.of(ScriptEncodings.of("web-windows-1252"));
    stage(
        "UTF-8 else web-windows-1252 records",
        () ->
            Stages.records(
                Detection.utf8Else(utf8, western).window(1 << 20),
                RecordSpec.delimitedBy("|").maxChars(NO_BOUND)),
        "\u4E2Dabc".getBytes(StandardCharsets.UTF_8));
    stage(
        "unmarked",
        () -> Stages.decode(Detection.unmarkedElse(utf8).window(1 << 20)),
        ascii("text"));
  }

  /** A switch at each line, as a peer may ask for it. */
  private void switched() {
    for (String name : List.of("UTF-8", "UTF-16LE", "web-windows-1252")) {
      Alphabet alphabet = Alphabet.of(name);
      DecoderSpec spec = DecoderSpec.of(alphabet.encoding);
      Optional<DecoderSpec> same = Optional.of(spec);
      for (String line : List.of("a line\n", "a l\u00EFne\n")) {
        stage(
            name + " switched at each line" + (line.equals("a line\n") ? "" : " beyond ASCII"),
            () ->
                Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF)).switchingAfter(each -> same),
            alphabet.encode(line));
      }
    }
  }

  private void events() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    EventSpec keeping = EventSpec.DEFAULT.keepAll(true);
    Map<String, String> units =
        Map.of(
            "events", "data: x\n\n",
            "data lines", "data: x\n",
            "comments", ": alive\n",
            "ids", "id: 1\n",
            "empty lines", "\n",
            "times", "retry: 5\n");
    units.forEach(
        (name, unit) -> {
          stage(name, () -> EventStages.decode(utf8, EventSpec.DEFAULT), ascii(unit));
          stage(name + ", all kept", () -> EventStages.decode(utf8, keeping), ascii(unit));
        });
    for (String head : List.of("data: ", ": ", "retry: ", "id: ", "event: ")) {
      stage(
          "one line of " + head, () -> EventStages.decode(utf8, keeping), ascii("7"), ascii(head));
    }
  }

  private void packed() {
    packed("&#", "0");
    packed("&#x", "0");
    for (String unit :
        List.of("%41", "%C3", "%", "\\u0041", "\\uD83D", "\\", "&#65;", "&#", "&#1", "&", "0")) {
      for (Packing packing : List.of(Packing.PERCENT, Packing.BACKSLASH_LONG, Packing.REFERENCES)) {
        packed(packing, "", unit);
      }
    }
  }

  private void packed(String head, String unit) {
    packed(Packing.REFERENCES, head, unit);
  }

  private void packed(Packing packing, String head, String unit) {
    for (int piece : PIECES) {
      jobs.put(
          "%s of %s%s, pieces of %d".formatted(packing, head, unit, piece),
          size -> {
            byte[] bytes = Script.concat(ascii(head), repeated(ascii(unit), size));
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            Stage<CharSequence, String> stage = packing.unpacker();
            long count = 0;
            for (int at = 0; at < text.length(); at += piece) {
              stage.offer(text.substring(at, Math.min(text.length(), at + piece)));
              count += drained(stage);
            }
            stage.endOfInput();
            return count + drained(stage);
          });
    }
  }

  private void written() {
    for (String name :
        present(List.of("UTF-8", "Shift_JIS", "ISO-2022-JP", "web-windows-1252", "GB18030"))) {
      EncoderSpec spec =
          EncoderSpec.of(ScriptEncodings.of(name)).onUnmappable(UnmappablePolicy.DECIMAL_REFERENCE);
      for (String unit : List.of("a\u3042", "\uD83D", "\uD83D\uDE00", "\u00E9\u3042")) {
        jobs.put(
            "%s of %s".formatted(name, Transcript.escape(unit)),
            size -> spec.encode(unit.repeat(size / unit.length())).length);
      }
      jobs.put(
          name + " transcoded in small rooms",
          size ->
              transcoded(Alphabet.of(name), repeated(Alphabet.of(name).encode("a\u3042"), size)));
    }
    for (String name : present(List.of("ISO-2022-KR", "ISO-2022-JP", "IBM930"))) {
      byte[] shifts = ascii(name.endsWith("JP") ? "\u001B$B\u001B(B" : "\u000E\u000F");
      jobs.put(
          name + " shifts transcoded",
          size -> {
            ByteBuffer out = ByteBuffer.allocate(size);
            DecoderSpec.of(ScriptEncodings.of(name))
                .newTranscoder(EncoderSpec.of(TextEncoding.UTF_8))
                .transcode(ByteBuffer.wrap(repeated(shifts, size)), out, true);
            return out.position();
          });
    }
    jobs.put(
        "reported at the end",
        size -> {
          byte[] bytes = repeated(ascii("a"), size);
          bytes[bytes.length - 1] = (byte) 0xFF;
          TextDecoder decoder =
              DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).newDecoder();
          try {
            return decoder.decode(bytes).length();
          } catch (RuntimeException e) {
            return decoder.takeDecodedPrefix().length();
          }
        });
  }

  private static long transcoded(Alphabet alphabet, byte[] bytes) {
    TextTranscoder transcoder =
        DecoderSpec.of(alphabet.encoding).newTranscoder(EncoderSpec.of(TextEncoding.UTF_8));
    ByteBuffer in = ByteBuffer.wrap(bytes);
    ByteBuffer out = ByteBuffer.allocate(8);
    long count = 0;
    while (transcoder.transcode(in, out.clear(), true) == CoderStatus.OVERFLOW) {
      count += out.position();
    }
    return count;
  }

  /** Header fields and names. */
  private void values() {
    jobs.put("a name", size -> TextEncoding.find("x".repeat(size)).isPresent() ? 1 : 0);
    jobs.put(
        "a name that is unknown",
        size -> Objects.hash(failing(() -> TextEncoding.forName("x".repeat(size)))));
    jobs.put(
        "a label with blanks inside",
        size ->
            Objects.hash(failing(() -> TextEncoding.forWebLabel("x" + " ".repeat(size) + "y"))));
    jobs.put(
        "a content type of many parameters",
        size -> present(TextEncoding.ofContentType("a/b" + "; x=\"y\\\"\"".repeat(size / 9))));
    jobs.put(
        "a content type of blanks",
        size -> present(TextEncoding.ofContentType("a/b;" + " ".repeat(size) + "charset=utf-8")));
  }

  private static int present(Optional<TextEncoding> found) {
    return found.isPresent() ? 1 : 0;
  }

  /** Sixteen unknown names, never the same again. */
  static Map<String, IntToLongFunction> names() {
    long[] next = {0};
    Map<String, IntToLongFunction> names = new LinkedHashMap<>();
    names.put("find", size -> each(size, () -> TextEncoding.find("bogus" + next[0]++)));
    names.put(
        "forName",
        size -> each(size, () -> failing(() -> TextEncoding.forName("bogus" + next[0]++))));
    names.put(
        "forWebLabel",
        size -> each(size, () -> failing(() -> TextEncoding.forWebLabel("bogus" + next[0]++))));
    names.put(
        "ofContentType",
        size ->
            each(
                size,
                () ->
                    failing(
                        () ->
                            TextEncoding.ofContentType("text/plain; charset=bogus" + next[0]++))));
    return names;
  }

  /** Faults of each kind that counting can see, to see it see them. */
  static Map<String, IntToLongFunction> squares() {
    Map<String, IntToLongFunction> squares = new LinkedHashMap<>();
    squares.put(
        "turns of a loop",
        size -> {
          long turns = 0;
          for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
              turns += j;
            }
          }
          return turns;
        });
    squares.put(
        "arrays copied",
        size -> {
          byte[] all = {};
          for (int i = 0; i < size; i++) {
            all = Arrays.copyOf(all, i);
          }
          return all.length;
        });
    squares.put(
        "texts joined",
        size -> {
          String all = "";
          for (int i = 0; i < size; i++) {
            all += 'x';
          }
          return all.length();
        });
    squares.put(
        "texts searched",
        size -> {
          String all = "x".repeat(size);
          long found = 0;
          for (int i = 0; i < size; i++) {
            found += all.indexOf('y');
          }
          return found;
        });
    squares.put(
        "buffers moved",
        size -> {
          byte[] all = new byte[size];
          for (int i = 0; i < size; i++) {
            ByteBuffer.wrap(all).get(0, all, 0, i);
          }
          return all.length;
        });
    return squares;
  }

  private static long each(int size, Supplier<?> lookup) {
    long found = 0;
    for (int i = 0; i < size; i++) {
      found += Arrays.hashCode(new Object[] {lookup.get()});
    }
    return found;
  }

  private static @Nullable Object failing(Supplier<?> lookup) {
    try {
      return lookup.get();
    } catch (RuntimeException e) {
      return e.getMessage();
    }
  }
}
