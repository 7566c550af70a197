/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Decoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/**
 * Decodes one stream of bytes, cut anywhere, to UTF-16 text. Mutable, one per stream, for one
 * thread at a time. At rest it holds a few bytes and no arrays.
 *
 * <p>Every complete character of the input is delivered by the call that completes it, and an
 * ill-formed sequence is decided at the first code unit that proves it so. Only a proper prefix of
 * one sequence, at most 3 bytes of UTF-8, UTF-16 and UTF-32, waits for the next call.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}: a sequence still open is then ill-formed. Afterwards another empty call
 * at the end does nothing, and any other is an {@link IllegalStateException} until {@link
 * #reset()}.
 *
 * <p>When a policy reports, or a handler or observer throws, the well-formed text before the
 * ill-formed sequence has been delivered, or can be {@linkplain #takeDecodedPrefix taken} where the
 * call that throws was to return it. The input stands after the sequence and so does {@link
 * #position()}. Later calls are an {@link IllegalStateException}, with the failure as its cause,
 * until {@link #reset()}. Exceptions of a handler or observer are thrown unchanged, checked
 * exceptions too.
 *
 * <p>A handler or observer may use other decoders. If it calls the one that is calling it, other
 * than to ask for its state, that is an {@link IllegalStateException}.
 *
 * <pre>{@code
 * TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_8).newDecoder();
 * StringBuilder text = new StringBuilder();
 * for (byte[] received : pieces) {
 *   text.append(decoder.decode(received));
 * }
 * text.append(decoder.finish());
 * }</pre>
 */
public sealed interface TextDecoder extends ByteCoder permits Decoder {

  /**
   * Decodes from {@code in}, heap or direct, to {@code out}, and moves their positions.
   *
   * <p>Progress is certain once {@code out} has room for 2 chars. A surrogate pair is never split;
   * a replacement of several characters may be.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param out where the text goes, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended, and what to do next
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  CoderStatus decode(ByteBuffer in, CharBuffer out, boolean endOfInput);

  /**
   * Decodes all of {@code in}.
   *
   * <p>If it throws, {@link #takeDecodedPrefix()} is what this call had decoded before.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param endOfInput whether the stream ends with {@code in}
   * @return the text, perhaps empty
   * @throws IllFormedTextException if the policy reports; {@link
   *     IllFormedTextException#decodedPrefix()} is what this call had decoded, too
   * @throws IllegalStateException if the stream has ended or failed
   */
  String decode(ByteBuffer in, boolean endOfInput);

  /**
   * As {@link #decode(ByteBuffer, boolean)}, of an array, which is not the last of the stream: for
   * bytes that are pushed, as those of a process or of a message.
   *
   * @param bytes the next bytes of the stream
   * @return the text, perhaps empty
   */
  default String decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /**
   * As {@link #decode(byte[])}, of a part of an array, as {@code InputStream.read(byte[])} fills
   * it.
   *
   * <pre>{@code
   * InputStream printed = new ProcessBuilder("ls").start().getInputStream();
   * for (int count; (count = printed.read(bytes)) >= 0; ) {
   *   System.out.append(decoder.decode(bytes, 0, count));
   * }
   * }</pre>
   *
   * @param bytes holds the next bytes of the stream
   * @param from the index of the first
   * @param length how many they are
   * @return the text, perhaps empty
   * @throws IndexOutOfBoundsException if the array has no such part
   */
  default String decode(byte[] bytes, int from, int length) {
    return decode(ByteBuffer.wrap(bytes, from, length), false);
  }

  /**
   * Ends the stream: bytes that are still pending are a truncated sequence.
   *
   * @return the text that became of it, perhaps empty
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has failed
   */
  default String finish() {
    return decode(ByteBuffer.allocate(0), true);
  }

  /**
   * Decodes from {@code in} as much as fits in one {@code String} of at most {@code maxChars}
   * UTF-16 code units, never split inside a surrogate pair. Call until the result is empty: then
   * {@code in} is used up. Stages and adapters are built on this method.
   *
   * <p>If the stream fails after some text was decoded, this call returns that text, and the next
   * throws.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param maxChars the bound, at least 2
   * @param endOfInput whether the stream ends with {@code in}
   * @return the text; empty if all of {@code in} was taken and no text is left
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalArgumentException if {@code maxChars} is below 2
   * @throws IllegalStateException if the stream has ended or failed
   */
  String decodePiece(ByteBuffer in, int maxChars, boolean endOfInput);

  /**
   * {@return the text that the last call of {@link #decode(ByteBuffer, boolean)} had decoded before
   * it threw, whatever it threw: the policy, a handler or an observer} Empty the second time and in
   * any other case, because the other methods have delivered the text before they throw.
   */
  String takeDecodedPrefix();
}
