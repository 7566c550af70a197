/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.hadoop.EncodedTextInputFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs without tables of Spark read by the format of {@code utflow-hadoop}. */
class NewApiHadoopFileTest {
  @Test
  void anRddOfLinesInSplits(@TempDir Path folder) throws Exception {
    byte[] bytes = "\uFEFFeins\r\n\u0A0Dzwei\n\n😀".getBytes(StandardCharsets.UTF_16LE);
    Path file = Files.write(folder.resolve("lines.txt"), bytes);
    Configuration configuration = new Configuration();
    configuration.setInt("mapreduce.input.fileinputformat.split.maxsize", 10);
    EncodedTextInputFormat.configure(
        configuration, DecoderSpec.of(TextEncoding.UTF_16), LineSpec.of(LineBreaks.ANY));
    JavaPairRDD<LongWritable, Text> lines =
        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
            .newAPIHadoopFile(
                "" + file,
                EncodedTextInputFormat.class,
                LongWritable.class,
                Text.class,
                configuration);
    assertThat(lines.getNumPartitions()).isGreaterThan(2);
    assertThat(lines.map(line -> line._1() + " " + line._2()).collect())
        .isEqualTo(List.of("0 eins", "14 \u0A0Dzwei", "26 ", "28 😀"));
  }
}
