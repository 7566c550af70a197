/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.engine.Transcoder;
import java.nio.ByteBuffer;

/**
 * Turns one stream of bytes, cut anywhere, into bytes of another encoding, in one pass. Mutable,
 * one per stream, for one thread at a time. At rest it holds a few bytes and no arrays.
 *
 * <p>Equivalent to a {@link TextDecoder} with a {@link TextEncoder} after it: policies, observers
 * and offsets are those of the decoder, in bytes of the source, and the byte order mark of the
 * output is that of the {@link EncoderSpec}. Its policy for unpaired surrogates has nothing to do:
 * what was decoded is well-formed. Its policy and its observer for characters that the target
 * cannot encode act as in an encoder, but the sequence they are told of is bytes of the source.
 * From an encoding to itself it copies well-formed text.
 *
 * <p>At the end, call once more with {@code endOfInput = true}, until that returns {@link
 * CoderStatus#UNDERFLOW}. States and failures are those of {@link TextDecoder}.
 *
 * <pre>{@code
 * TextTranscoder transcoder =
 *     DecoderSpec.of(TextEncoding.UTF_16).newTranscoder(EncoderSpec.of(TextEncoding.UTF_8));
 * CoderStatus status = transcoder.transcode(utf16, utf8, false);
 * }</pre>
 */
public sealed interface TextTranscoder extends ByteCoder permits Transcoder {

  /**
   * Transcodes from {@code in} to {@code out}, heap or direct, and moves their positions. The two
   * must not share memory.
   *
   * <p>Progress is certain once {@code out} has room for 4 bytes; 5 in UTF-EBCDIC, 6 in CESU-8 and
   * Modified UTF-8, 8 in an encoding with state. No character is ever split over two outputs.
   *
   * @param in the next bytes of the stream, read from its position to its limit
   * @param out where the bytes of the target encoding go, from its position on
   * @param endOfInput whether the stream ends with {@code in}
   * @return why the call has ended, and what to do next
   * @throws IllFormedTextException if the policy reports
   * @throws IllegalStateException if the stream has ended or failed
   */
  CoderStatus transcode(ByteBuffer in, ByteBuffer out, boolean endOfInput);

  /**
   * {@return how many ill-formed sequences the stream has had so far, and characters that could not
   * be encoded}
   */
  @Override
  long illFormedCount();
}
