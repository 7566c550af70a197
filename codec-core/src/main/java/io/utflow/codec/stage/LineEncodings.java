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
 * Chooses an encoding for each line: the first in a list of encodings in which the line is
 * well-formed, or the last one if it is well-formed in none of them. Use it for chats and logs with
 * many writers: some lines are in UTF-8, some in windows-1252 or GBK. Immutable and thread-safe;
 * the methods that change something return a new object.
 *
 * <pre>{@code
 * LineEncodings lines =
 *     LineEncodings.of(
 *         8192, List.of(TextEncoding.UTF_8), DecoderSpec.of(TextEncoding.forName("windows-1252")));
 * ByteStage<String> stage = lines.stage();
 * }</pre>
 *
 * <p>A text in one encoding is often well-formed in another, too. Put an encoding first in which
 * other text is seldom well-formed by accident, such as UTF-8, and one legacy encoding after it. An
 * ASCII line is the same in all of them. If a whole stream is in one unknown encoding, use {@link
 * Detection}.
 *
 * <p>Each line is decoded as if it were alone: no character crosses its end, and any bytes between
 * two terminators are a line. Only the first line of the stream may begin with a byte order mark,
 * by the policy of the last spec. While encodings are tried, no observer is called; a line that
 * fits no other encoding is read with the policy, observer and replacement of the last spec, and
 * the {@link io.utflow.codec.CodingListener} of that spec is told of such lines alone.
 *
 * <p>The encodings must be stateless, and each terminator must have the same bytes in all of them
 * and never be a part of another character, like LF in ASCII and its extensions.
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
   * @param maxBytes the bound of a line without its terminator, at least 1: up to this number of
   *     bytes is kept so that the line can be read again
   * @param tried the encodings that are tried one after the other, at least one
   * @param last how a line is read that is well-formed in no tried encoding; the budget of its
   *     policy, such as {@code atMost(n)}, begins anew with each line
   * @throws IllegalArgumentException if the bound is below 1, the list is empty, or one of the
   *     encodings or settings does not allow lines to be read alone; the message says what to do
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
   * {@return the same with these terminators} With {@link LineBreaks#ANY}, a bare CR ends its line
   * when the byte after it has arrived.
   *
   * @param breaks the terminators
   * @throws IllegalArgumentException if a terminator has different bytes in two of the encodings,
   *     as NEL has, or may be a part of other characters
   */
  public LineEncodings breaks(LineBreaks breaks) {
    return new LineEncodings(maxBytes, tried, last, breaks, onTooLong);
  }

  /**
   * {@return the same with this policy for longer lines; {@link TooLongPolicy#FAIL} by default} A
   * failure is a {@link FrameException} and ends the stream. For a truncated line, the encoding is
   * chosen by the part that is kept.
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

  /** {@return a stage that yields each line, without its terminator, and its position} */
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
   * @param endByte the byte offset of the end of the split, exclusive, not below {@code beginByte};
   *     {@link Long#MAX_VALUE} for the rest of the file
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
