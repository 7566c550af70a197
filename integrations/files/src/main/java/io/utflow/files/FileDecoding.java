/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How engines read files: by a spec, or in the encoding that is found out from the first bytes of
 * each file. Every split of a file asks the same first bytes, so all splits agree. Immutable, and
 * thread-safe if the detection is.
 *
 * <pre>{@code
 * FileDecoding decoding = FileDecoding.of(Detection.auto(spec));
 * boolean isSplit = decoding.canSplit(lines); // asked before a file is opened
 * FileDecoding.Head head = decoding.head(file, lines); // by the reader of each split
 * FileSplit<LocatedLine> split = Stages.splitLines(head.spec(), lines, begin, end);
 * }</pre>
 */
public final class FileDecoding {
  private final DecoderSpec spec;
  private final @Nullable Detection detection;

  private FileDecoding(DecoderSpec spec, @Nullable Detection detection) {
    this.spec = spec;
    this.detection = detection;
  }

  /**
   * By a spec.
   *
   * @param spec how files are read, from their start; any policy for byte order marks
   * @return the same for every file, but for what a byte order mark says
   */
  public static FileDecoding of(DecoderSpec spec) {
    return new FileDecoding(Objects.requireNonNull(spec, "spec"), null);
  }

  /**
   * By a detection, as {@link TextFile#open(java.nio.file.Path, Detection)} reads a file.
   *
   * @param detection how the encoding of each file is found out. Its observer is told by the reader
   *     of each split
   * @return what asks the detection for each file
   */
  public static FileDecoding of(Detection detection) {
    Objects.requireNonNull(detection, "detection");
    return new FileDecoding(DecoderSpec.of(TextEncoding.UTF_8), detection);
  }

  /**
   * Makes the stage that reads a whole file and drops it, so that what does not go together is
   * refused before there is a file.
   *
   * @param lines what a line is
   * @throws IllegalArgumentException if the specs and the lines do not fit each other, or a spec
   *     begins in the middle of a stream
   */
  public void requireFits(LineSpec lines) {
    if (detection != null) {
      detection.canSplit(lines);
      Stages.locatedLines(detection, lines).close();
      return;
    }
    if (spec.firstByte() != 0 || spec.beginsInTheMiddle()) {
      throw new IllegalArgumentException(
          "a file is read from its first byte; leave out startingAt and countingFrom");
    }
    Stages.locatedLines(spec, lines).close();
  }

  /**
   * {@return whether several readers may share a file, whatever its first bytes are}
   *
   * @param lines what a line is
   */
  public boolean canSplit(LineSpec lines) {
    if (detection != null) {
      return detection.canSplit(lines);
    }
    return isResolved(lines)
        || marks()
            .map(first -> TextHead.of(spec, ByteBuffer.wrap(first)).spec())
            .allMatch(resolved -> Stages.canSplit(resolved, lines));
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
  private boolean isResolved(LineSpec lines) {
    return detection == null && Stages.canSplit(spec, lines);
  }

  /**
   * {@return how many first bytes {@link #head} asks for; 0 if the spec alone says how files are
   * read}
   *
   * @param lines what a line is
   */
  public int headBytes(LineSpec lines) {
    if (isResolved(lines)) {
      return 0;
    }
    // One byte behind the window tells whether the file ends there.
    return detection == null ? TextHead.LENGTH : TextHead.length(detection) + 1;
  }

  /**
   * {@return how one file is read} Reads as many first bytes as tell that.
   *
   * @param file at its first byte, if {@link #headBytes} is not 0; not closed
   * @param lines what a line is
   * @throws IOException if it cannot be read
   */
  public Head head(InputStream file, LineSpec lines) throws IOException {
    int length = headBytes(lines);
    byte[] read = file.readNBytes(length);
    if (length == 0) {
      return new Head(spec, read);
    }
    if (detection == null) {
      return new Head(TextHead.of(spec, ByteBuffer.wrap(read)).spec(), read);
    }
    ByteBuffer window = ByteBuffer.wrap(read, 0, Math.min(length - 1, read.length));
    return new Head(TextHead.of(detection, window, read.length < length).spec(), read);
  }

  /**
   * {@return the lines of a file that is read from its start to its end, as where it is compressed
   * or cannot be split}
   *
   * @param file at its first byte; closed with the reader
   * @param lines what a line is
   * @throws IOException if it cannot be read
   */
  public FileSplitReader<LocatedLine> wholeFile(InputStream file, LineSpec lines)
      throws IOException {
    if (detection == null) {
      return FileSplitReader.ofWholeFile(Stages.locatedLines(spec, lines), file);
    }
    Head head = head(file, lines);
    return FileSplitReader.ofWholeFile(
        Stages.locatedLines(head.spec(), lines), head.followedBy(file, 0));
  }

  /** For messages: the encoding, or how it is found out. */
  @Override
  public String toString() {
    return detection == null ? spec.encoding().name() : detection.toString();
  }

  /** How one file is read, and the bytes that told it. Immutable and thread-safe. */
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
     * @param file behind the bytes that were read; closed with the result
     * @param from 0 to {@link #length()}
     */
    public InputStream followedBy(InputStream file, int from) {
      return new SequenceInputStream(
          new ByteArrayInputStream(Arrays.copyOfRange(read, from, read.length)), file);
    }
  }
}
