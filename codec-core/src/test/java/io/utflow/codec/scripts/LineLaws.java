/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.require;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.scripts.Setup.Key;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RefusedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are too long or refused: what becomes of each follows from where a stage without
 * bounds, which replaces what is ill-formed, has found it.
 */
final class LineLaws {
  private LineLaws() {}

  /** What comes in the place of a refused line; nothing for some. It holds no delimiter. */
  static @Nullable String inPlace(RefusedLine line) {
    return inPlace(line.byteOffset(), line.byteLength(), line.sequence());
  }

  private static @Nullable String inPlace(long begin, long length, IllFormedSequence found) {
    return begin % 4 == 3 ? null : "R" + begin + "+" + length + "!" + found.byteOffset();
  }

  static void outcomes(Script script) {
    Setup setup = script.setup();
    Transcript plain = new Transcript();
    List<LocatedLine> lines = plainLines(script, plain);
    Transcript told = Runner.run(script);
    List<String> outputs = told.outputs();
    int next = 0;
    for (LocatedLine line : lines) {
      boolean isTooLong =
          line.text().length() > setup.number(Key.MAX)
              || line.textEnd() - line.begin() > setup.number(Key.MAX_BYTES);
      IllFormedSequence reported = reported(setup, plain.sequences(), line);
      boolean fails = isTooLong && setup.get(Key.TOO_LONG).equals("FAIL");
      if (fails || reported != null && !setup.flag(Key.REFUSED)) {
        require(told.failed() && next == outputs.size(), "does not fail in " + line);
        return;
      }
      String expected = line.text();
      if (isTooLong) {
        if (setup.get(Key.TOO_LONG).equals("DISCARD")) {
          continue;
        }
        String cut = next < outputs.size() ? outputs.get(next) : "";
        cut = located(setup) ? cut.substring(0, cut.lastIndexOf('@')) : cut;
        require(
            expected.startsWith(cut) && cut.length() < expected.length() + emptyAllowed(expected),
            "cut to [%s] of [%s]",
            cut,
            expected);
        expected = cut;
      } else if (reported != null) {
        expected = inPlace(line.begin(), line.textEnd() - line.begin(), reported);
        if (expected == null) {
          continue;
        }
      }
      String place = located(setup) ? "@%d-%d".formatted(line.begin(), line.textEnd()) : "";
      require(
          next < outputs.size() && outputs.get(next).equals(expected + place),
          "output %d is not [%s] but of %s",
          next,
          Transcript.escape(expected + place),
          outputs);
      next++;
    }
    require(!told.failed() && next == outputs.size(), "more comes than " + next + ": " + outputs);
  }

  /** A line without text may be too long by its byte order mark. */
  private static int emptyAllowed(String text) {
    return text.isEmpty() ? 1 : 0;
  }

  private static boolean located(Setup setup) {
    return setup.surface() == Surface.LOCATED_LINES;
  }

  private static List<LocatedLine> plainLines(Script script, Transcript told) {
    Setup plain =
        script
            .setup()
            .without(Key.MAX)
            .without(Key.MAX_BYTES)
            .without(Key.REFUSED)
            .without(Key.TOO_LONG)
            .with(Key.MALFORMED, "REPLACE");
    List<LocatedLine> lines = new ArrayList<>();
    ByteStage<LocatedLine> stage;
    try {
      stage =
          plain.surface() == Surface.RECORDS
              ? Stages.locatedRecords(plain.decoderSpec(told), plain.recordSpec(told))
              : Stages.locatedLines(plain.decoderSpec(told), plain.lineSpec(told));
    } catch (IllegalArgumentException e) {
      throw new Surface.Refused(e);
    }
    stage.offer(ByteBuffer.wrap(script.bytes()));
    drain(stage, lines);
    stage.endOfInput();
    drain(stage, lines);
    return lines;
  }

  private static void drain(ByteStage<LocatedLine> stage, List<LocatedLine> lines) {
    for (LocatedLine line = stage.poll(); line != null; line = stage.poll()) {
      lines.add(line);
    }
  }

  /** The first sequence of the line that the policy reports. */
  private static @Nullable IllFormedSequence reported(
      Setup setup, List<IllFormedSequence> all, LocatedLine line) {
    int budget =
        switch (setup.get(Key.MALFORMED)) {
          case "REPORT" -> 0;
          case "TWO" -> 2;
          default -> Integer.MAX_VALUE;
        };
    for (int i = budget; i < all.size(); i++) {
      long at = all.get(i).byteOffset();
      if (at >= line.begin() && at < line.textEnd()) {
        return all.get(i);
      }
    }
    return null;
  }
}
