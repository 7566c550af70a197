/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.hadoop;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.LineSpec;
import io.utflow.files.EncodingSetting;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads files of text in any encoding, a record a line, or what {@link #RECORDS} says. The key is
 * the byte offset of the line in its file, that of its byte order mark for the first; the value is
 * its text without the terminator, in UTF-8 as every {@link Text}. Both objects are used again for
 * the next record.
 *
 * <pre>{@code
 * Job job = Job.getInstance(new Configuration());
 * job.setInputFormatClass(EncodedTextInputFormat.class);
 * EncodedTextInputFormat.setInputPaths(job, "hdfs:///logs/2026-*");
 * EncodedTextInputFormat.configure(
 *     job.getConfiguration(),
 *     DecoderSpec.of(TextEncoding.UTF_16),
 *     LineSpec.of(LineBreaks.ANY).maxChars(1 << 20));
 * }</pre>
 *
 * <p>A file is split unless it is compressed, by what the codecs of the configuration say of its
 * name, or in an encoding that is {@linkplain io.utflow.codec.stage.Stages#canSplit read from the
 * start only}. Such a file is read whole, by one task; offsets are those of the decompressed bytes.
 * A split reads the first bytes of its file too if its encoding asks for a byte order mark, or is
 * to be found out; as all splits look at the same bytes, they agree. A task keeps a buffer and one
 * line in memory.
 *
 * <p>The counter {@link #ILL_FORMED_SEQUENCES} in the group {@link #COUNTERS} has the number of
 * ill-formed sequences that were replaced or skipped. If ill-formed text is to be reported, or a
 * line is too long, the task fails with an {@link IOException} that names the file and the byte.
 * Unpaired surrogates, which only WTF-8, WTF-16 and their like can yield, are question marks in a
 * {@link Text}.
 */
public final class EncodedTextInputFormat extends FileInputFormat<LongWritable, Text> {
  /**
   * The name of the encoding, as in {@code TextEncoding.forName}; {@code UTF-8} by default. {@code
   * auto}, or {@code auto:windows-1252}, finds it out for each file from its first 4096 bytes:
   * UTF-8, UTF-16, UTF-32, or the encoding that is named.
   */
  public static final String ENCODING = "utflow.input.encoding";

  /**
   * The name of a {@link io.utflow.codec.BomPolicy}, in any case, with {@code -} or {@code _};
   * {@code per-encoding} by default, {@code sniff} where the encoding is {@code auto}.
   */
  public static final String BOM = "utflow.input.bom";

  /**
   * The treatment of ill-formed text: {@code replace}, the default, {@code skip}, {@code report}.
   */
  public static final String ON_MALFORMED = "utflow.input.on-malformed";

  /**
   * The name of {@link io.utflow.codec.stage.LineBreaks}; {@code any}, as Hadoop reads text, by
   * default.
   */
  public static final String LINE_BREAKS = "utflow.input.line-breaks";

  /**
   * What a record is, if it is no line: {@code bytes:80}, {@code chars:200} or {@code
   * delimiters:\n\n}, as {@link io.utflow.files.RecordSetting} reads it. {@link #LINE_BREAKS} is
   * then not used. The bound and what becomes of longer records are those of lines.
   */
  public static final String RECORDS = "utflow.input.records";

  /** The bound for a line, in UTF-16 code units; 16,777,216 by default. */
  public static final String MAX_LINE_LENGTH = "utflow.input.max-line-length";

  /**
   * The name of a {@link io.utflow.codec.stage.TooLongPolicy}, for lines beyond the bound; {@code
   * fail} by default.
   */
  public static final String ON_TOO_LONG = "utflow.input.on-too-long";

  /** The group of the counter. */
  public static final String COUNTERS = "Utflow";

  /** The name of the counter. */
  public static final String ILL_FORMED_SEQUENCES = "ILL_FORMED_SEQUENCES";

  /** Made by Hadoop. */
  public EncodedTextInputFormat() {}

  /**
   * Writes all keys of this class but {@link #RECORDS}, which is removed.
   *
   * @param configuration of a job
   * @param text how the bytes of files are read: the encoding, the policy of byte order marks, and
   *     one of {@code MalformedPolicy.REPLACE}, {@code SKIP} and {@code REPORT}
   * @param lines the line breaks, the bound of a line, and the policy for longer lines
   * @throws IllegalArgumentException if a spec has what no key can say: an observer, a handler, a
   *     budget, a replacement of its own, terminators kept, bare breaks refused, a start in the
   *     middle
   */
  public static void configure(Configuration configuration, DecoderSpec text, LineSpec lines) {
    new InputSettings(EncodingSetting.of(text.encoding()), text, lines, null)
        .writeTo(configuration);
  }

  /**
   * Writes all keys of this class but {@link #RECORDS}, which is removed, with {@code auto} as the
   * encoding: that of each file is found out from its first bytes.
   *
   * @param configuration of a job
   * @param otherwise how files are read that are neither UTF-8 nor UTF-16 nor UTF-32; as {@link
   *     #configure} takes it. With {@code BomPolicy.SNIFF} a byte order mark of any of them is not
   *     part of the text
   * @param lines the line breaks, the bound of a line, and the policy for longer lines
   * @throws IllegalArgumentException as {@link #configure}
   */
  public static void configureDetected(
      Configuration configuration, DecoderSpec otherwise, LineSpec lines) {
    EncodingSetting auto = EncodingSetting.of(otherwise.encoding()).auto();
    new InputSettings(auto, otherwise, lines, null).writeTo(configuration);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the value of a key is bad; the message names the key
   */
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    InputSettings.readFrom(job.getConfiguration());
    return super.getSplits(job);
  }

  @Override
  protected boolean isSplitable(JobContext job, Path file) {
    Configuration configuration = job.getConfiguration();
    return InputSettings.readFrom(configuration).canSplit()
        && InputFile.codec(configuration, file) == null;
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext task) {
    return new LineReader();
  }
}
