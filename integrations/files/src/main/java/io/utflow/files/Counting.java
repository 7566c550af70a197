/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.filesplit.TerminatorCount;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Counts the terminators of a file. */
final class Counting {
  private final OpenFile file;
  private final DecoderSpec spec;
  private final LineBreaks breaks;

  /**
   * @param spec policies do not matter where nothing is decoded
   */
  Counting(OpenFile file, DecoderSpec spec, LineBreaks breaks) {
    this.file = file;
    this.spec = spec;
    this.breaks = breaks;
  }

  long run(List<FileRange> splits, int jobs) throws IOException {
    boolean whole = splits.size() == 1;
    SplitJobs<Long> reading =
        new SplitJobs<>(
            file,
            splits,
            jobs,
            (split, wanted, buffer, out) ->
                out.accept(whole ? decoded(wanted, buffer) : found(split, wanted, buffer)));
    try {
      long count = 0;
      for (Long next = reading.next(); next != null; next = reading.next()) {
        count += next;
      }
      return count;
    } finally {
      reading.close();
    }
  }

  private long found(FileRange split, OpenFile file, ByteBuffer buffer) throws IOException {
    TerminatorCount count =
        SplitRules.terminators(spec, breaks.terminators()).count(split.begin(), split.end());
    while (!count.isComplete() && count.position() < file.size()) {
      long at = count.position();
      file.read(buffer, at, split.end() + count.longest() - at);
      count.count(buffer.array(), 0, buffer.limit(), at + buffer.limit() < file.size());
    }
    return count.count();
  }

  /** Of a file that is one split, perhaps because it cannot be split. */
  private long decoded(OpenFile file, ByteBuffer buffer) throws IOException {
    LineSpec lines =
        LineSpec.of(breaks).keepTerminator(true).maxLength(1).onTooLong(TooLongPolicy.TRUNCATE);
    FileSplitReader<LocatedLine> reader =
        FileSplitReader.ofWholeFile(Stages.locatedLines(spec, lines), file, buffer);
    long count = 0;
    for (LocatedLine line = reader.next(); line != null; line = reader.next()) {
      count += line.next().byteOffset() > line.textEnd() ? 1 : 0;
    }
    return count;
  }
}
