/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CountedProtocol;
import io.utflow.codec.testing.ReferenceFrames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Makes a script of a seed. */
final class Generator {
  /** What structures of text begin and end with. */
  private static final List<String> MARKS =
      List.of(
          "\n",
          "\r\n",
          "\r",
          "\n\n",
          "\u0085",
          "\u2028",
          "\u2029",
          "\u000B",
          "\f",
          "\0",
          "|",
          "||",
          "\uFEFF",
          "\uFFFD",
          "\u3042",
          "\u304B\u309A",
          "\uD83D\uDE00",
          "\u00E9",
          "\u4E00",
          "\u00A5",
          "\uE000",
          "\uF900",
          "a",
          "ab ",
          "plain text, ");

  private static final List<String> EVENT_MARKS =
      List.of(
          "data",
          "data:",
          "data: ",
          ":",
          ": alive",
          "\n",
          "\n",
          "\n",
          "\r",
          "\r\n",
          "\n\n",
          "event",
          "event: x",
          "id",
          "id: 1",
          "retry: 5",
          "retry: 99999999999999999999",
          "foo: bar",
          "x",
          "\0",
          "0123456789",
          "\u00E9",
          "\uFEFF");

  private static final List<String> ESCAPES =
      List.of(
          "%",
          "%41",
          "%C3",
          "%A9",
          "%E",
          "%zz",
          "\\",
          "\\u",
          "\\u0041",
          "\\uD83D",
          "\\uDE00",
          "\\x4",
          "\\U0001F600",
          "&",
          "&#",
          "&#x",
          "&#65",
          ";",
          "&#65;",
          "&#xD800;",
          "&#1114112;",
          "\uD83D",
          "\uDE00",
          "a",
          "\u00E9");

  private static final List<String> FRAME_MARKS =
      List.of(
          "\n",
          "\r\n",
          "\r",
          "\0",
          "|",
          "aa",
          "aab",
          "\u000B",
          "\u001C",
          "\u001C\r",
          "<13>",
          "<1",
          "$3\r\nabc\r\n",
          "$0\r\n\r\n",
          "$12\r\n",
          "$x\r\n",
          "$",
          "5 ",
          "1 a",
          "12 ",
          "a",
          "text");

  /** Where outputs end does not depend on the cut. */
  private static final List<Surface> SPLITTING =
      List.of(Surface.LINES, Surface.LOCATED_LINES, Surface.RECORDS, Surface.DETECTED_LINES);

  private final Random random;

  private Generator(long seed) {
    // Seeds that follow each other are to differ from the first number on.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
  }

  private Generator(Random random) {
    this.random = random;
  }

  static Script script(long seed) {
    return new Generator(seed).script(null);
  }

  /** One for this law only. */
  static Script script(long seed, Law law) {
    return new Generator(seed).script(law);
  }

  /** One that reads these bytes; how, and how they are cut, is chosen at random. */
  static Script script(Random choices, Law law, Surface surface, byte[] bytes) {
    Generator generator = new Generator(choices);
    Setup setup = generator.setup(law, surface);
    return new Script(setup, generator.actions(bytes, setup, law));
  }

  private Script script(@org.jspecify.annotations.Nullable Law wanted) {
    Law law = wanted == null ? any(List.of(Law.values())) : wanted;
    Surface surface = any(law.surfaces());
    Setup setup = setup(law, surface);
    byte[] bytes = bytes(setup, surface, law);
    return new Script(setup, actions(bytes, setup, law));
  }

  private Setup setup(Law law, Surface surface) {
    Setup setup =
        Setup.DEFAULT
            .with(Key.LAW, law)
            .with(Key.SURFACE, surface)
            .with(Key.KIND, any(List.of(BufferKind.values())));
    return bounds(encodings(setup, surface), surface, law);
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  private String encoding() {
    return oneIn(8) ? "UTF-8" : oneIn(3) ? any(ScriptEncodings.ALL) : any(ScriptEncodings.HOSTILE);
  }

  private Setup encodings(Setup given, Surface surface) {
    Setup setup = given;
    if (surface != Surface.EVENTS && !surface.detects()) {
      boolean isPlain = surface == Surface.COUNTED_TEXTS && oneIn(2);
      setup = setup.with(Key.FROM, isPlain ? "UTF-8" : encoding());
    }
    setup = setup.with(Key.NEXT, encoding());
    return setup.with(Key.TO, oneIn(2) ? setup.get(Key.FROM) : encoding());
  }

  private Setup bounds(Setup given, Surface surface, Law law) {
    Setup setup = given;
    List<String> policies = law.policies();
    setup = setup.with(Key.MALFORMED, any(policies));
    if (oneIn(3)) {
      setup = setup.with(Key.UNMAPPABLE, any(List.of("REPORT", "SKIP", "DECIMAL", "HEX")));
    }
    if (oneIn(2)) {
      setup = setup.with(Key.ROOM, oneIn(3) ? 8 : 1 + random.nextInt(40));
    }
    if (oneIn(2)) {
      setup = setup.with(Key.PIECE, 8 + random.nextInt(40));
    }
    if (oneIn(4) && law == Law.CUTS && !surface.detects()) {
      setup = setup.with(Key.BOM, any(List.of(BomPolicy.values())));
    }
    if (oneIn(4)) {
      setup = setup.with(Key.LISTEN, false);
    }
    setup = setup.with(Key.BREAKS, any(List.of("LF_OR_CRLF", "LF_ONLY", "CRLF", "ANY", "UNICODE")));
    setup = setup.with(Key.KEEP, law == Law.AS_DECODER || oneIn(3));
    if (oneIn(2)) {
      String delimiter = any(List.of("|", "||", "\r\n", "ab", "a", "\u3042", "|a|"));
      setup = setup.with(Key.DELIMITER, HexFormat.of().formatHex(Script.units(delimiter)));
    }
    if (law == Law.CUTS || law == Law.EVENTS || law == Law.TENANTS) {
      if (oneIn(2)) {
        setup = setup.with(Key.MAX, 1 + random.nextInt(20));
      }
      boolean cutsLines = surface != Surface.EVENTS && oneIn(3);
      setup = setup.with(Key.TOO_LONG, cutsLines ? "TRUNCATE" : oneIn(2) ? "DISCARD" : "FAIL");
    }
    if (law == Law.SWITCH_CUTS && SPLITTING.contains(surface) && !oneIn(4)) {
      setup = setup.with(Key.SWITCH_AFTER, 1 + random.nextInt(3));
    }
    setup = outcomes(setup, surface, law);
    setup = setup.with(Key.KEEP_ALL, oneIn(2));
    if (surface.readsFrames()) {
      setup = setup.with(Key.FRAMING, any(List.of(ReferenceFrames.Framing.values())));
      boolean announces = setup.framing() == ReferenceFrames.Framing.RESP;
      setup = setup.with(Key.READER, any(List.of("LINES", "TEXT", announces ? "TEXT" : "PIECES")));
      // How much is read of a line that is too long depends on the cut.
      setup = law == Law.FRAMES ? setup : setup.without(Key.MAX);
      if (oneIn(2)) {
        setup = setup.with(Key.FRAME_MAX, 1 + random.nextInt(20));
      }
      if (law == Law.FRAMES) {
        setup = oneIn(3) ? setup.with(Key.MAX, 1 + random.nextInt(20)) : setup;
        setup = setup.with(Key.TOO_LONG, any(List.of("FAIL", "TRUNCATE", "DISCARD")));
      }
    }
    if (oneIn(2) && surface.detects()) {
      setup = setup.with(Key.WINDOW, 4 + random.nextInt(20));
      setup = setup.with(Key.FINAL_AFTER, random.nextInt(3));
      setup = setup.with(Key.UNMARKED, law == Law.CUTS && oneIn(3));
    }
    return setup;
  }

  /** Bounds of lines in bytes, and lines that are refused. */
  private Setup outcomes(Setup given, Surface surface, Law law) {
    Setup setup = given;
    boolean isAsked =
        law == Law.LINES
            || surface == Surface.COUNTED_TEXTS
            || law == Law.CUTS && SPLITTING.contains(surface);
    if (isAsked && oneIn(2)) {
      setup = setup.with(Key.MAX_BYTES, 1 + random.nextInt(30));
    }
    if (isAsked || law == Law.COUNTS || law == Law.TENANTS || law == Law.SWITCH_CUTS) {
      setup = setup.with(Key.REFUSED, oneIn(2));
    }
    if (surface == Surface.RECORDS && setup.keys().contains(Key.REFUSED) && oneIn(3)) {
      setup = setup.with(Key.RECORD_CHARS, law == Law.LINES ? 4 : 1 + random.nextInt(6));
    }
    if (law == Law.SPLITS && surface != Surface.CHUNKS && oneIn(3)) {
      setup = setup.with(Key.REFUSED, true).with(Key.MALFORMED, "REPORT");
    }
    if (law == Law.LINES) {
      setup = setup.without(Key.KEEP);
      boolean ofChars = setup.number(Key.RECORD_CHARS) > 0;
      setup = oneIn(2) && !ofChars ? setup.with(Key.MAX, 1 + random.nextInt(20)) : setup;
      setup = setup.with(Key.TOO_LONG, any(List.of("FAIL", "TRUNCATE", "DISCARD")));
    }
    return setup;
  }

  private byte[] bytes(Setup setup, Surface surface, Law law) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int tokens = oneIn(6) ? 60 : 1 + random.nextInt(12);
    if (law == Law.EVENT_WRITE) {
      byte[] eight = new byte[8];
      for (int i = 0; i < 8; i++) {
        eight[i] = (byte) (oneIn(3) ? random.nextInt(256) : oneIn(2) ? 0x7F : 0xFF);
      }
      all.writeBytes(eight);
    }
    for (int i = 0; i < tokens; i++) {
      byte[] token = token(setup, surface, law);
      int times = oneIn(40) ? 1 + random.nextInt(300) : 1;
      if (oneIn(400) && law != Law.PROMPT) {
        // Past the windows.
        times = 9000 / Math.max(1, token.length);
      }
      for (int k = 0; k < times; k++) {
        all.writeBytes(token);
      }
    }
    if (law == Law.END_PROOF) {
      // Something is to be open at the end.
      for (int i = random.nextInt(3); i >= 0; i--) {
        all.writeBytes(damaged(token(setup, surface, law)));
      }
    }
    if (law == Law.PROMPT) {
      return Arrays.copyOf(all.toByteArray(), Math.min(10, all.size()));
    }
    return all.toByteArray();
  }

  private byte[] token(Setup setup, Surface surface, Law law) {
    if (surface.readsText()) {
      return Script.units(textToken(setup, surface));
    }
    if (surface == Surface.EVENTS || law == Law.EVENT_WRITE) {
      return oneIn(10)
          ? damaged(any(Alphabet.of("UTF-8").any(random)))
          : any(EVENT_MARKS).getBytes(StandardCharsets.UTF_8);
    }
    if (surface == Surface.COUNTED_TEXTS && !oneIn(4)) {
      String part = any(oneIn(6) ? CountedProtocol.ENDS : CountedProtocol.UNITS);
      return part.getBytes(StandardCharsets.ISO_8859_1);
    }
    if (surface.readsFrames() && oneIn(2)) {
      return any(FRAME_MARKS).getBytes(StandardCharsets.ISO_8859_1);
    }
    boolean hasTwo = surface.detects() || law == Law.SWITCH_CUTS;
    String name = setup.get(hasTwo && oneIn(2) ? Key.NEXT : Key.FROM);
    Alphabet alphabet = Alphabet.of(name);
    return switch (random.nextInt(8)) {
      case 0, 1 -> alphabet.encode(any(MARKS));
      case 2 -> damaged(any(alphabet.any(random)));
      case 3 -> new byte[] {(byte) (oneIn(2) ? random.nextInt(256) : '0' + random.nextInt(80))};
      default -> any(alphabet.any(random));
    };
  }

  private byte[] damaged(byte[] sequence) {
    if (sequence.length == 0) {
      return sequence;
    }
    byte[] bytes = Arrays.copyOf(sequence, Math.max(1, random.nextInt(sequence.length + 1)));
    if (oneIn(3)) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private String textToken(Setup setup, Surface surface) {
    if (surface.compareTo(Surface.UNPACK_PERCENT) >= 0) {
      return any(ESCAPES);
    }
    Alphabet alphabet = Alphabet.of(setup.get(Key.TO));
    List<String> oddly = alphabet.oddlyWritten();
    return switch (random.nextInt(8)) {
      case 0 -> any(MARKS);
      case 1 -> oddly.isEmpty() ? "a" : any(oddly);
      case 2 -> any(List.of("\uD83D", "\uDE00", "\u001B", "\u000E", "\u000F", "~"));
      case 3 -> Character.toString(random.nextInt(0x10000));
      case 4 -> Character.toString(random.nextInt(0x110000));
      default -> alphabet.decode(any(alphabet.any(random)));
    };
  }

  private List<Action> actions(byte[] bytes, Setup setup, Law law) {
    int unit = setup.surface().readsText() ? 2 : 1;
    List<Action> actions = new ArrayList<>();
    int longest = oneIn(3) ? 3 : oneIn(2) ? 20 : bytes.length + 1;
    for (int at = 0; at < bytes.length; ) {
      int size = unit * (oneIn(20) ? 0 : 1 + random.nextInt(longest));
      int to = Math.min(bytes.length, at + size);
      actions.add(Action.offer(Arrays.copyOfRange(bytes, at, to)));
      at = to;
    }
    Kind special = law.special();
    if (special != null && !actions.isEmpty()) {
      int at = 1 + random.nextInt(actions.size());
      actions.add(at, Action.of(special));
      if (oneIn(2) && !(special == Kind.SWITCH && setup.surface() == Surface.CHUNKS)) {
        actions.add(at, Action.poll(1 + random.nextInt(3)));
      }
    }
    actions.add(Action.of(Kind.END));
    return actions;
  }
}
