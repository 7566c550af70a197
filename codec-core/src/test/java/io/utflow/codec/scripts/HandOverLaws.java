/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.plain;
import static io.utflow.codec.scripts.StreamLaws.require;
import static io.utflow.codec.scripts.StreamLaws.same;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.UnmappablePolicy;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Laws of streams that are given up, switched, reset, or share a thread with others. */
final class HandOverLaws {
  /** So many streams run within an observer. */
  private static final int MOST_GUESTS = 4;

  private HandOverLaws() {}

  /**
   * Not of encodings with state, which a fresh stage does not know, nor where a CR ends a line
   * before it is known whether an LF follows.
   */
  static void take(Script script) {
    Setup setup = script.setup();
    Alphabet alphabet = Alphabet.of(setup.get(Key.FROM));
    Alphabet second = Alphabet.of(setup.get(Key.NEXT));
    boolean detects = setup.surface().detects();
    if (alphabet.stateful || detects && second.stateful || !script.has(Kind.TAKE)) {
      return;
    }
    int at = script.indexOf(Kind.TAKE);
    List<Action> untaken = new ArrayList<>(script.actions());
    untaken.removeIf(action -> !action.is(Kind.OFFER) && !action.is(Kind.END));
    Transcript one = Runner.run(script.with(untaken));
    String text = alphabet.decode(script.bytes());
    boolean endsAtCr = setup.surface() == Surface.EVENTS || !setup.get(Key.BREAKS).startsWith("LF");
    if (endsAtCr && text.contains("\r")
        || setup.surface() == Surface.EVENTS && text.contains("id")
        || detects && at > 0 && one.failed()) {
      return;
    }
    Transcript two = Runner.run(script);
    if (detects) {
      // A fresh stage detects anew; what is handed over is what matters.
      return;
    }
    String expected = marked(alphabet, one.yielded());
    require(
        expected.equals(marked(alphabet, two.yielded())),
        "handed over and read by a fresh stage [%s], in one stage [%s]",
        Transcript.escape(two.yielded()),
        Transcript.escape(one.yielded()));
  }

  /** With one character for what the encoding cannot encode, and for its replacement. */
  private static String marked(Alphabet alphabet, String text) {
    if (!Alphabet.isWritten(alphabet.encoding)) {
      return text;
    }
    StringBuilder marked = new StringBuilder();
    EncoderSpec skipping = EncoderSpec.of(alphabet.encoding).onUnmappable(UnmappablePolicy.SKIP);
    String replacement =
        alphabet.decode(skipping.onUnmappable(UnmappablePolicy.REPLACE).encode("\uFFFD"));
    text.codePoints()
        .forEach(
            c -> {
              String character = Character.toString(c);
              boolean missing =
                  character.equals(replacement) || skipping.encode(character).length == 0;
              marked.append(missing ? "\uFFFD" : character);
            });
    // A replacement of several bytes may be read as several sequences.
    return marked.toString().replaceAll("\uFFFD+", "\uFFFD");
  }

  static void switched(Script script) {
    // These have no byte order in the middle of a stream.
    boolean unordered = List.of("UTF-16", "UTF-32").contains(script.setup().get(Key.NEXT));
    if (!script.has(Kind.SWITCH) || unordered) {
      return;
    }
    try {
      if (script.setup().surface() == Surface.CHUNKS) {
        switchedText(script);
      } else {
        switchedLines(script);
      }
    } catch (Violation e) {
      throwUnlessRefused(e);
    }
  }

  private static void throwUnlessRefused(Violation e) {
    // Some encodings have no lines with what replaces ill-formed sequences.
    if (!(e.getCause() instanceof IllegalArgumentException)) {
      throw e;
    }
  }

  /** Where it is switched does not depend on the cut: behind a line, or where all is polled. */
  static void switchedCuts(Script script) {
    boolean behindLine = script.setup().number(Key.SWITCH_AFTER) > 0;
    List<Action> actions = new ArrayList<>(script.actions());
    actions.removeIf(action -> action.is(Kind.POLL) || behindLine && action.is(Kind.SWITCH));
    try {
      StreamLaws.cuts(script.with(actions));
    } catch (Violation e) {
      throwUnlessRefused(e);
    }
  }

  private static void switchedText(Script script) {
    Setup setup = plain(script).setup();
    int at = script.indexOf(Kind.SWITCH);
    Transcript told = new Transcript();
    TextDecoder first = setup.decoderSpec(told).newDecoder();
    String text = first.decode(script.bytes(0, at));
    byte[] rest = Script.concat(first.takePending(), script.bytes(at, script.actions().size()));
    text +=
        setup
            .decoderSpec(Key.NEXT, told)
            .newDecoder()
            .decode(ByteBuffer.wrap(rest), script.has(Kind.END));
    Transcript switched = Runner.run(script);
    require(
        text.equals(switched.text()),
        "switched [%s], two streams [%s]",
        Transcript.escape(switched.text()),
        Transcript.escape(text));
  }

  /** Only where the switch is right behind a line, so that none is open. */
  private static void switchedLines(Script script) {
    Setup setup = script.setup();
    int at = script.indexOf(Kind.SWITCH);
    Runner runner = new Runner(script);
    for (int i = 0; i < at; i++) {
      runner.step();
    }
    List<LocatedLine> located = ((Staged<?>) runner.subject()).located;
    boolean polled = at > 0 && script.actions().get(at - 1).is(Kind.POLL);
    int lines = located.size();
    if (!polled || lines == 0 || script.indexOf(Kind.POLL) < 0) {
      return;
    }
    // The last poll has yielded a line, or the place is not known.
    int before = linesBefore(script, at - 1);
    if (lines - before != script.actions().get(at - 1).count()) {
      return;
    }
    LinePosition next = located.get(lines - 1).next();
    if (next.behindCarriageReturn()) {
      return; // An LF that follows is of the encoding before the switch.
    }
    while (runner.step()) {
      // To the end.
    }
    byte[] all = script.bytes();
    byte[] rest = Arrays.copyOfRange(all, (int) next.byteOffset(), all.length);
    Transcript told = new Transcript();
    ByteStage<LocatedLine> resumed;
    try {
      resumed = Stages.locatedLines(setup.decoderSpec(Key.NEXT, told), setup.lineSpec(told), next);
    } catch (IllegalStateException hasState) {
      return; // No stage begins there by itself.
    }
    Staged<ByteBuffer> second = Staged.ofBytes(resumed, setup, told);
    second.offer(rest);
    second.drain();
    if (script.has(Kind.END)) {
      second.end();
      second.drain();
    }
    require(
        places(second.located).equals(places(located.subList(lines, located.size()))),
        "switched %s, two streams %s",
        Transcript.escape(located.subList(lines, located.size()).toString()),
        Transcript.escape(second.located.toString()));
  }

  /** But for whether a CR is behind, which is known when an LF has not followed. */
  private static List<String> places(List<LocatedLine> lines) {
    return lines.stream().map(l -> l.text() + "@" + l.begin() + "-" + l.textEnd()).toList();
  }

  private static int linesBefore(Script script, int poll) {
    List<Action> before = new ArrayList<>(script.actions().subList(0, poll));
    int last = before.size() - 1;
    if (last < 0) {
      return 0;
    }
    before.remove(last);
    return Runner.run(script.with(before)).outputs().size();
  }

  static void reset(Script script) {
    int at = script.indexOf(Kind.RESET);
    if (at < 0) {
      return;
    }
    Transcript before = Runner.run(script.with(script.actions().subList(0, at)));
    if (before.failed()) {
      return;
    }
    List<Action> rest = script.actions().subList(at + 1, script.actions().size());
    same("reset", Runner.run(script), "new", Runner.run(script.with(rest)));
  }

  /** The second tenant reads the same bytes as lines in another encoding. */
  static void tenants(Script script) {
    Setup setup = script.setup();
    Setup other = setup.with(Key.FROM, setup.get(Key.NEXT)).with(Key.SURFACE, Surface.LINES.name());
    Script second = script.with(other);
    Transcript alone = Runner.run(script);
    Transcript secondAlone = Runner.run(second);
    Runner one = new Runner(script);
    Runner two = new Runner(second);
    Setup third = other.with(Key.SURFACE, Surface.TRANSCODER).with(Key.TO, "UTF-8");
    one.told().withinObserver =
        () -> {
          if (one.told().sequences().size() < MOST_GUESTS) {
            Runner.run(script.with(third));
          }
        };
    boolean more;
    do {
      boolean first = one.step();
      more = two.step() | first;
    } while (more);
    same("alone", alone, "beside another", one.told());
    same("alone", secondAlone, "beside another", two.told());
  }

  static void within(Script script) {
    Transcript alone = Runner.run(script);
    Runner runner = new Runner(script);
    runner.told().withinObserver =
        () -> {
          Subject subject = runner.subject();
          int before = runner.told().outputs().size();
          try {
            subject.poll();
          } catch (IllegalStateException e) {
            // The rule. A coder's subject notes an empty output.
            require(
                runner.told().outputs().stream().skip(before).allMatch(String::isEmpty),
                "yields to its own observer");
            return;
          }
          throw new Violation("an observer may call its own stream");
        };
    while (runner.step()) {
      // To the end.
    }
    same("alone", alone, "called by its observer", runner.told());
  }
}
