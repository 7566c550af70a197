/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.ShortRecordException;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.files.FileRecords;
import io.utflow.files.FileSplitReader;
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
  private @Nullable FileSplitReader<LocatedLine> lines;
  private Path file = new Path("/");
  private long begin;
  private long length;

  /** The byte offset after the last line that was read. */
  private long position;

  @Override
  public void initialize(InputSplit input, TaskAttemptContext task) throws IOException {
    FileSplit split = (FileSplit) input;
    InputSettings settings = InputSettings.readFrom(task.getConfiguration());
    Counter illFormed =
        task.getCounter(
            EncodedTextInputFormat.COUNTERS, EncodedTextInputFormat.ILL_FORMED_SEQUENCES);
    FileRecords counted = settings.records(found -> illFormed.increment(1));
    file = split.getPath();
    begin = split.getStart();
    length = split.getLength();
    position = begin;
    lines =
        new InputFile(task.getConfiguration(), file)
            .lines(counted, settings.canSplit(), begin, begin + length);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    LocatedLine line = lines == null ? null : next(lines);
    if (line == null) {
      return false;
    }
    offset.set(line.begin());
    text.set(line.text());
    position = line.next().byteOffset();
    return true;
  }

  private @Nullable LocatedLine next(FileSplitReader<LocatedLine> lines) throws IOException {
    try {
      return lines.next();
    } catch (IllFormedTextException | FrameException | ShortRecordException | IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    } catch (TooLongLineException e) {
      TooLongLine line = e.line();
      throw new IOException(
          "%s: the line that begins at byte %d is longer than %d chars; set %s or %s"
              .formatted(
                  file,
                  line.byteOffset(),
                  line.maxChars(),
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
    return length == 0 ? 0 : Math.min(1, (float) (position - begin) / length);
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }
}
