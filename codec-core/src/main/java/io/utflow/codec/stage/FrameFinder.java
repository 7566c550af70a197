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
 * <p>An implementation makes one call to {@link Found} for the first bytes that it is given, and
 * keeps no bytes.
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
 * @param <O> the outputs that {@link #heard} receives
 */
public interface FrameFinder<O> {

  /**
   * Makes one call to {@code found} about the first of these bytes, or no call if it needs more
   * bytes to decide. It is called again with the bytes after those that are decided. An exception
   * ends the stream.
   *
   * @param bytes from the position to the limit, which must not be changed; valid during the call
   * @param ending whether the stream ends after them. A frame that is open then is cut, unless the
   *     finder says that it ends
   * @param found receives the answer
   */
  void find(ByteBuffer bytes, boolean ending, Found found);

  /**
   * Receives each output of a frame before {@link #find} is called for the bytes after the frame. A
   * finder for lines that announce a length needs it. An exception ends the stream.
   *
   * @param output an output of the frame's reader, or the element made from it
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
     * The next bytes belong to no frame, such as marks and lengths.
     *
     * @param bytes how many
     */
    void skip(int bytes);

    /**
     * A frame begins after the bytes that announce it. If it is announced as longer than the bound,
     * it fails here, before its content.
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
     * No frame can be found any more, so the stream ends.
     *
     * @param at the number of bytes after which this was noticed
     * @param why in words; the byte offset is appended
     */
    void lost(int at, String why);
  }

  /**
   * {@return a finder of frames that end with a delimiter; if two match, with the longer} The end
   * of the stream also ends the last frame, unless that is empty. A delimiter may match at every
   * byte, so the content cannot be UTF-16 or UTF-32.
   *
   * @param delimiters at least one, each with 1 to {@value #MOST_UNDECIDED} bytes
   * @param <O> any outputs; they are not used
   * @throws IllegalArgumentException if there is no delimiter, or one is empty or too long
   */
  static <O> FrameFinder<O> delimitedBy(byte[]... delimiters) {
    return new DelimitedFinder<>(new ByteDelimiters(delimiters));
  }

  /**
   * {@return a finder of frames with this number of bytes each}
   *
   * @param bytes at least 1
   * @param <O> any outputs; they are not used
   * @throws IllegalArgumentException if below 1
   */
  static <O> FrameFinder<O> ofLength(int bytes) {
    return new FixedLengthFinder<>(bytes);
  }

  /**
   * {@return a finder of the frames of MLLP: {@code 0B}, content, {@code 1C 0D}} Bytes between
   * frames are skipped; after more than 65,536 of them the framing is lost, because the sender does
   * not speak MLLP. {@code 0B} inside a frame begins another frame, and the unfinished one is
   * broken. {@code 1C} is content unless {@code 0D} follows.
   *
   * @param <O> any outputs; they are not used
   */
  static <O> FrameFinder<O> mllp() {
    return new MllpFinder<>();
  }

  /**
   * {@return a finder of the frames of syslog over TCP, RFC 6587} The first byte of the stream
   * tells its framing, which never changes: a digit from 1 to 9 is octet counting (§3.4.1), {@code
   * MSG-LEN SP MSG}, and a malformed length loses the framing. Anything else is non-transparent
   * framing (§3.4.2): LF or NUL ends a message, a CR before LF is not part of the message, an empty
   * line is not a message, and the last message needs no trailer. If NUL ended the first message,
   * LF is text from there on, unless a priority such as {@code <13>} follows it.
   *
   * @param <O> any outputs; they are not used
   */
  static <O> FrameFinder<O> syslog() {
    return new SyslogFinder<>();
  }

  /**
   * {@return a finder of lines, some of which announce the number of bytes in the next frame} Each
   * line is a frame, and so are the announced bytes, as in RESP:
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
   * <p>A length is never guessed. The stream ends if the length is negative, the function throws,
   * the line is ill-formed or was not read, or its encoding has state, as ISO-2022-JP has. It also
   * ends if a line that announces a length has more than 1,024 bytes or begins with a byte order
   * mark. The readers of lines must not shorten or drop lines, because the rest may look like
   * another length. A line that the end of the stream cuts is a cut frame.
   *
   * @param encoding the lines must be well-formed in it to announce something
   * @param lineEnd the end of each line
   * @param contentEnd the bytes that follow the announced bytes; may be empty
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
