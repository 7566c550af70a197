/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.ShortRecordException;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.files.FileSplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The lines of one split, and all that columns tell about the current one. */
final class OpenLines implements Closeable {
  private final String file;
  private final UTF8String path;
  private final LineErrors errors;
  private final boolean countsErrors;
  private final FileSplitReader<LocatedLine> reader;
  private @Nullable LocatedLine line;

  private OpenLines(
      String file, LineErrors errors, boolean countsErrors, FileSplitReader<LocatedLine> reader) {
    this.file = file;
    this.path = UTF8String.fromString(file);
    this.errors = errors;
    this.countsErrors = countsErrors;
    this.reader = reader;
  }

  static OpenLines of(
      Configuration configuration,
      LinesPartition.Split split,
      TextOptions options,
      List<LineColumn> columns)
      throws IOException {
    LineErrors errors = new LineErrors(options.onTooLong());
    boolean countsErrors = columns.stream().anyMatch(LineColumn::isOfErrors);
    LinesOfFile opened =
        countsErrors
            ? new LinesOfFile(options.records(errors), errors::beforeRead)
            : new LinesOfFile(options.records(null), () -> {});
    return new OpenLines(split.path(), errors, countsErrors, opened.open(configuration, split));
  }

  /** Goes on to the next line; false after the last. */
  boolean next() throws IOException {
    do {
      line = read();
    } while (line != null && countsErrors && !errors.next(line));
    return line != null;
  }

  private @Nullable LocatedLine read() throws IOException {
    try {
      return reader.next();
    } catch (IllFormedTextException | FrameException | ShortRecordException | IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    } catch (TooLongLineException e) {
      TooLongLine found = e.line();
      throw new IOException(
          "%s: the line that begins at byte %d is longer than %d chars; set the option maxLineLength or onTooLong"
              .formatted(file, found.byteOffset(), found.maxChars()),
          e);
    }
  }

  private LocatedLine line() {
    if (line == null) {
      throw new IllegalStateException("there is no line");
    }
    return line;
  }

  String text() {
    return line().text();
  }

  long offset() {
    return line().begin();
  }

  UTF8String path() {
    return path;
  }

  LineErrors errors() {
    return errors;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
