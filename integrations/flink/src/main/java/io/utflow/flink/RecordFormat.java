/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * Makes formats that read the records of files, for {@code FileSource.forRecordStreamFormat}: by
 * delimiters, or of a number of bytes or chars. All else is as {@link LineFormat} says of lines.
 * Files whose records have a number of chars are not split.
 *
 * <pre>{@code
 * StreamFormat<String> records =
 *     RecordFormat.text(
 *         () -> DecoderSpec.of(TextEncoding.forName("IBM037")), () -> RecordSpec.ofBytes(80));
 * }</pre>
 */
public final class RecordFormat {
  private RecordFormat() {}

  /**
   * {@return a format of the text of each record}
   *
   * @param decoder makes the spec by which files are read from their start; must be serializable,
   *     as a lambda is that holds nothing that is not
   * @param records makes the spec of records, likewise
   * @throws IllegalArgumentException as {@link LineFormat#text}
   */
  public static LineFormat<String> text(
      SerializableSupplier<DecoderSpec> decoder, SerializableSupplier<RecordSpec> records) {
    return LineFormat.ofRecords(
        LineFormat.decoding(decoder), records, LocatedLine::text, Types.STRING);
  }

  /**
   * {@return a format of each record with its byte offsets in its file}
   *
   * @param decoder makes the spec by which files are read from their start
   * @param records makes the spec of records
   * @throws IllegalArgumentException as {@link LineFormat#text}
   */
  public static LineFormat<FileLine> located(
      SerializableSupplier<DecoderSpec> decoder, SerializableSupplier<RecordSpec> records) {
    return LineFormat.ofRecords(
        LineFormat.decoding(decoder), records, FileLine::of, TypeInformation.of(FileLine.class));
  }

  /**
   * {@return a format of each record with its byte offsets, in files whose encoding is found out
   * from their first bytes, as {@link LineFormat#detectedLocated}}
   *
   * @param detection makes the detection
   * @param records makes the spec of records
   * @throws IllegalArgumentException as {@link LineFormat#text}
   */
  public static LineFormat<FileLine> detectedLocated(
      SerializableSupplier<Detection> detection, SerializableSupplier<RecordSpec> records) {
    return LineFormat.ofRecords(
        LineFormat.detecting(detection), records, FileLine::of, TypeInformation.of(FileLine.class));
  }
}
