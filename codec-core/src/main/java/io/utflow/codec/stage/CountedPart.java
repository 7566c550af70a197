/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.stage.frame.ExpectedPart;
import java.nio.charset.StandardCharsets;

/**
 * What stands next in a stream of {@link CountedTexts}: a line, or so many bytes, which are a text
 * or are not read. Immutable and thread-safe.
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
   * {@return a line that ends with one of these, of two that match with the longer: make it once,
   * for all streams} So a body up to NUL is a line, too. The bytes are compared at every byte. The
   * stage throws where the encoding has characters of which they may be a part: UTF-16 and UTF-32
   * are not for lines, and in Shift_JIS the byte of {@code |} ends no line.
   *
   * @param ends at least one, each of 1 to {@value FrameFinder#MOST_UNDECIDED} bytes
   * @throws IllegalArgumentException if there is none, or one is empty or too long
   */
  public static CountedPart lineEndingWith(byte[]... ends) {
    return new CountedPart(ExpectedPart.line(ends));
  }

  /**
   * {@return a text of so many bytes} In them a line end is text, and a sequence that they cut is
   * ill-formed.
   *
   * @param bytes how many, at least 0
   * @param end the bytes that stand behind the text and do not count, as CR LF; perhaps none. Where
   *     others stand there, the stream fails
   * @throws IllegalArgumentException if there are fewer bytes than 0, or the end has more than
   *     {@value FrameFinder#MOST_UNDECIDED}
   */
  public static CountedPart text(long bytes, byte... end) {
    return new CountedPart(ExpectedPart.counted(bytes, true, end));
  }

  /**
   * {@return so many bytes that are not read as text}
   *
   * @param bytes how many, at least 0
   * @param end as in {@link #text}
   * @throws IllegalArgumentException as in {@link #text}
   */
  public static CountedPart bytes(long bytes, byte... end) {
    return new CountedPart(ExpectedPart.counted(bytes, false, end));
  }

  /**
   * {@return the number that 1 to 18 digits of ASCII are} {@link Long#parseLong(String)} also reads
   * signs and the digits of other scripts, of which another program makes another length.
   *
   * @param digits how a line announces a length
   * @throws IllegalArgumentException if there is anything else, or nothing
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
