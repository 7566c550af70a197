/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Reads splits as a task does. */
final class Records {
  private Records() {}

  static List<InputSplit> splits(Configuration configuration, Path... paths) throws Exception {
    Job job = Job.getInstance(configuration);
    EncodedTextInputFormat.setInputPaths(job, paths);
    return new EncodedTextInputFormat().getSplits(job);
  }

  /** A task of a job with this configuration. */
  static TaskAttemptContext task(Configuration configuration) {
    return new TaskAttemptContextImpl(configuration, new TaskAttemptID());
  }

  /** Of each record of a split its key and its value. */
  static List<String> of(TaskAttemptContext task, Path file, long begin, long length)
      throws Exception {
    List<String> records = new ArrayList<>();
    FileSplit split = new FileSplit(file, begin, length, new String[0]);
    try (RecordReader<LongWritable, Text> reader = open(task, split)) {
      while (reader.nextKeyValue()) {
        records.add(reader.getCurrentKey() + " " + reader.getCurrentValue());
      }
    }
    return records;
  }

  static RecordReader<LongWritable, Text> open(TaskAttemptContext task, InputSplit split)
      throws IOException, InterruptedException {
    RecordReader<LongWritable, Text> reader =
        new EncodedTextInputFormat().createRecordReader(split, task);
    reader.initialize(split, task);
    return reader;
  }
}
