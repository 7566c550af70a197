/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.files.FileSplitReader;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongLineException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** The records of one split. */
final class LineReader extends RecordReader<LongWritable, Text> {
  private final LongWritable offset = new LongWritable();
  private final Text text = new Text();
  private @Nullable FileSplit split;
  private @Nullable FileSplitReader<LocatedLine> lines;

  /** The byte offset behind the last line that was read. */
  private long position;

  @Override
  public void initialize(InputSplit input, TaskAttemptContext task) throws IOException {
    FileSplit split = (FileSplit) input;
    InputSettings settings = InputSettings.readFrom(task.getConfiguration());
    Counter illFormed =
        task.getCounter(
            EncodedTextInputFormat.COUNTERS, EncodedTextInputFormat.ILL_FORMED_SEQUENCES);
    DecoderSpec counted = settings.text().observer(found -> illFormed.increment(1));
    long begin = split.getStart();
    this.split = split;
    this.position = begin;
    this.lines =
        new InputFile(task.getConfiguration(), split.getPath())
            .lines(
                counted, settings.lines(), settings.canSplit(), begin, begin + split.getLength());
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (lines == null || split == null) {
      return false;
    }
    LocatedLine line = next(lines, split.getPath());
    if (line == null) {
      return false;
    }
    offset.set(line.begin());
    text.set(line.text());
    position = line.next().byteOffset();
    return true;
  }

  private static @Nullable LocatedLine next(FileSplitReader<LocatedLine> lines, Path file)
      throws IOException {
    try {
      return lines.next();
    } catch (IllFormedTextException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    } catch (TooLongLineException e) {
      TooLongLine line = e.line();
      throw new IOException(
          "%s: the line that begins at byte %d is longer than %d chars; set %s or %s"
              .formatted(
                  file,
                  line.byteOffset(),
                  line.maxLength(),
                  EncodedTextInputFormat.MAX_LINE_LENGTH,
                  EncodedTextInputFormat.ON_TOO_LONG),
          e);
    }
  }

  @Override
  public LongWritable getCurrentKey() {
    return offset;
  }

  @Override
  public Text getCurrentValue() {
    return text;
  }

  @Override
  public float getProgress() {
    if (split == null || split.getLength() == 0) {
      return 0;
    }
    return Math.min(1, (float) (position - split.getStart()) / split.getLength());
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }
}
