/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.files.FileDecoding;
import io.utflow.files.FileRecords;
import io.utflow.files.FileSplitReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * The lines of text files, for {@code FileSource.forRecordStreamFormat}. A file is split if its
 * encoding and its line breaks allow it: the lines of the splits, in order, are the lines of the
 * file, each once, wherever the edges lie. A reader is restored at the first byte of a line.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * FileSource<String> source =
 *     FileSource.forRecordStreamFormat(
 *             LineFormat.text(
 *                 () -> DecoderSpec.of(TextEncoding.UTF_16),
 *                 () -> LineSpec.of(LineBreaks.LF_OR_CRLF)),
 *             new Path("logs"))
 *         .build();
 * }</pre>
 *
 * <p><b>Specs are made where they are used.</b> A format is sent to the workers, and specs, which
 * may hold observers and handlers, are not serializable. Therefore you give functions that make
 * them, and these are sent; they run when the format is made and once in each copy of it.
 * Observers, handlers and listeners are therefore those of a worker. They are called again for
 * bytes that are read again after a failure.
 *
 * <p><b>Splits.</b> UTF-8, UTF-16, UTF-32 and the others that {@link Stages#canSplit(DecoderSpec,
 * LineSpec)} allows are split, also where each file tells by its first bytes which it is ({@link
 * TextEncoding#UTF_16}, {@link io.utflow.codec.BomPolicy#SNIFF}, a {@link Detection}): those bytes
 * are then read for each split, and tell each the same. A budget of the policy, {@link
 * io.utflow.codec.MalformedPolicy#atMost}, is that of a split, and begins anew where a reader is
 * restored. One reader reads the whole of a file that cannot be split. An enumerator that splits it
 * all the same costs time and changes nothing else: each split is read from the start of the file.
 *
 * <p><b>Checkpoints</b> hold the byte offset of a line, and the number of lines after it that have
 * been emitted. In a file that cannot be split they hold a number of lines, which are read again.
 *
 * <p><b>Compressed files</b> are not split. Flink unpacks them by the ends of their names; offsets
 * are those of the unpacked bytes.
 *
 * <p>If a spec says that ill-formed text or a long line fails, the job fails with the exceptions of
 * {@link FileSplitReader#next()}. A file that has become shorter than when it was listed fails it
 * too ({@link IOException}), because its lines would be missing silently. Lines that are appended
 * while the last split of a file is being read may be read, each once.
 *
 * @param <T> the records: text, or lines with their offsets
 * @serial exclude
 */
public final class LineFormat<T> implements StreamFormat<T> {
  private static final long serialVersionUID = 1L;

  private final SerializableSupplier<FileRecords> maker;
  private final SerializableFunction<LocatedLine, T> output;
  private final TypeInformation<T> type;

  private final transient FileRecords records;

  private LineFormat(
      SerializableSupplier<FileRecords> maker,
      SerializableFunction<LocatedLine, T> output,
      TypeInformation<T> type) {
    this.maker = maker;
    this.output = output;
    this.type = type;
    this.records = maker.get();
    // What the two specs do not allow together fails now.
    records.requireFits();
  }

  /**
   * The text of each line.
   *
   * @param decoder makes the spec by which files are read from their start; must be serializable,
   *     like a lambda that captures only serializable objects
   * @param lines makes the spec for lines, likewise
   * @return a format
   * @throws IllegalArgumentException if a function is not serializable, if the spec begins in the
   *     middle of a stream, or if the two specs do not go together
   */
  public static LineFormat<String> text(
      SerializableSupplier<DecoderSpec> decoder, SerializableSupplier<LineSpec> lines) {
    return of(decoding(decoder), lines, LocatedLine::text, Types.STRING);
  }

  /**
   * As {@link #text}, with the byte offsets of each line in its file.
   *
   * @param decoder makes the spec by which files are read from their start
   * @param lines makes the spec for lines
   * @return a format
   * @throws IllegalArgumentException as {@link #text}
   */
  public static LineFormat<FileLine> located(
      SerializableSupplier<DecoderSpec> decoder, SerializableSupplier<LineSpec> lines) {
    return of(decoding(decoder), lines, FileLine::of, TypeInformation.of(FileLine.class));
  }

  /**
   * The text of each line, of files whose encoding is found out from their first bytes: from 4096,
   * or the window of the detection if that is larger. {@code Detection.auto(spec)} is the setting
   * that other engines call {@code encoding=auto}. An observer of the detection is called for each
   * split that is read, and again when its reader is restored.
   *
   * <pre>{@code
   * LineFormat.detectedText(
   *     () ->
   *         Detection.auto(
   *             DecoderSpec.of(TextEncoding.forName("windows-1252")).bom(BomPolicy.SNIFF)),
   *     () -> LineSpec.of(LineBreaks.ANY));
   * }</pre>
   *
   * @param detection makes the detection; must be serializable, like a lambda that captures only
   *     serializable objects, so make the spec inside it
   * @param lines makes the spec for lines, likewise
   * @return a format, which is splittable if files in every encoding that may be found are
   * @throws IllegalArgumentException as {@link #text}
   */
  public static LineFormat<String> detectedText(
      SerializableSupplier<Detection> detection, SerializableSupplier<LineSpec> lines) {
    return of(detecting(detection), lines, LocatedLine::text, Types.STRING);
  }

  /**
   * As {@link #detectedText}, with the byte offsets of each line in its file.
   *
   * @param detection makes the detection
   * @param lines makes the spec for lines
   * @return a format
   * @throws IllegalArgumentException as {@link #text}
   */
  public static LineFormat<FileLine> detectedLocated(
      SerializableSupplier<Detection> detection, SerializableSupplier<LineSpec> lines) {
    return of(detecting(detection), lines, FileLine::of, TypeInformation.of(FileLine.class));
  }

  static SerializableSupplier<FileDecoding> decoding(SerializableSupplier<DecoderSpec> decoder) {
    requireSerializable(decoder, "decoder's spec");
    return () -> FileDecoding.of(decoder.get());
  }

  static SerializableSupplier<FileDecoding> detecting(SerializableSupplier<Detection> detection) {
    requireSerializable(detection, "detection");
    return () -> FileDecoding.of(detection.get());
  }

  private static <T> LineFormat<T> of(
      SerializableSupplier<FileDecoding> decoder,
      SerializableSupplier<LineSpec> lines,
      SerializableFunction<LocatedLine, T> output,
      TypeInformation<T> type) {
    requireSerializable(lines, "spec of lines");
    return new LineFormat<>(() -> decoder.get().lines(lines.get()), output, type);
  }

  /** Records in the place of lines. */
  static <T> LineFormat<T> ofRecords(
      SerializableSupplier<FileDecoding> decoder,
      SerializableSupplier<RecordSpec> records,
      SerializableFunction<LocatedLine, T> output,
      TypeInformation<T> type) {
    requireSerializable(records, "spec of records");
    return new LineFormat<>(() -> decoder.get().records(records.get()), output, type);
  }

  private static void requireSerializable(Object maker, String made) {
    try (ObjectOutputStream sent = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      sent.writeObject(Objects.requireNonNull(maker, made));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "what makes the %s cannot be sent to the workers (%s): make specs, observers and handlers inside of the lambda, and let it hold only what is Serializable"
              .formatted(made, e),
          e);
    }
  }

  /** {@return the same format, with specs of its own} */
  private Object readResolve() {
    return new LineFormat<>(maker, output, type);
  }

  /**
   * {@inheritDoc}
   *
   * @return whether several readers may share a file, whatever its first bytes are
   */
  @Override
  public boolean isSplittable() {
    return records.canSplit();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }

  /**
   * {@inheritDoc}
   *
   * @param config not read
   * @param stream the whole file, at the begin of the split; closed with the reader
   * @param fileLen in bytes, as they are stored
   * @param splitEnd in bytes, as they are stored
   * @return a reader of the lines of which the first byte lies in the split
   * @throws IOException if the file cannot be read, or has become shorter
   */
  @Override
  public Reader<T> createReader(
      Configuration config, FSDataInputStream stream, long fileLen, long splitEnd)
      throws IOException {
    return reader(stream, stream.getPos(), fileLen, splitEnd);
  }

  /**
   * {@inheritDoc}
   *
   * @param config not read
   * @param stream the whole file, anywhere before the offset; closed with the reader
   * @param restoredOffset in bytes, unpacked ones; what a reader told as its position
   * @param fileLen in bytes, as they are stored
   * @param splitEnd in bytes, as they are stored
   * @return a reader of those lines of the split of which the first byte is not before the offset
   * @throws IOException if the file cannot be read, or has become shorter
   */
  @Override
  public Reader<T> restoreReader(
      Configuration config,
      FSDataInputStream stream,
      long restoredOffset,
      long fileLen,
      long splitEnd)
      throws IOException {
    return reader(stream, restoredOffset, fileLen, splitEnd);
  }

  private Reader<T> reader(FSDataInputStream stream, long begin, long fileLen, long splitEnd)
      throws IOException {
    if (splitEnd > fileLen) {
      throw new IOException(
          "the file has %d bytes and has become shorter: when it was listed, the split ended at byte %d"
              .formatted(fileLen, splitEnd));
    }
    // A compressed file has more bytes than are stored: its only split is that up to the end.
    long end = splitEnd == fileLen ? Long.MAX_VALUE : Math.max(begin, splitEnd);
    if (records.headBytes() > 0 && stream.getPos() != 0) {
      stream.seek(0);
    }
    FileRecords.Head head = records.head(stream);
    if (records.canSplit(head)) {
      FileSplit<LocatedLine> split = records.split(head, begin, end);
      InputStream file = at(split.readFrom(), stream, head);
      return new SplitLineReader<>(FileSplitReader.of(split, file), begin, output);
    }
    InputStream file = at(0, stream, head);
    return new WholeFileLineReader<>(
        FileSplitReader.ofWholeFile(records.whole(head), file), begin, end, output);
  }

  /**
   * The file from an offset on. Does not go back to bytes that were read: an unpacking stream
   * cannot.
   */
  private static InputStream at(long offset, FSDataInputStream stream, FileRecords.Head head)
      throws IOException {
    if (offset < head.length()) {
      return head.followedBy(stream, (int) offset);
    }
    if (stream.getPos() != offset) {
      stream.seek(offset);
    }
    return stream;
  }
}
