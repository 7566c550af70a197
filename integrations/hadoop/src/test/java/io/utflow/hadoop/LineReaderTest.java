/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineReaderTest {
  private final Configuration configuration = new Configuration();

  private RecordReader<LongWritable, Text> open(Path file, long begin, long length)
      throws Exception {
    FileSplit split = new FileSplit(file, begin, length, new String[0]);
    return Records.open(Records.task(configuration), split);
  }

  @Test
  void tellsHowFarItIs(@TempDir java.nio.file.Path folder) throws Exception {
    byte[] bytes = "0\n23\n56789\n".getBytes(StandardCharsets.UTF_8);
    Path file = new Path(Files.write(folder.resolve("lines.txt"), bytes).toUri());
    try (RecordReader<LongWritable, Text> reader = open(file, 1, 8)) {
      assertThat(reader.getProgress()).isZero();
      assertThat(reader.nextKeyValue()).isTrue();
      assertThat(reader.getCurrentKey().get()).isEqualTo(2);
      assertThat(reader.getProgress()).isEqualTo(0.5f);
      assertThat(reader.nextKeyValue()).isTrue();
      assertThat(reader.getProgress()).isEqualTo(1);
      assertThat(reader.nextKeyValue()).isFalse();
    }
  }

  @Test
  void hasNoLinesOnceItIsClosed(@TempDir java.nio.file.Path folder) throws Exception {
    byte[] bytes = "0\n2\n".getBytes(StandardCharsets.UTF_8);
    Path file = new Path(Files.write(folder.resolve("lines.txt"), bytes).toUri());
    RecordReader<LongWritable, Text> reader = open(file, 0, 4);
    assertThat(reader.nextKeyValue()).isTrue();
    reader.close();
    reader.close();
    assertThat(reader.nextKeyValue()).isFalse();
  }

  @Test
  void anEmptyFileHasNoLineAndPerhapsNoMark(@TempDir java.nio.file.Path folder) throws Exception {
    Path file = new Path(Files.write(folder.resolve("empty.txt"), new byte[0]).toUri());
    try (RecordReader<LongWritable, Text> reader = open(file, 0, 0)) {
      assertThat(reader.nextKeyValue()).isFalse();
      assertThat(reader.getProgress()).isZero();
    }
    configuration.set(EncodedTextInputFormat.BOM, "require");
    try (RecordReader<LongWritable, Text> reader = open(file, 0, 0)) {
      assertThatThrownBy(reader::nextKeyValue)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("empty.txt: BYTE_ORDER_MARK at byte 0");
    }
  }
}
