/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flink;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.files.FileDecoding;
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
 * The lines of text files, for {@code FileSource.forRecordStreamFormat}. A file is split where its
 * encoding and what ends its lines allow it: the lines of the splits, in order, are the lines of
 * the file, each once, wherever the edges lie. A reader is restored at the first byte of a line.
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
 * may hold observers and handlers, are not serializable. So what is given, and sent, are functions
 * that make them; they run when the format is made and once in each copy of it. Observers, handlers
 * and listeners are therefore those of a worker. They are told of bytes that are read again behind
 * a failure once more.
 *
 * <p><b>Splits.</b> UTF-8, UTF-16, UTF-32 and the others that {@link Stages#canSplit(DecoderSpec,
 * LineSpec)} allows are split, also where each file tells by its first bytes which it is ({@link
 * TextEncoding#UTF_16}, {@link io.utflow.codec.BomPolicy#SNIFF}, a {@link Detection}): those bytes are
 * then read for each split, and tell each the same. A budget of the policy, {@link io.utflow.codec.MalformedPolicy#atMost}, is that of a
 * split, and begins anew where a reader is restored. Of a file that cannot be split all is read by
 * one reader. An enumerator that splits it all the same costs time and changes nothing else: each
 * split is read from the start of the file.
 *
 * <p><b>Checkpoints</b> hold the byte offset of a line, and how many lines behind it have been
 * emitted. In a file that cannot be split they hold a number of lines, which are read again.
 *
 * <p><b>Compressed files</b> are not split. Flink unpacks them by the ends of their names; offsets
 * are those of the unpacked bytes.
 *
 * <p>What is ill-formed, or too long, and fails by a spec fails the job with the exceptions of
 * {@link FileSplitReader#next()}. So does a file that has become shorter than when it was listed
 * ({@link IOException}), for its lines would be missing without a word. Lines that are appended
 * while the last split of a file is being read may be read, each once.
 *
 * @param <T> what comes out: text, or lines with their offsets
 * @serial exclude
 */
public final class LineFormat<T> implements StreamFormat<T> {
  private static final long serialVersionUID = 1L;

  private final SerializableSupplier<FileDecoding> decoder;
  private final SerializableSupplier<LineSpec> lines;
  private final SerializableFunction<LocatedLine, T> output;
  private final TypeInformation<T> type;

  private final transient FileDecoding decoding;
  private final transient LineSpec lineSpec;

  private LineFormat(
      SerializableSupplier<FileDecoding> decoder,
      SerializableSupplier<LineSpec> lines,
      SerializableFunction<LocatedLine, T> output,
      TypeInformation<T> type) {
    this.decoder = decoder;
    this.lines = lines;
    this.output = output;
    this.type = type;
    this.decoding = decoder.get();
    this.lineSpec = Objects.requireNonNull(lines.get(), "the spec of lines");
    // What the two specs do not allow together fails now.
    decoding.requireFits(lineSpec);
  }

  /**
   * The text of each line.
   *
   * @param decoder makes the spec by which files are read from their start; must be serializable,
   *     as a lambda is that holds nothing that is not
   * @param lines makes the spec of what a line is, likewise
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
   * @param lines makes the spec of what a line is
   * @return a format
   * @throws IllegalArgumentException as {@link #text}
   */
  public static LineFormat<FileLine> located(
      SerializableSupplier<DecoderSpec> decoder, SerializableSupplier<LineSpec> lines) {
    return of(decoding(decoder), lines, FileLine::of, TypeInformation.of(FileLine.class));
  }

  /**
   * The text of each line, of files whose encoding is found out from their first bytes: from 4096,
   * or the window of the detection if that is larger. {@code Detection.auto(spec)} is what other
   * engines call {@code encoding=auto}. An observer of the detection is told for each split that is
   * read, and once more where its reader is restored.
   *
   * <pre>{@code
   * LineFormat.detectedText(
   *     () ->
   *         Detection.auto(
   *             DecoderSpec.of(TextEncoding.forName("windows-1252")).bom(BomPolicy.SNIFF)),
   *     () -> LineSpec.of(LineBreaks.ANY));
   * }</pre>
   *
   * @param detection makes the detection; must be serializable, as a lambda is that holds nothing
   *     that is not, so make the spec inside of it
   * @param lines makes the spec of what a line is, likewise
   * @return a format, which is splittable if the files are in every encoding that may be found
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
   * @param lines makes the spec of what a line is
   * @return a format
   * @throws IllegalArgumentException as {@link #text}
   */
  public static LineFormat<FileLine> detectedLocated(
      SerializableSupplier<Detection> detection, SerializableSupplier<LineSpec> lines) {
    return of(detecting(detection), lines, FileLine::of, TypeInformation.of(FileLine.class));
  }

  private static SerializableSupplier<FileDecoding> decoding(
      SerializableSupplier<DecoderSpec> decoder) {
    requireSerializable(decoder, "decoder's spec");
    return () -> FileDecoding.of(decoder.get());
  }

  private static SerializableSupplier<FileDecoding> detecting(
      SerializableSupplier<Detection> detection) {
    requireSerializable(detection, "detection");
    return () -> FileDecoding.of(detection.get());
  }

  private static <T> LineFormat<T> of(
      SerializableSupplier<FileDecoding> decoder,
      SerializableSupplier<LineSpec> lines,
      SerializableFunction<LocatedLine, T> output,
      TypeInformation<T> type) {
    requireSerializable(lines, "spec of lines");
    return new LineFormat<>(decoder, lines, output, type);
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
    return new LineFormat<>(decoder, lines, output, type);
  }

  /**
   * {@inheritDoc}
   *
   * @return whether several readers may share a file, whatever its first bytes are
   */
  @Override
  public boolean isSplittable() {
    return decoding.canSplit(lineSpec);
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
    if (decoding.headBytes(lineSpec) > 0 && stream.getPos() != 0) {
      stream.seek(0);
    }
    FileDecoding.Head head = decoding.head(stream, lineSpec);
    if (Stages.canSplit(head.spec(), lineSpec)) {
      FileSplit<LocatedLine> split = Stages.splitLines(head.spec(), lineSpec, begin, end);
      InputStream file = at(split.readFrom(), stream, head);
      return new SplitLineReader<>(FileSplitReader.of(split, file), begin, output);
    }
    InputStream file = at(0, stream, head);
    return new WholeFileLineReader<>(
        FileSplitReader.ofWholeFile(Stages.locatedLines(head.spec(), lineSpec), file),
        begin,
        end,
        output);
  }

  /**
   * The file from an offset on. Does not go back to bytes that were read: an unpacking stream
   * cannot.
   */
  private static InputStream at(long offset, FSDataInputStream stream, FileDecoding.Head head)
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
