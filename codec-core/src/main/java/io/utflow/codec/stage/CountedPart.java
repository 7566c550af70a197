/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.stage.frame.ExpectedPart;
import java.nio.charset.StandardCharsets;

/**
 * The next part in a stream of {@link CountedTexts}: a line, or a given number of bytes, which are
 * a text or are handed on undecoded. Immutable and thread-safe.
 */
public final class CountedPart {
  /** A line that ends with CR LF, as those of RESP, NATS and IMAP. A bare CR or LF is text. */
  public static final CountedPart CRLF_LINE = lineEndingWith(ascii("\r\n"));

  /** A line that ends with LF or CR LF, as those of STOMP. */
  public static final CountedPart LINE = lineEndingWith(ascii("\n"), ascii("\r\n"));

  /** Every number of so many digits is a {@code long}. */
  private static final int MOST_DIGITS = 18;

  private final ExpectedPart part;

  private CountedPart(ExpectedPart part) {
    this.part = part;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * {@return a line that ends with one of these byte sequences; if two match, with the longer} Make
   * it once and use it for all streams. A body that ends with NUL is a line too. An end may match
   * at every byte, so the stage throws if it may be a part of a character in the encoding: lines
   * cannot be in UTF-16 or UTF-32, and in Shift_JIS the byte of {@code |} cannot end a line.
   *
   * @param ends at least one, each of 1 to {@value FrameFinder#MOST_UNDECIDED} bytes
   * @throws IllegalArgumentException if no end is given, or an end is empty or too long
   */
  public static CountedPart lineEndingWith(byte[]... ends) {
    return new CountedPart(ExpectedPart.line(ends));
  }

  /**
   * {@return a text with this number of bytes} A line end inside it is text. A sequence that the
   * end of the text cuts is ill-formed.
   *
   * @param bytes how many, at least 0
   * @param end the bytes that must follow the text and are not counted, such as CR LF; may be
   *     empty. If other bytes follow, the stream fails
   * @throws IllegalArgumentException if there are fewer bytes than 0, or the end has more than
   *     {@value FrameFinder#MOST_UNDECIDED}
   */
  public static CountedPart text(long bytes, byte... end) {
    return new CountedPart(ExpectedPart.counted(bytes, true, end));
  }

  /**
   * {@return a part with this number of bytes, which are not decoded}
   *
   * @param bytes how many, at least 0
   * @param end as in {@link #text}
   * @throws IllegalArgumentException as in {@link #text}
   */
  public static CountedPart bytes(long bytes, byte... end) {
    return new CountedPart(ExpectedPart.counted(bytes, false, end));
  }

  /**
   * {@return the value of 1 to 18 ASCII digits} {@link Long#parseLong(String)} also accepts signs
   * and the digits of other scripts, which the next program may read as another length.
   *
   * @param digits the length as a line announces it
   * @throws IllegalArgumentException if it contains anything else, or is empty or longer
   */
  public static long length(String digits) {
    boolean isLength =
        !digits.isEmpty()
            && digits.length() <= MOST_DIGITS
            && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    if (!isLength) {
      throw new IllegalArgumentException("a length is 1 to " + MOST_DIGITS + " digits of ASCII");
    }
    return Long.parseLong(digits);
  }

  boolean isLine() {
    return part.isLine();
  }

  ExpectedPart part() {
    return part;
  }

  @Override
  public String toString() {
    return part.toString();
  }
}
