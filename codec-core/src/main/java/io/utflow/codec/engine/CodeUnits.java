/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.FoundSequences;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Decodes a stream whose encoding is not self-synchronizing to UTF-16 code units, for whoever finds
 * delimiters there. An ill-formed sequence stays one: it becomes an unpaired surrogate, and the
 * policy acts behind the split, where a {@link SegmentDecoder} reads the units. A map leads from
 * the units back to the bytes. One for each stream.
 */
public interface CodeUnits {
  /** A decoder of the streams of a spec; its policy and observer are not called here. */
  static CodeUnits of(DecoderSpec spec) {
    return new CodeUnitLoop(spec, new FoundSequences());
  }

  /**
   * Whether lines of such streams are found in UTF-16 code units, not in their bytes.
   *
   * @param delimiters what ends a line
   */
  static boolean areSplit(DecoderSpec spec, List<String> delimiters) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return !form.isSelfSynchronizing()
        && !delimiters.stream().flatMapToInt(String::codePoints).allMatch(form::standsAlone);
  }

  /**
   * Decodes from {@code in} as many units as a window holds, big-endian; none if {@code in} is used
   * up.
   *
   * @param begin a byte offset in the units behind which nothing but {@link #byteOffset} is asked
   *     for, but for itself
   * @param unread the byte offset in the units from which on they are not read yet
   */
  ByteBuffer decode(ByteBuffer in, boolean endOfInput, long begin, long unread);

  /** Where a unit begins, in bytes of the stream, from its offset in the bytes of the units. */
  long byteOffset(long unitOffset);

  /** The same, but behind a byte order mark that was dropped, for a unit that was not read. */
  long textOffset(long unitOffset);

  /** How many bytes were decided behind the last unit: sequences of no characters. */
  long emptyBytes();

  /** Whether the end was decoded. */
  boolean hasEnded();

  /** The encoding, if it is known. */
  Optional<TextEncoding> resolvedEncoding();

  /** The bytes decided so far, from the start of the stream. */
  long position();

  /** The bytes that are not decided yet. */
  int pendingBytes();
}
