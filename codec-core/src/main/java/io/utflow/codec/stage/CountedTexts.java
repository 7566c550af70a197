/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.frame.CountedFrames;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A protocol in which what was read says what comes next: a line, a text of so many bytes, or bytes
 * that are no text. RESP, NATS, STOMP and the literals of IMAP are such. Write one, which keeps
 * what it has read of the message at hand, and {@link #stage} reads a stream by it.
 *
 * <pre>{@code
 * // As RESP: a line, or $ and the length of a text.
 * class Replies implements CountedTexts<String> {
 *   private CountedPart next = CountedPart.CRLF_LINE;
 *
 *   public CountedPart next() {
 *     return next;
 *   }
 *
 *   public String line(String line) {
 *     if (line.startsWith("$") && !line.equals("$-1")) {
 *       next = CountedPart.text(CountedPart.length(line.substring(1)), crlf);
 *       return null; // a reply follows
 *     }
 *     return line;
 *   }
 *
 *   public String text(String text) {
 *     next = CountedPart.CRLF_LINE;
 *     return text;
 *   }
 * }
 * }</pre>
 *
 * <p>Each part is read by itself: nothing crosses its end, and U+FEFF with which it begins is text
 * whatever the {@link io.utflow.codec.BomPolicy}, so that a value comes back as it was sent.
 *
 * <p><b>What is ill-formed.</b> The policy of the spec says what becomes of it. But no length is
 * taken from it: a line that announces bytes, and the lines before it from which nothing came out,
 * must be well-formed, else a {@link FrameException} ends the stream, for what a policy has made of
 * a line may announce another length than its sender did. It also ends where a line is too long,
 * where {@link #line} throws, as a policy that reports does for a line, and where the end of a
 * counted part is not there. A length that {@link #text} takes out of a text is not checked.
 *
 * <p>Mutable, one for each stream, called on the thread of the stage.
 *
 * @param <R> what comes out: messages, commands, replies
 */
public interface CountedTexts<R> {

  /**
   * {@return the next part} The stage asks once before each part, when the caller has polled the
   * message before. An exception that this method throws ends the stream. The end of the stream may
   * come before a line, at the start, and after a counted part from which a message came. Elsewhere
   * it cuts a part.
   */
  CountedPart next();

  /**
   * {@return the output, or null for nothing yet}
   *
   * @param line without its end
   */
  @Nullable R line(String line);

  /**
   * {@return the output, or null for nothing yet} By default it throws, for who asks for no text.
   *
   * @param text of a {@link CountedPart#text}
   */
  default @Nullable R text(String text) {
    throw new IllegalStateException(this + " asks for a text and does not implement text(String)");
  }

  /**
   * {@return the output, or null for nothing yet} By default it throws, for who asks for no bytes.
   *
   * @param bytes of a {@link CountedPart#bytes}, read-only, to be read during this call
   */
  default @Nullable R bytes(ByteBuffer bytes) {
    throw new IllegalStateException(
        this + " asks for bytes and does not implement bytes(ByteBuffer)");
  }

  /**
   * {@return the output in the place of a part that has failed, or null} As long as it throws, as
   * it does by default, that ends the stream. If it does not throw, the stream goes on behind a
   * counted part that was longer than its bound, or could not be read; {@link #text} or {@link
   * #bytes} are not called then. The stream reads the announced bytes and drops them. In a protocol
   * whose client waits for a permission and does not send a text that was refused, as with the
   * synchronizing literals of IMAP (RFC 9051 §4.3), check the length in {@link #line} and ask for
   * the next line.
   *
   * @param failure why, and the byte offset of the part in the stream
   */
  default @Nullable R failed(FrameException failure) {
    throw failure;
  }

  /**
   * {@return a stage that reads a stream by a protocol} One part at most is kept; an announced
   * length takes no memory before its bytes are there. The bounds, and the budget of a policy as
   * {@code atMost(n)}, hold for each part: the protocol bounds the sum of the parts that it keeps.
   *
   * @param <R> what comes out
   * @param spec how lines and texts are read; any policy for ill-formed sequences
   * @param protocol for this stream only
   * @param maxLineBytes the bound of a line without its end, at least 1
   * @param maxBytes the bound of a counted part without its end, at least that of a line; one that
   *     is announced longer fails before its content
   * @throws IllegalArgumentException if a bound is too low, or the encoding has state, as
   *     ISO-2022-JP: there other characters have the bytes of digits
   */
  static <R> FramedStage<R> stage(
      DecoderSpec spec, CountedTexts<R> protocol, int maxLineBytes, int maxBytes) {
    AskedParts parts = new AskedParts(spec.encoding(), protocol);
    return CountedFrames.stage(spec, protocol, parts, maxLineBytes, maxBytes);
  }
}
