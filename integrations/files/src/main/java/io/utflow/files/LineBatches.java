/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.stage.LocatedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines of one split, some at a time: a thread hands over that many at once. */
final class LineBatches {
  /** A batch ends with the line that makes it so many bytes of the file, */
  private static final int BATCH_BYTES = 1 << 16;

  /** or so many lines: of a short one most is the object. */
  private static final int BATCH_LINES = 1 << 10;

  private final FileSplitReader<LocatedLine> reader;
  private @Nullable Throwable failure;
  private boolean ended;

  LineBatches(FileSplitReader<LocatedLine> reader) {
    this.reader = reader;
  }

  /** Hands over all lines. */
  void read(Consumer<List<LocatedLine>> out) throws IOException {
    for (List<LocatedLine> batch = next(); batch != null; batch = next()) {
      out.accept(batch);
    }
  }

  /** The next lines; null after the last. A failure is thrown after the lines before it. */
  @Nullable List<LocatedLine> next() throws IOException {
    if (failure != null) {
      throw SplitJobs.rethrow(failure);
    }
    List<LocatedLine> batch = new ArrayList<>();
    try {
      LocatedLine line;
      do {
        line = reader.next();
        if (line != null) {
          batch.add(line);
        }
      } while (line != null
          && batch.size() < BATCH_LINES
          && line.next().byteOffset() - batch.get(0).begin() < BATCH_BYTES);
    } catch (Throwable e) {
      if (batch.isEmpty()) {
        throw e;
      }
      failure = e;
    }
    ended = batch.isEmpty();
    return ended ? null : batch;
  }

  /** A caller that asks for more gets an exception: the lines so far must not pass for all. */
  void close() {
    if (!ended && failure == null) {
      failure = new CancellationException("closed before the end of the file");
    }
    reader.closeStage();
  }

  /** Where batches come from. */
  interface Source {
    @Nullable List<LocatedLine> next() throws IOException;
  }

  /** The lines of batches, which are read as they are asked for. */
  static Stream<LocatedLine> stream(Source batches) {
    return Stream.<@Nullable List<LocatedLine>>iterate(
            List.of(), Objects::nonNull, any -> next(batches))
        .flatMap(List::stream);
  }

  private static @Nullable List<LocatedLine> next(Source batches) {
    try {
      return batches.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
