/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineEncodings;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file of text that all cores of a machine read, in constant memory.
 *
 * <pre>{@code
 * try (TextFile file = TextFile.open(path, DecoderSpec.of(TextEncoding.UTF_16))) {
 *   long terminators = file.count(LineBreaks.LF_OR_CRLF);
 *   try (Stream<LocatedLine> lines = file.lines(LineSpec.of(LineBreaks.LF_OR_CRLF))) {
 *     lines.map(LocatedLine::text).forEach(System.out::println);
 *   }
 * }
 * }</pre>
 *
 * <p><b>A snapshot by length.</b> Only the bytes that the file has when it is opened are read, and
 * its first bytes tell the encoding and the byte order of the whole file ({@link TextHead}). Bytes
 * that are appended later are not seen; a line without a terminator by then ends there. If the file
 * becomes shorter, the operation that reads it fails with a {@link FileChangedException}. Bytes
 * that are overwritten meanwhile are read as they are when their turn comes.
 *
 * <p><b>Encodings and line breaks that cannot be split</b>, which Stages.{@link Stages#splitLines
 * splitLines} lists, are read by a single thread from start to end, with the same result.
 *
 * <p><b>Observers and handlers</b> of the spec are called by several threads at once, and not in
 * the order of the file; each ill-formed sequence is told once. A budget of the policy is that of a
 * split of {@link #splitBytes(int)}.
 *
 * <p><b>Cancelling.</b> An operation whose thread is interrupted throws an {@link
 * java.io.InterruptedIOException}; a stream that is closed lets its threads end, each after its
 * current buffer, and throws if it is read on. If the interrupted thread reads the file itself, as
 * in {@link #lines(LineSpec, FileRange)} and parallel streams, its operation ends; only if the
 * interrupt comes in the middle of a read, the file is closed for all operations.
 *
 * <p>Immutable and thread-safe: operations may run at the same time.
 */
public final class TextFile implements Closeable {
  private static final int DEFAULT_SPLIT_BYTES = 1 << 20;

  private final OpenFile file;
  private final TextHead head;
  private final int jobs;
  private final int splitBytes;

  private TextFile(OpenFile file, TextHead head, int jobs, int splitBytes) {
    this.file = file;
    this.head = head;
    this.jobs = jobs;
    this.splitBytes = splitBytes;
  }

  /**
   * Opens a file, for as many threads as there are processors. A file that does not tell its size,
   * as those of /proc and /sys, is read to its end first, into a temporary file that is deleted
   * with {@link #close()}.
   *
   * @param path of a regular file
   * @param spec how it is read, from its start; any policy for byte order marks
   * @return the file, to be closed
   * @throws IOException if it cannot be read, or is no file but a pipe or a device, which cannot be
   *     entered in the middle
   */
  public static TextFile open(Path path, DecoderSpec spec) throws IOException {
    return open(path, TextHead.LENGTH, (first, isWhole) -> TextHead.of(spec, first));
  }

  /**
   * Opens a file in the encoding that is detected from its byte order mark or its first bytes: as
   * many as the window of the detection, and at least 4096, are read into memory. All splits are
   * read in that encoding, even if later bytes say otherwise. A stage with {@link
   * Detection#utf8Else}, which waits for the first byte beyond ASCII, may find another encoding if
   * that byte comes after the window. {@link #spec()} returns the result; the observer of the
   * detection is told the evidence and the certainty.
   *
   * @param path of a regular file
   * @param detection how the encoding is found out
   * @return the file, to be closed
   * @throws IOException as {@link #open(Path, DecoderSpec)}
   */
  public static TextFile open(Path path, Detection detection) throws IOException {
    return open(
        path,
        TextHead.length(detection),
        (first, isWhole) -> TextHead.of(detection, first, isWhole));
  }

  /** Tells by the first bytes how a file is read. */
  private interface Heads {
    TextHead of(ByteBuffer first, boolean isWhole);
  }

  private static TextFile open(Path path, int length, Heads heads) throws IOException {
    OpenFile file = OpenFile.open(path);
    try {
      ByteBuffer first = ByteBuffer.allocate((int) Math.min(length, file.size()));
      file.read(first, 0, length);
      TextHead head = heads.of(first, first.remaining() == file.size());
      int processors = Runtime.getRuntime().availableProcessors();
      return new TextFile(file, head, processors, DEFAULT_SPLIT_BYTES);
    } catch (Throwable e) {
      file.channel().close();
      throw e;
    }
  }

  /**
   * Opens a file of text in an encoding; what is ill-formed is replaced by U+FFFD.
   *
   * @param path of a regular file
   * @param encoding of its bytes; a byte order mark that goes with it is no text
   * @return the file, to be closed
   * @throws IOException as {@link #open(Path, DecoderSpec)}
   */
  public static TextFile open(Path path, TextEncoding encoding) throws IOException {
    return open(path, DecoderSpec.of(encoding));
  }

  /**
   * With so many threads for an operation.
   *
   * @param threads at least 1
   * @return the same open file
   * @throws IllegalArgumentException if below 1
   */
  public TextFile jobs(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " jobs: give at least 1");
    }
    return new TextFile(file, head, threads, splitBytes);
  }

  /**
   * Sets the size of a split; 1 MiB by default. Reading ahead takes about five times as much
   * memory, for each thread and two more.
   *
   * @param bytes at least 1
   * @return the same open file
   * @throws IllegalArgumentException if below 1
   */
  public TextFile splitBytes(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("splits of " + bytes + " bytes: give at least 1");
    }
    return new TextFile(file, head, jobs, bytes);
  }

  /** {@return how the file is read: the encoding and byte order that its first bytes tell} */
  public DecoderSpec spec() {
    return head.spec();
  }

  /** {@return the bytes that the file had when it was opened} */
  public long size() {
    return file.size();
  }

  /**
   * The bytes read since the file was opened, by all operations: their progress. Any thread may
   * ask.
   *
   * @return the number; after one operation a little more than the size, because splits overlap
   */
  public long bytesRead() {
    return file.read().sum();
  }

  // Lines.

  /**
   * The splits by which the lines of the file are read in parallel.
   *
   * @param lines what a line is
   * @return ranges that cover the file; one if it cannot be split
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  public List<FileRange> splits(LineSpec lines) {
    return plan(Splitting.of(spec(), lines).canSplit());
  }

  /**
   * The lines of the file, in order, decoded ahead by {@link #jobs(int)} threads. Close it if it is
   * not read to its end. A failure is thrown after the lines before it, an {@link IOException} as a
   * {@link java.io.UncheckedIOException}.
   *
   * @param lines what a line is
   * @return a sequential stream
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  public Stream<LocatedLine> lines(LineSpec lines) {
    return ordered(Splitting.of(spec(), lines));
  }

  /**
   * As {@link #lines(LineSpec)}, in the order in which they are decoded: those of a split are in
   * order, and splits are mixed.
   *
   * @param lines what a line is
   * @return a sequential stream
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  public Stream<LocatedLine> unorderedLines(LineSpec lines) {
    return unordered(Splitting.of(spec(), lines));
  }

  /**
   * The lines that begin in a range of the file, decoded by the thread that asks for them.
   *
   * @param lines what a line is
   * @param range one of {@link #splits}, or any other of a file that can be split
   * @return a sequential stream
   * @throws IllegalStateException as Stages.{@link Stages#splitLines splitLines}
   * @throws IllegalArgumentException as Stages.{@link Stages#splitLines splitLines}
   */
  public Stream<LocatedLine> lines(LineSpec lines, FileRange range) {
    return of(Splitting.of(spec(), lines), range);
  }

  /**
   * The lines of the file as a parallel stream: its operations run where the lines are decoded, in
   * the threads of the fork-join pool, whatever {@link #jobs(int)} says. Its order is that of the
   * file, if the operations keep one. {@code forEachOrdered} and {@code iterator} may keep many
   * decoded lines in memory; {@link #lines(LineSpec)} is better there.
   *
   * @param lines what a line is
   * @return a parallel stream
   * @throws IllegalArgumentException if the spec and the lines do not fit each other
   */
  public Stream<LocatedLine> parallelLines(LineSpec lines) {
    return parallel(Splitting.of(spec(), lines));
  }

  // Lines in an encoding each, whatever the file was opened with. Any such file can be split.

  /**
   * {@return as {@link #splits(LineSpec)}}
   *
   * @param lines which encodings, and what a line is
   */
  public List<FileRange> splits(LineEncodings lines) {
    return plan(Splitting.of(lines).canSplit());
  }

  /**
   * {@return the lines in order, as {@link #lines(LineSpec)}}
   *
   * @param lines which encodings, and what a line is
   */
  public Stream<LocatedLine> lines(LineEncodings lines) {
    return ordered(Splitting.of(lines));
  }

  /**
   * {@return the lines that begin in a range, as {@link #lines(LineSpec, FileRange)}}
   *
   * @param lines which encodings, and what a line is
   * @param range any range of the file
   */
  public Stream<LocatedLine> lines(LineEncodings lines, FileRange range) {
    return of(Splitting.of(lines), range);
  }

  /**
   * {@return the lines as a parallel stream, as {@link #parallelLines(LineSpec)}}
   *
   * @param lines which encodings, and what a line is
   */
  public Stream<LocatedLine> parallelLines(LineEncodings lines) {
    return parallel(Splitting.of(lines));
  }

  // Records.

  /**
   * The splits by which the records of the file are read in parallel.
   *
   * @param records what a record is
   * @return ranges that cover the file; one if it cannot be split, as by delimiters that overlap
   *     themselves
   * @throws IllegalArgumentException if the spec and the records do not fit each other
   */
  public List<FileRange> splits(RecordSpec records) {
    return plan(Splitting.of(spec(), records).canSplit());
  }

  /**
   * The records of the file, in order, as {@link #lines(LineSpec)}.
   *
   * @param records what a record is
   * @return a sequential stream
   * @throws IllegalArgumentException if the spec and the records do not fit each other
   */
  public Stream<LocatedLine> records(RecordSpec records) {
    return ordered(Splitting.of(spec(), records));
  }

  /**
   * The records of the file in the order in which they are decoded, as {@link
   * #unorderedLines(LineSpec)}.
   *
   * @param records what a record is
   * @return a sequential stream
   * @throws IllegalArgumentException if the spec and the records do not fit each other
   */
  public Stream<LocatedLine> unorderedRecords(RecordSpec records) {
    return unordered(Splitting.of(spec(), records));
  }

  /**
   * The records that begin in a range of the file, decoded by the thread that asks for them.
   *
   * @param records what a record is
   * @param range one of {@link #splits(RecordSpec)}, or any other of a file that can be split
   * @return a sequential stream
   * @throws IllegalStateException as Stages.{@link Stages#splitRecords splitRecords}
   * @throws IllegalArgumentException as Stages.{@link Stages#splitRecords splitRecords}
   */
  public Stream<LocatedLine> records(RecordSpec records, FileRange range) {
    return of(Splitting.of(spec(), records), range);
  }

  /**
   * The records of the file as a parallel stream, as {@link #parallelLines(LineSpec)}.
   *
   * @param records what a record is
   * @return a parallel stream
   * @throws IllegalArgumentException if the spec and the records do not fit each other
   */
  public Stream<LocatedLine> parallelRecords(RecordSpec records) {
    return parallel(Splitting.of(spec(), records));
  }

  private Stream<LocatedLine> ordered(Splitting<LocatedLine> splitting) {
    SplitJobs<List<LocatedLine>> reading = reading(splitting);
    return LineBatches.stream(reading::next).onClose(reading::close);
  }

  private Stream<LocatedLine> unordered(Splitting<LocatedLine> splitting) {
    SplitJobs<List<LocatedLine>> reading = reading(splitting);
    return LineBatches.stream(reading::nextOfAny).onClose(reading::close);
  }

  private SplitJobs<List<LocatedLine>> reading(Splitting<LocatedLine> splitting) {
    return read(
        plan(splitting.canSplit()),
        (split, wanted, buffer, out) ->
            new LineBatches(splitting.reader(split, wanted, buffer)).read(out));
  }

  private <R> SplitJobs<R> read(List<FileRange> splits, SplitJobs.Job<R> job) {
    return new SplitJobs<>(file, splits, jobs, job);
  }

  private Stream<LocatedLine> parallel(Splitting<LocatedLine> splitting) {
    return plan(splitting.canSplit()).parallelStream().flatMap(split -> of(splitting, split));
  }

  private Stream<LocatedLine> of(Splitting<LocatedLine> splitting, FileRange range) {
    ByteBuffer buffer = ByteBuffer.allocate(SplitJobs.BUFFER_BYTES);
    LineBatches batches = new LineBatches(splitting.reader(range, file, buffer));
    return LineBatches.stream(batches::next).onClose(batches::close);
  }

  /** Ranges of the usual size, or one of a file that cannot be split. */
  private List<FileRange> plan(boolean canSplit) {
    return canSplit ? file.ranges(splitBytes) : List.of(file.all());
  }

  // Operations.

  /**
   * Counts the line terminators of the file, like {@code wc -l}. Terminators are found in the
   * bytes; nothing is decoded, and ill-formed text does not matter.
   *
   * @param breaks the terminators
   * @return the number of terminators: that of lines, except for an unterminated last one
   * @throws IOException if the file cannot be read
   */
  public long count(LineBreaks breaks) throws IOException {
    DecoderSpec plain = DecoderSpec.of(spec().encoding()).bom(BomPolicy.KEEP);
    List<FileRange> splits = plan(Stages.canSplit(plain, LineSpec.of(breaks)));
    long[] count = {0};
    read(splits, new Counting(plain, breaks)).forEach(split -> count[0] += split);
    return count[0];
  }

  /**
   * Looks for ill-formed sequences. The policy and the observer of the spec are not used.
   *
   * @param most the greatest number of sequences to return
   * @return the number of ill-formed sequences, and the first of them
   * @throws IOException if the file cannot be read
   */
  public Validation validate(int most) throws IOException {
    DecoderSpec plain = DecoderSpec.of(spec().encoding()).bom(spec().bom());
    Validating validating = new Validating(plain, most);
    return validating.all(read(characterSplits(), validating));
  }

  /**
   * Writes the text of the file in another encoding. Each split is transcoded by one of {@link
   * #jobs(int)} threads, and written, in order, by the thread that calls.
   *
   * @param to how it is written; its observer must be thread-safe, as the spec's
   * @param out is not closed
   * @return how many bytes were written
   * @throws IOException if the file cannot be read, or {@code out} cannot be written
   * @throws io.utflow.codec.IllFormedTextException if a policy reports; the text before it was
   *     written
   */
  public long transcode(EncoderSpec to, WritableByteChannel out) throws IOException {
    return transcode(to, Transcoding.to(out));
  }

  /**
   * Writes the text of the file in another encoding to a stream.
   *
   * @param to how it is written; its observer must be thread-safe, as the spec's
   * @param out is neither closed nor flushed
   * @return how many bytes were written
   * @throws IOException as {@link #transcode(EncoderSpec, WritableByteChannel)}
   */
  public long transcode(EncoderSpec to, OutputStream out) throws IOException {
    return transcode(to, Transcoding.to(out));
  }

  private long transcode(EncoderSpec to, SplitJobs.Taker<ByteBuffer> out) throws IOException {
    List<FileRange> splits =
        SplitRules.isWrittenInParts(to.encoding()) ? characterSplits() : List.of(file.all());
    Transcoding transcoding = new Transcoding(spec(), to, splits.size() == 1);
    return transcoding.write(read(splits, transcoding), out);
  }

  /**
   * Writes the text of the file in another encoding to another file.
   *
   * @param to how it is written; its observer must be thread-safe, as the spec's
   * @param path of the file, which is made or replaced; on a failure it has the bytes written until
   *     then. It must not be the file that is read, by whatever name
   * @return how many bytes were written
   * @throws IOException as {@link #transcode(EncoderSpec, WritableByteChannel)}, or if both are the
   *     same file
   */
  public long transcode(EncoderSpec to, Path path) throws IOException {
    if (file.isAt(path)) {
      throw new FileSystemException(
          path.toString(), null, "the file that is read cannot be written; give another path");
    }
    try (OutputStream out = Files.newOutputStream(path)) {
      return transcode(to, out);
    }
  }

  /**
   * As {@link #transcode(EncoderSpec, Path)}, in the encoding given.
   *
   * @param to how it is written; a character that it does not have becomes what the default policy
   *     says
   * @param path of the file, which is made or replaced. Not the file that is read
   * @return how many bytes were written
   * @throws IOException as {@link #transcode(EncoderSpec, Path)}
   */
  public long transcode(TextEncoding to, Path path) throws IOException {
    return transcode(EncoderSpec.of(to), path);
  }

  private List<FileRange> characterSplits() {
    return plan(Stages.canSplit(spec()));
  }

  /** Closes the file; what still reads it fails. */
  @Override
  public void close() throws IOException {
    file.channel().close();
  }
}
