/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.util.Arrays;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/** The job that {@code docs/guide/engines.md} shows. */
final class WordCount {
  private WordCount() {}

  static void count(String from, String to) throws Exception {
    FileSource<String> lines =
        FileSource.forRecordStreamFormat(
                LineFormat.text(
                    () -> DecoderSpec.of(TextEncoding.UTF_16),
                    () -> LineSpec.of(LineBreaks.LF_OR_CRLF)),
                new Path(from))
            .build();
    FileSink<String> counts =
        FileSink.forRowFormat(new Path(to), new SimpleStringEncoder<String>("UTF-8")).build();

    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    job.setRuntimeMode(RuntimeExecutionMode.BATCH);
    job.fromSource(lines, WatermarkStrategy.noWatermarks(), "lines")
        .flatMap(
            (String line, Collector<String> words) ->
                Arrays.stream(line.split(" ")).forEach(words::collect))
        .returns(Types.STRING)
        .map(word -> Tuple2.of(word, 1L))
        .returns(Types.TUPLE(Types.STRING, Types.LONG))
        .keyBy(count -> count.f0)
        .sum(1)
        .map(count -> count.f0 + " " + count.f1)
        .sinkTo(counts);
    job.execute();
  }
}
