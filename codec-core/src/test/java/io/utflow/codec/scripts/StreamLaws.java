/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.testing.BufferKind;
import java.util.ArrayList;
import java.util.List;

/** Laws that compare a stream with the same stream in another way. */
final class StreamLaws {
  private static final int AMPLE = 1 << 16;

  private StreamLaws() {}

  static Script plain(Script script) {
    return script.with(script.setup().with(Key.KIND, BufferKind.HEAP).with(Key.ROOM, AMPLE));
  }

  static void cuts(Script script) {
    Transcript whole = Runner.run(plain(script).whole());
    if (whole.failed() && script.setup().surface() == Surface.VALIDATE_STAGE) {
      return;
    }
    List<Script> others = new ArrayList<>(List.of(script, plain(script)));
    int unit = script.setup().surface().readsText() ? 2 : 1;
    if (script.bytes().length < 2000) {
      others.add(script.every(unit));
      others.add(plain(script).every(3 * unit));
    }
    for (Script other : others) {
      same("whole", whole, other.toString(), Runner.run(other));
    }
  }

  static void same(String mine, Transcript one, String others, Transcript two) {
    String difference = Transcript.difference(mine, one, others, two);
    if (difference != null) {
      throw new Violation(difference);
    }
  }

  /** The message is put together only if it is needed. */
  static void require(boolean holds, String format, Object... arguments) {
    if (!holds) {
      throw new Violation(arguments.length == 0 ? format : format.formatted(arguments));
    }
  }

  static void counts(Script script) {
    Surface surface = script.setup().surface();
    Runner runner = new Runner(script);
    long fed = 0;
    int action = 0;
    int most = surface.readsText() ? 1 : 7;
    while (runner.step()) {
      if (runner.told().failed()) {
        continue;
      }
      fed += script.actions().get(action++).bytes().length;
      int pending = runner.subject().pending();
      if (pending >= 0) {
        require(pending <= most, pending + " bytes are pending");
        runner.subject().note();
        require(
            fed - pending == runner.told().position(),
            "fed %d, position %d, pending %d",
            fed,
            runner.told().position(),
            pending);
      }
    }
    Transcript told = runner.told();
    // A reader fills the array it is given.
    if (!surface.writes() && !surface.isReader() && !wtf(script)) {
      for (String output : told.outputs()) {
        requireWellFormed(output);
      }
    }
    if (told.failed() || !script.setup().flag(Key.LISTEN) || surface.detects()) {
      return;
    }
    int unit = surface.readsText() ? 2 : 1;
    require(told.read() == fed / unit, "read " + told.read() + " of " + fed);
    boolean ofText = !surface.writes() && surface != Surface.LOCATED_LINES;
    if (surface != Surface.EVENTS && surface != Surface.VALIDATE_STAGE && !surface.isReader()) {
      long yielded = told.text().length() / (surface.writes() ? 2 : 1);
      if (ofText || surface.writes()) {
        require(told.written() == yielded, "told of " + told.written() + " of " + yielded);
      }
    }
    if (surface != Surface.TRANSCODER && surface != Surface.TRANSCODE_STAGE) {
      require(
          told.illFormed() == told.sequences().size(),
          "told of %d of %d",
          told.illFormed(),
          told.sequences().size());
    }
  }

  private static boolean wtf(Script script) {
    return script.setup().get(Key.FROM).startsWith("WTF");
  }

  private static void requireWellFormed(String text) {
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
        throw new Violation("an unpaired surrogate in " + Transcript.escape(text));
      }
    }
  }

  static void asDecoder(Script script) {
    Setup setup = script.setup();
    if (wtf(script) && setup.surface().writes()) {
      // A surrogate that the target cannot encode is ill-formed there.
      return;
    }
    Script ofDecoder =
        plain(script).whole().with(plain(script).setup().with(Key.SURFACE, Surface.DECODER_STRING));
    Transcript decoder = Runner.run(ofDecoder);
    Transcript other = Runner.run(script.with(setup.without(Key.UNMAPPABLE)));
    if (setup.surface() == Surface.RECORDS
        && setup.get(Key.MALFORMED).equals("TEXT")
        && other.failed()) {
      return;
    }
    require(
        decoder.described().equals(other.described()),
        "sequences %s, of a decoder %s",
        other.described(),
        decoder.described());
    require(
        decoder.failure().equals(other.failure()) || other.failedForLength(),
        "%s, a decoder %s",
        other.failure(),
        decoder.failure());
    boolean lines = setup.surface().name().startsWith("LINE") || setup.surface() == Surface.RECORDS;
    boolean changed = lines && (setup.get(Key.MALFORMED).equals("SKIP") || decoder.failed());
    if (!setup.surface().writes() && !changed && !(decoder.failed() && wholeText(setup))) {
      require(
          decoder.text().equals(other.text()),
          "text [%s], of a decoder [%s]",
          Transcript.escape(other.text()),
          Transcript.escape(decoder.text()));
    }
  }

  private static boolean wholeText(Setup setup) {
    return setup.surface() == Surface.WHOLE_TEXT;
  }

  static void prefix(Script script) {
    Runner runner = new Runner(script);
    while (runner.step()) {
      // To the end.
    }
    Transcript told = runner.told();
    if (!told.failed()) {
      return;
    }
    Setup plain =
        plain(script)
            .setup()
            .with(Key.SURFACE, Surface.DECODER_STRING)
            .with(Key.MALFORMED, "REPLACE");
    String expected = Runner.run(script.with(plain).whole()).text();
    String before = told.text();
    require(
        expected.startsWith(before + "\uFFFD"),
        "before the failure [%s] of [%s]",
        Transcript.escape(before),
        Transcript.escape(expected));
    if (script.setup().surface().isReader()) {
      return;
    }
    try {
      runner.subject().offer(new byte[] {'a'});
      require(!runner.subject().poll(), "yields something behind a failure");
      throw new Violation("goes on after a failure");
    } catch (IllegalStateException e) {
      require(before.equals(told.text()), "yields something behind a failure");
    }
  }
}
