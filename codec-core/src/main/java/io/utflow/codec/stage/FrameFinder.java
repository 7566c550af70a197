/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.stage.frame.AnnouncedFinder;
import io.utflow.codec.stage.frame.ByteDelimiters;
import io.utflow.codec.stage.frame.DelimitedFinder;
import io.utflow.codec.stage.frame.FixedLengthFinder;
import io.utflow.codec.stage.frame.MllpFinder;
import io.utflow.codec.stage.frame.SyslogFinder;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Finds the frames of a stream in its bytes, however they are cut. {@link Stages} makes stages with
 * one. Mutable, one per stream, for one thread at a time.
 *
 * <p>To write your own, say one thing about the first bytes at each call, and keep no bytes.
 *
 * <pre>{@code
 * // A byte says how many follow.
 * class CountedFrames implements FrameFinder<String> {
 *   private int left = -1;
 *
 *   public void find(ByteBuffer bytes, boolean ending, Found found) {
 *     int count = bytes.remaining();
 *     if (left < 0 && count > 0) {
 *       left = bytes.get(bytes.position()) & 0xFF;
 *       found.begin(1, left);
 *     } else if (left >= 0 && count >= left) {
 *       found.end(left, 0);
 *       left = -1;
 *     } else if (count > 0) {
 *       found.content(count);
 *       left -= count;
 *     }
 *   }
 *
 *   public int mostUndecided() {
 *     return 0;
 *   }
 * }
 * }</pre>
 *
 * @param <O> the outputs that it hears
 */
public interface FrameFinder<O> {

  /**
   * Says one thing about the first of these bytes, or nothing if more are needed to tell. Called
   * again with the bytes after those that are decided. Its exceptions end the stream.
   *
   * @param bytes from the position to the limit, which do not change; kept nowhere
   * @param ending whether nothing follows them. A frame that is open then, and of which the finder
   *     does not say the end, is cut
   * @param found is told
   */
  void find(ByteBuffer bytes, boolean ending, Found found);

  /**
   * Receives the outputs of the frames, before it is asked about bytes after the frame: for a line
   * that announces a length. Its exceptions end the stream.
   *
   * @param output of the reader of a frame, or the element made of it
   */
  default void heard(O output) {}

  /**
   * {@return the largest number of bytes at the end of an input that may stay undecided} At most
   * {@value #MOST_UNDECIDED}.
   */
  int mostUndecided();

  /** The greatest answer of {@link #mostUndecided()}. */
  int MOST_UNDECIDED = 64;

  /**
   * The answer of a finder. Counts are bytes from the position on. Without an open frame, {@link
   * #content}, {@link #end} and {@link #broken} begin one.
   */
  interface Found {

    /**
     * The next bytes belong to no frame: marks, lengths.
     *
     * @param bytes how many
     */
    void skip(int bytes);

    /**
     * A frame begins after what announces it. One that is announced longer than its bound fails
     * here, before its content.
     *
     * @param mark how many bytes announce it
     * @param length how many bytes it has, or -1 if that is not known
     */
    void begin(int mark, long length);

    /**
     * The next bytes are content, and the frame goes on.
     *
     * @param bytes how many
     */
    void content(int bytes);

    /**
     * The frame ends.
     *
     * @param content how many bytes are the last of its content
     * @param mark how many after them belong to no frame
     */
    void end(int content, int mark);

    /**
     * The frame fails, and the next can be found.
     *
     * @param skip how many bytes are passed over
     * @param why in words, after "the frame at byte 12"
     */
    void broken(int skip, String why);

    /**
     * No frame can be found any more, which ends the stream.
     *
     * @param at after how many bytes that shows
     * @param why in words, with the byte offset put after
     */
    void lost(int at, String why);
  }

  /**
   * {@return a finder of frames that end with a delimiter, of two that match the longest} The end
   * of the stream ends the last frame as well, if that is not empty. The bytes are compared at
   * every byte, so that UTF-16 and UTF-32 are not for this.
   *
   * @param delimiters bytes, at least one and at most {@value #MOST_UNDECIDED} of them in each
   * @param <O> is not heard
   * @throws IllegalArgumentException if there is no delimiter, or one is empty or too long
   */
  static <O> FrameFinder<O> delimitedBy(byte[]... delimiters) {
    return new DelimitedFinder<>(new ByteDelimiters(delimiters));
  }

  /**
   * {@return a finder of frames of so many bytes each}
   *
   * @param bytes at least 1
   * @param <O> is not heard
   * @throws IllegalArgumentException if it is less
   */
  static <O> FrameFinder<O> ofLength(int bytes) {
    return new FixedLengthFinder<>(bytes);
  }

  /**
   * {@return a finder of the frames of MLLP: {@code 0B}, content, {@code 1C 0D}} Bytes between
   * frames are passed over, except for more than 65,536 of them: who sends those does not speak
   * MLLP, and the framing is lost. {@code 0B} in a frame begins another, and the one that its
   * sender has given up is broken. {@code 1C} before any other byte is content.
   *
   * @param <O> is not heard
   */
  static <O> FrameFinder<O> mllp() {
    return new MllpFinder<>();
  }

  /**
   * {@return a finder of the frames of syslog over TCP, RFC 6587} The first byte of the stream
   * tells its framing, which never changes: a digit from 1 to 9 is octet counting (§3.4.1), {@code
   * MSG-LEN SP MSG}, and a malformed length loses the framing. Anything else is non-transparent
   * framing (§3.4.2): LF or NUL ends a message, a line end before it is no part of it, an empty
   * line is no message, and the last needs no trailer. If NUL ended the first message, LF is text
   * from there on, unless a priority such as {@code <13>} follows it.
   *
   * @param <O> is not heard
   */
  static <O> FrameFinder<O> syslog() {
    return new SyslogFinder<>();
  }

  /**
   * {@return a finder of lines, some of which announce how many bytes the next frame has} So each
   * line is a frame, and so are the bytes that it announces, as in RESP:
   *
   * <pre>{@code
   * FrameFinder<String> resp =
   *     FrameFinder.announcedBy(
   *         UTF_8,
   *         crlf,
   *         crlf,
   *         line -> {
   *           if (!line.startsWith("$") || line.equals("$-1")) { // $-1 is no text
   *             return OptionalLong.empty();
   *           }
   *           // Digits of ASCII and nothing else: Long.parseLong also reads signs and other digits.
   *           boolean isLength = line.matches("[$][0-9]{1,9}");
   *           return OptionalLong.of(isLength ? Long.parseLong(line.substring(1)) : -1);
   *         });
   * }</pre>
   *
   * <p>No length is guessed: where it is negative, the function throws, the line is ill-formed or
   * was not read, or its encoding has state, as ISO-2022-JP, the stream ends. It also ends if such
   * a line has more than 1,024 bytes or begins with a byte order mark. The readers of lines must
   * not shorten them or leave some out: the rest may look like another length. A line that the end
   * of the stream cuts is a frame that is cut.
   *
   * @param encoding the lines must be well-formed in it to announce something
   * @param lineEnd ends a line
   * @param contentEnd stands after the bytes that were announced; may be empty
   * @param announced gets the output for each line, and returns how many bytes follow
   * @param <O> the lines as they are read
   * @throws IllegalArgumentException if {@code lineEnd} is empty, or one of both is longer than
   *     {@value #MOST_UNDECIDED} bytes
   */
  static <O> FrameFinder<O> announcedBy(
      TextEncoding encoding,
      byte[] lineEnd,
      byte[] contentEnd,
      Function<? super O, OptionalLong> announced) {
    boolean hasState = Encoding.of(encoding).hasState();
    return new AnnouncedFinder<>(encoding, hasState, lineEnd, contentEnd, announced);
  }
}
