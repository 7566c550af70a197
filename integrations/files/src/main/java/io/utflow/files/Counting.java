/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Counts the terminators of a split of a file.
 *
 * @param spec policies do not matter where nothing is decoded
 */
record Counting(DecoderSpec spec, LineBreaks breaks) implements SplitJobs.Job<Long> {
  @Override
  public void read(FileRange split, OpenFile file, ByteBuffer buffer, Consumer<Long> out)
      throws IOException {
    out.accept(split.equals(file.all()) ? decoded(file, buffer) : found(split, file, buffer));
  }

  private long found(FileRange split, OpenFile file, ByteBuffer buffer) throws IOException {
    SplitRules rules = SplitRules.terminators(spec, breaks.terminators());
    TerminatorCount count = new TerminatorCount(rules, split);
    while (!count.isComplete() && count.position() < file.size()) {
      long at = count.position();
      file.read(buffer, at, split.end() + rules.longestDelimiter() - at);
      count.count(buffer.array(), 0, buffer.limit(), at + buffer.limit() < file.size());
    }
    return count.count();
  }

  /** For a file that is one split, perhaps because it cannot be split. */
  private long decoded(OpenFile file, ByteBuffer buffer) throws IOException {
    LineSpec lines =
        LineSpec.of(breaks).keepTerminator(true).maxChars(1).onTooLong(TooLongPolicy.TRUNCATE);
    FileSplitReader<LocatedLine> reader =
        FileSplitReader.ofWholeFile(Stages.locatedLines(spec, lines), file, buffer);
    long count = 0;
    for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
      count += line.next().byteOffset() > line.textEnd() ? 1 : 0;
    }
    return count;
  }
}
