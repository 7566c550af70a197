/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.util.function.Supplier;

/**
 * What a file is split into, lines or records, and by which stages.
 *
 * @param canSplit whether {@code split} works; {@code whole} does always
 * @param whole makes a stage for the whole file
 * @param split makes a stage for a range
 */
record Splitting(boolean canSplit, Supplier<ByteStage<LocatedLine>> whole, Split split) {

  /** Makes a stage for a range of a file. */
  interface Split {
    FileSplit<LocatedLine> stage(long begin, long end);
  }

  /**
   * {@return by lines}
   *
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  static Splitting of(DecoderSpec spec, LineSpec lines) {
    return new Splitting(
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
  static Splitting of(DecoderSpec spec, RecordSpec records) {
    return new Splitting(
            Stages.canSplit(spec, records),
            () -> Stages.locatedRecords(spec, records),
            (begin, end) -> Stages.splitRecords(spec, records, begin, end))
        .tried();
  }

  private Splitting tried() {
    whole.get().close();
    return this;
  }
}
