/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs, in this JVM. */
class LocalJobTest {
  private static final List<String> LINES =
      IntStream.range(0, 40).mapToObj(i -> "line " + i + " 中\u0A0A😀").toList();

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Path input = Files.createDirectory(folder.resolve("input"));
    String one = "\uFEFF" + String.join("\r\n", LINES.subList(0, 20)) + "\r\n";
    String two = "\uFEFF" + String.join("\n", LINES.subList(20, 40));
    Files.write(input.resolve("one.txt"), one.getBytes(StandardCharsets.UTF_16LE));
    Files.write(input.resolve("two.txt"), two.getBytes(StandardCharsets.UTF_16BE));
    Files.write(input.resolve("empty.txt"), new byte[0]);
    Files.write(input.resolve("_hidden.txt"), one.getBytes(StandardCharsets.UTF_16LE));
  }

  @ParameterizedTest
  @ValueSource(ints = {177, 1 << 20})
  void aDirectoryIsReadOnce(int splitBytes) throws Exception {
    Job job = run(splitBytes);
    assertThat(output()).containsExactlyInAnyOrderElementsOf(LINES);
    assertThat(counter(job)).isZero();
  }

  @Test
  void compressedFilesAreReadWhole() throws Exception {
    Path compressed = folder.resolve("input").resolve("three.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("drei\nvier\uD800\n".getBytes(StandardCharsets.UTF_16));
      out.write(new byte[] {(byte) 0xD8, 0, 0, 'x'});
    }
    Job job = run(400);
    assertThat(output())
        .contains("drei", "vier\uFFFD", "\uFFFDx")
        .hasSize(LINES.size() + 3)
        .containsAll(LINES);
    // getBytes has written U+FFFD, or a question mark, for its own.
    assertThat(counter(job)).isOne();
  }

  private static long counter(Job job) throws IOException {
    return job.getCounters()
        .findCounter(EncodedTextInputFormat.COUNTERS, EncodedTextInputFormat.ILL_FORMED_SEQUENCES)
        .getValue();
  }

  private Job run(int splitBytes) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    Job job = Job.getInstance(configuration, "lines");
    job.setInputFormatClass(EncodedTextInputFormat.class);
    EncodedTextInputFormat.configure(
        job.getConfiguration(),
        DecoderSpec.of(TextEncoding.UTF_16),
        LineSpec.of(LineBreaks.ANY).maxChars(1000));
    FileInputFormat.setInputPaths(job, path("input"));
    FileInputFormat.setMaxInputSplitSize(job, splitBytes);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(0);
    TextOutputFormat.setOutputPath(job, path("output"));
    assertThat(job.waitForCompletion(false)).isTrue();
    return job;
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
  }

  /** The values that the job has written, in UTF-8 behind their keys. */
  private List<String> output() throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve("output"))) {
      return parts
          .filter(part -> part.getFileName().toString().startsWith("part-"))
          .flatMap(LocalJobTest::lines)
          .map(line -> line.substring(line.indexOf('\t') + 1))
          .toList();
    }
  }

  private static Stream<String> lines(Path part) {
    try {
      return Files.readAllLines(part).stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
