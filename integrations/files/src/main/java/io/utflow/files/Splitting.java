/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineEncodings;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The outputs that a file is split into, and the stages for it.
 *
 * @param canSplit whether {@code split} works; {@code whole} does always
 * @param whole makes a stage for the whole file
 * @param split makes a stage for a range
 * @param <O> the outputs
 */
record Splitting<O>(boolean canSplit, Supplier<ByteStage<O>> whole, Split<O> split) {

  /** Makes a stage for a range of a file. */
  interface Split<O> {
    FileSplit<O> stage(long begin, long end);
  }

  /**
   * {@return by lines}
   *
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  static Splitting<LocatedLine> of(DecoderSpec spec, LineSpec lines) {
    return new Splitting<>(
            Stages.canSplit(spec, lines),
            () -> Stages.locatedLines(spec, lines),
            (begin, end) -> Stages.splitLines(spec, lines, begin, end))
        .tried();
  }

  /**
   * {@return by records}
   *
   * @throws IllegalArgumentException if the spec and the records do not fit each other
   */
  static Splitting<LocatedLine> of(DecoderSpec spec, RecordSpec records) {
    return new Splitting<>(
            Stages.canSplit(spec, records),
            () -> Stages.locatedRecords(spec, records),
            (begin, end) -> Stages.splitRecords(spec, records, begin, end))
        .tried();
  }

  /** By lines in an encoding each. */
  static Splitting<LocatedLine> of(LineEncodings lines) {
    return new Splitting<>(true, lines::located, lines::split);
  }

  /** Between characters. */
  static <O> Splitting<O> of(DecoderSpec spec, Function<DecoderSpec, ByteStage<O>> stage) {
    return new Splitting<>(
        Stages.canSplit(spec),
        () -> stage.apply(spec),
        (begin, end) -> Stages.split(spec, begin, end, stage));
  }

  private Splitting<O> tried() {
    whole.get().close();
    return this;
  }

  /** A reader of a range of a file that stays open; of all of it, that needs no split. */
  FileSplitReader<O> reader(FileRange range, OpenFile file, ByteBuffer buffer) {
    return range.equals(file.all())
        ? FileSplitReader.ofWholeFile(whole.get(), file, buffer)
        : FileSplitReader.of(split.stage(range.begin(), range.end()), file, range.end(), buffer);
  }
}
