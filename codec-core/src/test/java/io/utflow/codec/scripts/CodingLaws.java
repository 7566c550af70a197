/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.plain;
import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Laws of one coder, by plain models. */
final class CodingLaws {
  /** So many more bytes may be needed to tell. */
  private static final int LONGEST = 5;

  /** Two characters that are read from one sequence are not written as that; see encodings.md. */
  private static final Set<String> PAIRS_ARE_NOT_WRITTEN = Set.of("x-SJIS_0213", "x-MS932_0213");

  private CodingLaws() {}

  /** The model: all of the text, then all of its bytes. */
  static void transcode(Script script) {
    Transcript transcoded = Runner.run(script);
    Script ofDecoder = plain(script).whole();
    Transcript decoded =
        Runner.run(ofDecoder.with(ofDecoder.setup().with(Key.SURFACE, Surface.DECODER_STRING)));
    Setup setup = script.setup();
    // A surrogate that only the source has is the business of the decoder's policy.
    boolean surrogates =
        setup.get(Key.FROM).startsWith("WTF") && !setup.get(Key.MALFORMED).equals("REPLACE");
    if (surrogates) {
      return;
    }
    EncoderSpec spec = script.setup().encoderSpec(new Transcript());
    TextEncoder encoder = spec.newEncoder();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean failed = decoded.failed();
    try {
      bytes.writeBytes(encoder.encode(decoded.text()));
      if (!failed) {
        bytes.writeBytes(encoder.finish());
      }
    } catch (IllFormedTextException e) {
      bytes.writeBytes(encoder.takeEncodedPrefix());
      failed = true;
    }
    String expected = HexFormat.of().withUpperCase().formatHex(bytes.toByteArray());
    require(
        expected.equals(transcoded.text()),
        "wrote %s, a decoder with an encoder behind it %s",
        transcoded.text(),
        expected);
    require(failed == transcoded.failed(), "fails: " + transcoded.failed());
    // What replaces an ill-formed sequence is no character of the stream.
    boolean counts = !failed && script.setup().flag(Key.LISTEN) && decoded.sequences().isEmpty();
    if (counts) {
      long count = encoder.illFormedCount();
      require(count == transcoded.illFormed(), "counts " + transcoded.illFormed() + " of " + count);
    }
  }

  /** What was written decodes, and where no replacement is, to what was given. */
  static void readBack(Script script) {
    Setup setup = script.setup();
    Transcript told = Runner.run(script);
    // The replacement encoding is written as UTF-8.
    if (told.failed() || setup.get(Key.TO).endsWith("replacement")) {
      return;
    }
    String text = script.text();
    byte[] written = HexFormat.of().parseHex(told.text());
    Setup reading = Setup.DEFAULT.with(Key.FROM, setup.get(Key.TO)).with(Key.MALFORMED, "REPLACE");
    Transcript back =
        Runner.run(new Script(reading, List.of(Action.offer(written), Action.of(Kind.END))));
    require(
        back.sequences().isEmpty() || replacesByNoText(setup, told),
        "wrote %s, in which it reads %s",
        told.text(),
        back.described());
    if (told.sequences().isEmpty()) {
      // The standard of the web writes some characters that it reads as others.
      boolean same =
          setup.get(Key.TO).startsWith("web:")
              || back.text().equals(text)
              || sameByJdk(setup.get(Key.TO), text, back.text());
      require(same, "wrote %s, reads back [%s]", told.text(), Transcript.escape(back.text()));
      return;
    }
    for (IllFormedSequence sequence : told.sequences()) {
      int scalar = (int) sequence.diagnosticValue();
      EncoderSpec spec = setup.encoderSpec(new Transcript());
      String character = Character.toString(scalar);
      if (setup.get(Key.UNMAPPABLE).equals("REPLACE")) {
        require(spec.encode(character).length > 0, "replaces U+%04X by nothing", scalar);
      }
    }
    if (PAIRS_ARE_NOT_WRITTEN.contains(setup.get(Key.TO))) {
      return;
    }
    Optional<byte[]> ofJdk = writtenByJdk(setup.get(Key.TO), text);
    require(
        ofJdk.isEmpty(),
        "cannot encode %s, the JDK writes %s",
        told.described(),
        ofJdk.map(HexFormat.of()::formatHex).orElse(""));
  }

  /** Some charsets have a replacement, as the JDK writes it, that is no character of theirs. */
  private static boolean replacesByNoText(Setup setup, Transcript told) {
    return told.sequences().stream()
        .map(sequence -> Character.toString((int) sequence.diagnosticValue()))
        .map(character -> setup.encoderSpec(new Transcript()).encode(character))
        .anyMatch(bytes -> Alphabet.of(setup.get(Key.TO)).decode(bytes).contains("\uFFFD"));
  }

  private static Optional<Charset> charset(String name) {
    try {
      return Optional.of(Charset.forName(name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return Optional.empty();
    }
  }

  /** If the JDK writes the text as it is and reads it back. */
  private static Optional<byte[]> writtenByJdk(String name, String text) {
    return charset(name)
        .filter(Charset::canEncode)
        .flatMap(
            charset -> {
              try {
                ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
                byte[] copy = new byte[bytes.remaining()];
                bytes.duplicate().get(copy);
                String back = charset.newDecoder().decode(bytes).toString();
                return back.equals(text) ? Optional.of(copy) : Optional.empty();
              } catch (CharacterCodingException e) {
                return Optional.empty();
              }
            });
  }

  /** Whether the JDK, too, reads this of what it writes: one-way mappings of its tables. */
  private static boolean sameByJdk(String name, String text, String back) {
    return charset(name)
        .filter(Charset::canEncode)
        .map(charset -> new String(text.getBytes(charset), charset).equals(back))
        .orElse(false);
  }

  static void endProof(Script script) {
    int end = script.indexOf(Kind.END);
    Transcript before = Runner.run(script.with(script.actions().subList(0, end)));
    Transcript all = Runner.run(script);
    for (int i = 0; i < all.sequences().size(); i++) {
      IllFormedSequence sequence = all.sequences().get(i);
      boolean byEnd = i >= before.sequences().size();
      require(
          sequence.endOfInput() == byEnd,
          "%s: %s, but %s",
          sequence,
          sequence.endOfInput() ? "by the end" : "not by the end",
          byEnd ? "it was found at the end" : "it was found before the end");
    }
  }

  /** What is certain of a stream: its text and its sequences, as far as all continuations agree. */
  private record Read(String text, List<String> sequences) {
    static Read of(Setup setup, byte[] bytes, boolean ended) {
      List<Action> actions = new ArrayList<>(List.of(Action.offer(bytes)));
      if (ended) {
        actions.add(Action.of(Kind.END));
      }
      Transcript told = Runner.run(new Script(setup, actions));
      return new Read(
          told.text(),
          told.sequences().stream()
              .map(s -> Math.max(s.byteOffset(), s.charOffset()) + "+" + s.length())
              .toList());
    }
  }

  static void prompt(Script script) {
    byte[] bytes = script.bytes();
    Setup setup = script.setup().with(Key.MALFORMED, "REPLACE");
    Runner runner = new Runner(new Script(setup, List.of(Action.offer(bytes))));
    while (runner.step()) {
      // The one action.
    }
    if (runner.subject().pending() <= 0) {
      return;
    }
    Read now = Read.of(setup, bytes, false);
    Read next = Read.of(setup, bytes, true);
    if (next.text().length() == now.text().length()) {
      return;
    }
    if (!mayDiffer(setup, bytes, now, next, LONGEST)) {
      throw new Violation(
          "waits, though [%s] follows whatever comes"
              .formatted(Transcript.escape(next.text().substring(now.text().length()))));
    }
  }

  /** Whether some continuation makes another character or another sequence of what is pending. */
  private static boolean mayDiffer(Setup setup, byte[] bytes, Read now, Read next, int depth) {
    int chars = now.text().length();
    int found = now.sequences().size();
    List<byte[]> open = new ArrayList<>();
    for (int b = 0; b < 256; b++) {
      byte[] longer = Script.concat(bytes, new byte[] {(byte) b});
      Read other = Read.of(setup, longer, true);
      boolean sameChar =
          other.text().length() > chars
              && other.text().codePointAt(chars) == next.text().codePointAt(chars);
      boolean sameSequence =
          next.sequences().size() == found
              || other.sequences().size() > found
                  && other.sequences().get(found).equals(next.sequences().get(found));
      if (!sameChar || !sameSequence) {
        return true;
      }
      if (Read.of(setup, longer, false).equals(now)) {
        open.add(longer);
      }
    }
    return depth > 1
        && open.stream().anyMatch(longer -> mayDiffer(setup, longer, now, next, depth - 1));
  }
}
