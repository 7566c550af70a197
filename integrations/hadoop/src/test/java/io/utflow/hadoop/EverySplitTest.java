/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.FileToSplit;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law L11 through record readers: splits of 1 to 64 bytes, and what one machine reads. */
class EverySplitTest {
  @Test
  void theRecordsOfTheSplitsAreTheLinesOfTheFile(@TempDir java.nio.file.Path folder)
      throws Exception {
    int split = 0;
    for (FileToSplit file : FileToSplit.all()) {
      java.nio.file.Path path = Files.write(folder.resolve("file.txt"), file.bytes());
      Configuration configuration = new Configuration();
      configuration.setClass("fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
      EncodedTextInputFormat.configure(configuration, file.text(), file.lines());
      TaskAttemptContext task = Records.task(configuration);
      Path uri = new Path(path.toUri());
      if (!InputSettings.readFrom(configuration).canSplit()) {
        assertThat(Records.of(task, uri, 0, file.bytes().length))
            .as("%s", file)
            .isEqualTo(file.located());
        continue;
      }
      split++;
      for (int length = 1; length <= 64; length++) {
        assertThat(records(task, uri, file.bytes().length, length))
            .as("%s, splits of %d bytes", file, length)
            .isEqualTo(file.located());
      }
    }
    assertThat(split).isGreaterThan(200);
  }

  private static List<String> records(
      TaskAttemptContext task, Path path, int fileLength, int length) throws Exception {
    List<String> records = new ArrayList<>();
    for (int begin = 0; begin < Math.max(fileLength, 1); begin += length) {
      int end = Math.min(begin + length, fileLength);
      records.addAll(Records.of(task, path, begin, end - begin));
    }
    return records;
  }
}
