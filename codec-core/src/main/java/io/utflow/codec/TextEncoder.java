/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Encoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/**
 * Encodes one stream of UTF-16 text, cut anywhere, to bytes. Mutable, one per stream, for one
 * thread at a time. At rest it holds at most one high surrogate, which waits for its partner in the
 * next input.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}: a high surrogate that still waits is then unpaired. Afterwards another
 * empty call at the end does nothing, and any other is an {@link IllegalStateException} until
 * {@link #reset()}.
 *
 * <p>An encoding that cannot encode every character leaves the others to {@link
 * EncoderSpec#onUnmappable}. One with state, such as ISO-2022-JP, is written with an escape
 * sequence for each run of characters, and the end of the stream writes the one that goes back to
 * ASCII.
 *
 * <p>When a policy reports, or a handler or observer throws, the bytes of the text before the
 * surrogate have been written, or can be {@linkplain #takeEncodedPrefix taken} where the call that
 * throws was to return them, and the input stands after it. Later calls are an {@link
 * IllegalStateException}, with the failure as its cause, until {@link #reset()}. Exceptions of a
 * handler or observer are thrown unchanged, checked exceptions too.
 *
 * <p>A handler or observer may use other encoders. If it calls the one that is calling it, other
 * than to ask for its state, that is an {@link IllegalStateException}.
 *
 * <pre>{@code
 * TextEncoder encoder = EncoderSpec.of(TextEncoding.UTF_16LE).newEncoder();
 * out.write(encoder.encode("caf\u00E9"));
 * out.write(encoder.finish());
 * }</pre>
 */
public sealed interface TextEncoder permits Encoder {

  /**
   * Encodes from {@code in} to {@code out}, heap or direct, and moves their positions.
   *
   * <p>Progress is certain once {@code out} has room for 4 bytes; 5 in UTF-EBCDIC, 6 in CESU-8 and
   * Modified UTF-8, 8 in an encoding with state. No character is ever split over two outputs.
   *
   * @param in the next text of the stream, read from its position to its limit
   * @param out where the bytes go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended, and what to do next
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  CoderStatus encode(CharBuffer in, ByteBuffer out, boolean endOfInput);

  /**
   * As {@link #encode(CharBuffer, ByteBuffer, boolean)}, from the UTF-16 code units of {@code in}
   * that begin at {@code from}. How many were taken is told by {@link #position()} and {@link
   * #pendingChars()}: their sum has grown by it. A {@code String} is read fastest this way.
   *
   * @param in the next text of the stream, read from {@code from} to its end
   * @param from the first UTF-16 code unit to read, 0 to the length of {@code in}
   * @param out where the bytes go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended, and what to do next
   * @throws IndexOutOfBoundsException if {@code from} is outside {@code in}
   */
  CoderStatus encode(CharSequence in, int from, ByteBuffer out, boolean endOfInput);

  /**
   * Encodes a whole text, which is not the last one in the stream.
   *
   * @param text the next text of the stream
   * @return the bytes, perhaps none; a high surrogate at its end waits for the next text
   * @throws IllFormedTextException if the policy reports; {@link #takeEncodedPrefix()} is what this
   *     call had encoded before
   * @throws IllegalStateException if the stream has ended or failed
   */
  byte[] encode(CharSequence text);

  /**
   * Ends the stream: a high surrogate that is still pending is unpaired.
   *
   * @return the bytes that became of it, perhaps none
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has failed
   */
  byte[] finish();

  /**
   * Takes out the bytes that the last call of {@link #encode(CharSequence)} or {@link #finish()}
   * had encoded before it threw. Empty in any other case.
   *
   * @return the bytes, once; then none
   */
  byte[] takeEncodedPrefix();

  /**
   * {@return how many UTF-16 code units were decided since the start of the stream} A pending one
   * is not counted.
   */
  long position();

  /**
   * {@return how many UTF-16 code units are pending} It is 1 while a high surrogate waits for its
   * partner, else 0.
   */
  int pendingChars();

  /**
   * Takes out the high surrogate that waits for its partner, if one does, and what replaced an
   * unpaired one and had no room in the output, for the next writer of the stream.
   *
   * @return that text, which ends with the high surrogate
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  String takePending();

  /**
   * {@return how many unpaired surrogates the stream has had so far, and characters that the
   * encoding cannot encode}
   */
  long illFormedCount();

  /**
   * Forgets everything, unreported: the next character is the first of a new stream.
   *
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  void reset();
}
