/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import java.util.Optional;

/**
 * A reader of one stream of bytes, with its position: the common methods of {@link TextDecoder},
 * {@link TextTranscoder} and {@link TextValidator}. Mutable, one per stream, for one thread at a
 * time.
 */
public sealed interface ByteCoder permits TextDecoder, TextTranscoder, TextValidator {

  /**
   * {@return how many bytes were decided since the start of the stream} A byte order mark is
   * counted, {@linkplain #pendingBytes() pending} bytes are not.
   */
  long position();

  /**
   * {@return how many bytes are pending: taken, but not decided yet} Fewer than the longest
   * sequence of the encoding has, or the longest byte order mark; of UTF-8, UTF-16 and UTF-32 never
   * more than 3.
   */
  int pendingBytes();

  /**
   * Takes the pending bytes out, for the next reader of the stream: at the removal of a handler, at
   * a switch of the encoding.
   *
   * @return the bytes as they were received, perhaps none
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  byte[] takePending();

  /**
   * {@return the encoding the bytes are read in, with a byte order of its own} Present at once if
   * it has one, else as soon as a byte order mark or its absence has decided, at the latest at the
   * end.
   */
  Optional<TextEncoding> resolvedEncoding();

  /** {@return how many ill-formed sequences the stream has had so far} */
  long illFormedCount();

  /**
   * Forgets everything, unreported: the next byte is the first of a new stream.
   *
   * @throws IllegalStateException if an observer or a handler of this object calls it
   */
  void reset();
}
