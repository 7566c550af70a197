/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static io.utflow.codec.scripts.StreamLaws.same;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.scripts.Action.Kind;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The inputs of a script as the splits of a file, each read by a stage of its own (law L11). */
final class FileSplitLaws {
  private FileSplitLaws() {}

  static void splits(Script script) {
    Setup setup = script.setup();
    byte[] file = script.bytes();
    Transcript parts = new Transcript();
    Transcript whole = new Transcript();
    if (setup.surface() != Surface.CHUNKS) {
      parts.listsOutputs();
      whole.listsOutputs();
    }
    try {
      open(setup, new Transcript(), 0, 1).close();
    } catch (IllegalStateException | IllegalArgumentException e) {
      return; // Files that are read from their start only.
    }
    int begin = 0;
    int size = 1 + (script.actions().size() * 7 + file.length) % 50;
    for (Action action : script.actions()) {
      if (action.is(Kind.OFFER)) {
        int end = begin + action.bytes().length;
        read(open(setup, parts, begin, end), setup, parts, file, size);
        begin = end;
      }
    }
    ByteStage<?> stage = whole(setup, whole);
    stage.offer(ByteBuffer.wrap(file));
    drain(stage, whole);
    stage.endOfInput();
    drain(stage, whole);
    same("splits", parts, "whole", whole);
  }

  private static ByteStage<?> whole(Setup setup, Transcript told) {
    DecoderSpec spec = setup.decoderSpec(told);
    return switch (setup.surface()) {
      case LOCATED_LINES -> Stages.locatedLines(spec, setup.lineSpec(told));
      case RECORDS -> Stages.locatedRecords(spec, setup.recordSpec(told));
      default -> Stages.decode(spec);
    };
  }

  private static FileSplit<?> open(Setup setup, Transcript told, long begin, long end) {
    DecoderSpec spec = setup.decoderSpec(told);
    return switch (setup.surface()) {
      case LOCATED_LINES -> Stages.splitLines(spec, setup.lineSpec(told), begin, end);
      case RECORDS -> Stages.splitRecords(spec, setup.recordSpec(told), begin, end);
      default -> Stages.<String>split(spec, begin, end, Stages::decode);
    };
  }

  private static void read(
      FileSplit<?> split, Setup setup, Transcript told, byte[] file, int size) {
    int at = (int) split.readFrom();
    while (!split.isComplete() && at < file.length) {
      int to = Math.min(file.length, at + size);
      split.offer(setup.kind().of(Arrays.copyOfRange(file, at, to)));
      at = to;
      drain(split, told);
    }
    split.endOfInput();
    drain(split, told);
  }

  private static void drain(ByteStage<?> stage, Transcript told) {
    for (Object output = stage.poll(); output != null; output = stage.poll()) {
      told.output(
          output instanceof LocatedLine line
              ? line.text() + "@" + line.begin() + "-" + line.textEnd()
              : output.toString());
    }
  }
}
