/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.FileSplit;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The lines or the records of files, as engines read them: a {@link FileDecoding}, and what a line
 * or a record is. Immutable, and thread-safe if the detection is.
 *
 * <pre>{@code
 * FileRecords records = FileDecoding.of(spec).records(RecordSpec.delimitedBy("|"));
 * boolean isSplit = records.canSplit(); // asked before a file is opened
 * FileRecords.Head head = records.head(file); // by the reader of each split
 * FileSplit<LocatedLine> split = records.split(head, begin, end);
 * }</pre>
 */
public final class FileRecords {
  private final FileDecoding decoding;

  /** The rule for the splits of a file with this spec, which its first bytes may have told. */
  private final Function<DecoderSpec, Splitting<LocatedLine>> splittings;

  private final Predicate<DecoderSpec> canSplit;
  private final Predicate<Detection> canSplitAll;

  /** Throws where the encodings that may be found do not fit. */
  private final Consumer<Detection> tryAll;

  /** Whether a byte order mark is looked for before the stage is made. */
  private final boolean needsHead;

  private FileRecords(
      FileDecoding decoding,
      Function<DecoderSpec, Splitting<LocatedLine>> splittings,
      Predicate<DecoderSpec> canSplit,
      Predicate<Detection> canSplitAll,
      Consumer<Detection> tryAll,
      boolean needsHead) {
    this.decoding = decoding;
    this.splittings = splittings;
    this.canSplit = canSplit;
    this.canSplitAll = canSplitAll;
    this.tryAll = tryAll;
    this.needsHead = needsHead;
  }

  static FileRecords of(FileDecoding decoding, LineSpec lines) {
    Objects.requireNonNull(lines, "the spec of lines");
    return new FileRecords(
        decoding,
        spec -> Splitting.of(spec, lines),
        spec -> Stages.canSplit(spec, lines),
        detection -> detection.canSplit(lines),
        detection -> {
          detection.canSplit(lines);
          Stages.locatedLines(detection, lines).close();
        },
        false);
  }

  static FileRecords of(FileDecoding decoding, RecordSpec records) {
    Objects.requireNonNull(records, "the spec of records");
    return new FileRecords(
        decoding,
        spec -> Splitting.of(spec, records),
        spec -> Stages.canSplit(spec, records),
        detection -> detection.canSplit(records),
        detection -> {
          detection.canSplit(records);
          // Records of a length are read by the spec that is found: they fit any.
          if (!records.delimiters().isEmpty()) {
            Stages.locatedRecords(detection, records).close();
          }
        },
        true);
  }

  /**
   * Makes the stage that reads a whole file and drops it, so that what does not go together is
   * refused before there is a file.
   *
   * @throws IllegalArgumentException if the specs and the lines or records do not fit each other,
   *     or if a spec begins in the middle of a stream
   */
  public void requireFits() {
    Detection detection = decoding.detection();
    DecoderSpec spec = decoding.spec();
    if (detection != null) {
      tryAll.accept(detection);
      return;
    }
    if (spec.firstByte() != 0 || spec.beginsInTheMiddle()) {
      throw new IllegalArgumentException(
          "a file is read from its first byte; leave out startingAt and countingFrom");
    }
    DecoderSpec tried = needsHead ? TextHead.of(spec, ByteBuffer.allocate(0)).spec() : spec;
    splittings.apply(tried).whole().get().close();
  }

  /** {@return whether several readers may share a file, whatever its first bytes are} */
  public boolean canSplit() {
    Detection detection = decoding.detection();
    if (detection != null) {
      return canSplitAll.test(detection);
    }
    return isResolved()
        || marks()
            .map(first -> TextHead.of(decoding.spec(), ByteBuffer.wrap(first)).spec())
            .allMatch(canSplit);
  }

  /** The first bytes that decide how files are read: none of these, and each byte order mark. */
  private static Stream<byte[]> marks() {
    return Stream.concat(
        Stream.of(new byte[0]),
        Stream.of(
                TextEncoding.UTF_8,
                TextEncoding.UTF_16BE,
                TextEncoding.UTF_16LE,
                TextEncoding.UTF_32BE,
                TextEncoding.UTF_32LE)
            .map(encoding -> EncoderSpec.of(encoding).encode("\uFEFF")));
  }

  /** Whether the spec is that of every split, whatever the first bytes of the file are. */
  private boolean isResolved() {
    return decoding.detection() == null && canSplit.test(decoding.spec());
  }

  /**
   * {@return how many first bytes {@link #head} asks for; 0 if the spec alone says how files are
   * read}
   */
  public int headBytes() {
    if (isResolved()) {
      return 0;
    }
    // One byte after the window tells whether the file ends there.
    Detection detection = decoding.detection();
    return detection == null
        ? TextHead.LENGTH
        : Math.min(TextHead.length(detection), Integer.MAX_VALUE - 1) + 1;
  }

  /**
   * {@return how one file is read} Reads as many first bytes as tell that.
   *
   * @param file at its first byte, if {@link #headBytes} is not 0; not closed
   * @throws IOException if it cannot be read
   */
  public Head head(InputStream file) throws IOException {
    Detection detection = decoding.detection();
    int length = headBytes();
    byte[] read = file.readNBytes(length);
    if (length == 0) {
      return new Head(decoding.spec(), read);
    }
    if (detection == null) {
      return new Head(TextHead.of(decoding.spec(), ByteBuffer.wrap(read)).spec(), read);
    }
    ByteBuffer window = ByteBuffer.wrap(read, 0, Math.min(length - 1, read.length));
    return new Head(TextHead.of(detection, window, read.length < length).spec(), read);
  }

  /**
   * {@return whether {@link #split} reads splits of a file}
   *
   * @param head of the file
   */
  public boolean canSplit(Head head) {
    return canSplit.test(head.spec());
  }

  /**
   * {@return a stage that reads the lines or records that begin in one split of a file}
   *
   * @param head of the file
   * @param begin a byte offset in the file, 0 or more
   * @param end the byte offset after the split, not below {@code begin}; {@link Long#MAX_VALUE} for
   *     the rest of the file
   * @throws IllegalArgumentException if the file cannot be split
   * @throws IllegalStateException as Stages.{@link Stages#splitLines splitLines}
   */
  public FileSplit<LocatedLine> split(Head head, long begin, long end) {
    return splittings.apply(head.spec()).split().stage(begin, end);
  }

  /**
   * {@return a stage that reads all of a file from its start}
   *
   * @param head of the file
   */
  public ByteStage<LocatedLine> whole(Head head) {
    return splittings.apply(head.spec()).whole().get();
  }

  /**
   * {@return the lines or records of a file that is read from its start to its end, as where it is
   * compressed or cannot be split}
   *
   * @param file at its first byte; closed with the reader
   * @throws IOException if it cannot be read
   */
  public FileSplitReader<LocatedLine> wholeFile(InputStream file) throws IOException {
    if (decoding.detection() == null && !needsHead) {
      return FileSplitReader.ofWholeFile(splittings.apply(decoding.spec()).whole().get(), file);
    }
    Head head = head(file);
    return FileSplitReader.ofWholeFile(whole(head), head.followedBy(file, 0));
  }

  /** For messages: the encoding, or how it is found out. */
  @Override
  public String toString() {
    return decoding.toString();
  }

  /** The spec for one file, and the bytes by which it was found. Immutable and thread-safe. */
  public static final class Head {
    private final DecoderSpec spec;
    private final byte[] read;

    private Head(DecoderSpec spec, byte[] read) {
      this.spec = spec;
      this.read = read;
    }

    /** {@return how the file and each split of it are read} */
    public DecoderSpec spec() {
      return spec;
    }

    /** {@return how many first bytes were read} */
    public int length() {
      return read.length;
    }

    /**
     * {@return the file from one of the bytes that were read on, for a stream that cannot go back}
     *
     * @param file the stream after the bytes that were read; closed with the result
     * @param from 0 to {@link #length()}
     */
    public InputStream followedBy(InputStream file, int from) {
      return new SequenceInputStream(
          new ByteArrayInputStream(Arrays.copyOfRange(read, from, read.length)), file);
    }
  }
}
