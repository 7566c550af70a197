/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.stage.coding.FileSplitStage;
import io.utflow.codec.stage.frame.ByteDelimiters;
import io.utflow.codec.stage.frame.EncodedLines;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Lines in an encoding each: a line is read in the first of a list of encodings in which it is
 * well-formed, and in the last where it is in none. For chats and logs that many have written: some
 * lines in UTF-8, some in windows-1252 or GBK. Immutable and thread-safe; the methods that change
 * something return another.
 *
 * <pre>{@code
 * LineEncodings lines =
 *     LineEncodings.of(
 *         8192, List.of(TextEncoding.UTF_8), DecoderSpec.of(TextEncoding.forName("windows-1252")));
 * ByteStage<String> stage = lines.stage();
 * }</pre>
 *
 * <p>A text in one encoding is often well-formed in another, too: put first what is seldom so by
 * accident, as UTF-8, and behind it one legacy encoding. An ASCII line is the same in all of them.
 * If all of a stream is in one encoding that is to be found out, {@link Detection} does that.
 *
 * <p>Each line is what it would be alone: nothing crosses its end, and the bytes between two
 * terminators are a line whatever they are. A byte order mark is looked for in the first line of
 * the stream only, by the policy of the last spec. Encodings that are tried tell no observer; a
 * line that fits none is read by the last spec, its policy, observer and replacement.
 *
 * <p>For encodings without state in which each terminator stands alone in the same bytes, as LF
 * does in ASCII and in all that contains it.
 */
public final class LineEncodings {
  private final int maxBytes;
  private final List<TextEncoding> tried;
  private final DecoderSpec last;
  private final LineBreaks breaks;
  private final TooLongPolicy onTooLong;
  private final ByteDelimiters ends;

  private LineEncodings(
      int maxBytes,
      List<TextEncoding> tried,
      DecoderSpec last,
      LineBreaks breaks,
      TooLongPolicy onTooLong) {
    this.maxBytes = maxBytes;
    this.tried = List.copyOf(tried);
    this.last = Objects.requireNonNull(last, "last");
    this.breaks = Objects.requireNonNull(breaks, "breaks");
    this.onTooLong = Objects.requireNonNull(onTooLong, "onTooLong");
    this.ends = ends();
  }

  /**
   * {@return lines that end with LF or CR LF, and a failure if one is longer than the bound}
   *
   * @param maxBytes the bound of a line without its terminator, at least 1: so many bytes are kept
   *     to be read again
   * @param tried the encodings that are tried one after the other, at least one
   * @param last how a line is read that is well-formed in none of them; the budget of its policy,
   *     as {@code atMost(n)}, begins with each line
   * @throws IllegalArgumentException if the bound is below 1, nothing is tried, or one of the
   *     encodings or settings is not for lines that are read alone; the message says what to do
   */
  public static LineEncodings of(int maxBytes, List<TextEncoding> tried, DecoderSpec last) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes " + maxBytes + ": give at least 1 byte");
    }
    if (tried.isEmpty()) {
      throw new IllegalArgumentException(
          "no encoding is tried before the last; for one encoding take Stages.lines");
    }
    if (last.bom() == BomPolicy.SNIFF || last.bom() == BomPolicy.REQUIRE) {
      throw new IllegalArgumentException(
          "a byte order mark tells the encoding of all of a stream: with BomPolicy."
              + last.bom()
              + " take Stages.lines");
    }
    if (last.firstByte() != 0 || last.beginsInTheMiddle()) {
      throw new IllegalArgumentException(
          "the last spec is that of the whole stream; leave out startingAt and countingFrom");
    }
    return new LineEncodings(maxBytes, tried, last, LineBreaks.LF_OR_CRLF, TooLongPolicy.FAIL);
  }

  /**
   * {@return the same with these terminators} A bare CR of {@link LineBreaks#ANY} ends a line when
   * the byte behind it is there.
   *
   * @param breaks what ends a line
   * @throws IllegalArgumentException if one of them is not the same bytes in all of the encodings,
   *     as NEL, or may be a part of other characters
   */
  public LineEncodings breaks(LineBreaks breaks) {
    return new LineEncodings(maxBytes, tried, last, breaks, onTooLong);
  }

  /**
   * {@return the same with this policy for longer lines; {@link TooLongPolicy#FAIL} by default} A
   * failure is a {@link FrameException} and ends the stream. A line that is truncated is read in
   * the encoding that its beginning has.
   *
   * @param policy what becomes of a line over the bound
   */
  public LineEncodings onTooLong(TooLongPolicy policy) {
    return new LineEncodings(maxBytes, tried, last, breaks, policy);
  }

  private ByteDelimiters ends() {
    Encoding first = Encoding.of(tried.get(0));
    tried.forEach(encoding -> requireFit(Encoding.of(encoding), first));
    requireFit(Encoding.of(last.encoding()), first);
    return new ByteDelimiters(
        breaks.terminators().stream().map(first::standingAlone).toArray(byte[][]::new));
  }

  private void requireFit(Encoding encoding, Encoding first) {
    if (encoding.hasState()) {
      throw new IllegalArgumentException(
          encoding
              + " has state, so a line of it cannot be read alone; read all of the stream in it by"
              + " Stages.lines");
    }
    for (String terminator : breaks.terminators()) {
      byte[] bytes = encoding.standingAlone(terminator);
      if (bytes.length == 0 || !Arrays.equals(bytes, first.standingAlone(terminator))) {
        throw new IllegalArgumentException(
            ("LineBreaks.%s has U+%04X, which in %s is not the same byte as in %s, or may be a part"
                    + " of other characters; choose encodings that contain ASCII and line breaks"
                    + " that are ASCII, or read all of the stream in one by Stages.lines")
                .formatted(breaks, (int) terminator.charAt(0), encoding, first));
      }
    }
  }

  // Stages.

  /** {@return a stage that yields the text of each line, without its terminator} */
  public FramedStage<String> stage() {
    return stage(0, LocatedLine::text);
  }

  /** {@return a stage that yields each line, without its terminator, and where it stands} */
  public FramedStage<LocatedLine> located() {
    return stage(0, Function.identity());
  }

  private <R> FramedStage<R> stage(long from, Function<LocatedLine, R> output) {
    return EncodedLines.stage(tried, last, ends, maxBytes, onTooLong, from, output);
  }

  /**
   * {@return the lines of one split of a file, as Stages.{@link Stages#splitLines splitLines}}
   *
   * @param beginByte a byte offset in the file, 0 or more; it need not be a boundary of anything
   * @param endByte the byte offset behind the split, not below {@code beginByte}; {@link
   *     Long#MAX_VALUE} for the rest of the file
   */
  public FileSplit<LocatedLine> split(long beginByte, long endByte) {
    TextEncoding first = tried.get(0);
    return new FileSplitStage<>(
        first,
        SplitRules.terminators(DecoderSpec.of(first), breaks.terminators()),
        beginByte,
        endByte,
        from -> stage(from, Function.identity()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LineEncodings that && all().equals(that.all());
  }

  @Override
  public int hashCode() {
    return all().hashCode();
  }

  private List<Object> all() {
    return List.of(maxBytes, tried, last, breaks, onTooLong);
  }

  @Override
  public String toString() {
    return "LineEncodings[%s, else %s, %s, at most %d bytes, else %s]"
        .formatted(tried, last, breaks, maxBytes, onTooLong);
  }
}
