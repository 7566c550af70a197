/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.stage.frame.CountedFrames;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A protocol in which each part of a message announces the next part: a line, a text with a given
 * number of bytes, or bytes that are not text. RESP, NATS, STOMP and the literals of IMAP work like
 * this. Implement it with a class that keeps what it has read of the current message, and read a
 * stream with {@link #stage}.
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
 * <p>Each part is read by itself: no character crosses its end. U+FEFF at its beginning is text,
 * whatever the {@link io.utflow.codec.BomPolicy} says, so that a value is delivered as it was sent.
 *
 * <p><b>Ill-formed input.</b> The policy of the spec is applied to it, but a length is never taken
 * from it: after a replacement, a line may announce another length than its sender did. A line that
 * announces bytes must therefore be well-formed, and so must the lines before it for which {@link
 * #line} returned null; otherwise a {@link FrameException} ends the stream. The stream also ends if
 * a line is too long, if {@link #line} throws, if the policy reports a sequence in a line, or if
 * the announced end of a counted part is missing. A length that {@link #text} finds in a text is
 * not checked.
 *
 * <p>Mutable: make one for each stream. It is called on the thread of the stage.
 *
 * @param <R> the outputs: messages, commands, replies
 */
public interface CountedTexts<R> {

  /**
   * {@return the next part} The stage asks once before each part, when the caller has polled the
   * message before. An exception that this method throws ends the stream. The end of the stream may
   * come before a line, at the start, and after a counted part from which a message came. Elsewhere
   * it cuts a part.
   *
   * <p>A counted part of no bytes is read at once, without a byte of the stream: a protocol that
   * asks for such parts again and again, and makes nothing of them, never lets poll return.
   */
  CountedPart next();

  /**
   * {@return the output, or null for nothing yet}
   *
   * @param line the line without its end
   */
  @Nullable R line(String line);

  /**
   * {@return the output, or null for nothing yet} By default it throws; a protocol that never asks
   * for a text need not implement it.
   *
   * @param text the content of a {@link CountedPart#text}
   */
  default @Nullable R text(String text) {
    throw new IllegalStateException(this + " asks for a text and does not implement text(String)");
  }

  /**
   * {@return the output, or null for nothing yet} By default it throws; a protocol that never asks
   * for bytes need not implement it.
   *
   * @param bytes the content of a {@link CountedPart#bytes}, read-only; it must be read during this
   *     call
   */
  default @Nullable R bytes(ByteBuffer bytes) {
    throw new IllegalStateException(
        this + " asks for bytes and does not implement bytes(ByteBuffer)");
  }

  /**
   * {@return the output in the place of a part that has failed, or null} If it throws, as it does
   * by default, the stream ends. If it returns, the stream goes on after a counted part that was
   * longer than its bound or could not be read; {@link #text} or {@link #bytes} is not called for
   * that part. The stream reads the announced bytes and drops them. In a protocol whose client
   * waits for a permission and does not send a text that was refused, as with the synchronizing
   * literals of IMAP (RFC 9051 §4.3), check the length in {@link #line} and ask for the next line.
   *
   * @param failure the cause, and the byte offset of the part in the stream
   */
  default @Nullable R failed(FrameException failure) {
    throw failure;
  }

  /**
   * {@return a stage that reads a stream by a protocol} It keeps at most one part in memory. An
   * announced length takes no memory until its bytes arrive. The bounds, and the budget of a policy
   * such as {@code atMost(n)}, apply to each part: the protocol itself must bound the sum of the
   * parts that it keeps.
   *
   * @param <R> the outputs
   * @param spec how lines and texts are read; any policy for ill-formed sequences
   * @param protocol for this stream only
   * @param maxLineBytes the bound of a line without its end, at least 1
   * @param maxBytes the bound of a counted part without its end, at least that of a line; a part
   *     that is announced as longer fails before its content
   * @throws IllegalArgumentException if a bound is too low, or the encoding has state, as
   *     ISO-2022-JP has: there the bytes of digits may be other characters
   */
  static <R> FramedStage<R> stage(
      DecoderSpec spec, CountedTexts<R> protocol, int maxLineBytes, int maxBytes) {
    AskedParts parts = new AskedParts(spec.encoding(), protocol);
    return CountedFrames.stage(spec, protocol, parts, maxLineBytes, maxBytes);
  }
}
