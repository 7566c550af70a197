/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a stream for whoever finds delimiters in its bytes: segment by segment. A segment may be
 * closed: a code unit follows that continues no sequence, so what the segment leaves open is
 * ill-formed. Delimiters are skipped. One for each stream.
 */
public interface SegmentDecoder {
  /**
   * Makes one for a stream.
   *
   * @param source what decodes the units that are read, where they are not the bytes of the stream
   * @param mark what is decoded for an ill-formed sequence that is left out
   * @param conflicts whether a replacement could make a delimiter
   * @throws IllegalArgumentException if that of the spec could
   */
  static SegmentDecoder of(
      DecoderSpec spec, @Nullable CodeUnits source, char mark, Predicate<String> conflicts) {
    return new SegmentLoop(spec, source, mark, conflicts);
  }

  /**
   * Whether the byte order mark is decided; until then all of {@code in} becomes pending. When it
   * is, bytes that waited for it and are text are still pending. What replaces a rejected mark goes
   * to {@code sink}.
   */
  boolean start(ByteBuffer in, boolean endOfInput, SegmentSink sink);

  /** Decodes a segment, what is pending before it included. */
  void decode(ByteBuffer in, boolean closed, boolean endOfInput, SegmentSink sink);

  /**
   * Decodes well-formed bytes of which the stream takes no notice. Nothing is pending.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  long decodeAhead(byte[] src, int from, int to, char[] chars);

  /** Moves over bytes that are no text, or that the caller has read. Nothing is pending. */
  void skip(ByteBuffer in, int bytes);

  /** Whether nothing is pending, so that the next byte begins a sequence. */
  boolean isAtSequence();

  /** Whether the next byte, if it is ASCII, is that character and nothing else. */
  boolean readsAscii();

  /** Whether it was the policy that ended the stream, not what somebody threw. */
  boolean hasReported();

  /** The encoding, known once the stream has started. */
  Encoding encoding();

  /** The form of that encoding. */
  EncodingForm form();

  /** A text in that encoding, without a byte order mark. */
  byte[] encoded(String text);

  /** The encoding, if it is known. */
  Optional<TextEncoding> resolvedEncoding();

  /** The bytes decided so far, from the start of the stream. */
  long position();

  /** Takes the pending bytes out. */
  byte[] takePending();

  /** How many ill-formed sequences the stream has had so far. */
  long illFormedCount();
}
