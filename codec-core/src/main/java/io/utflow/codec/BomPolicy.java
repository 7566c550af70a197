/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/**
 * Decides how a decoder treats a byte order mark at the very start of a stream. A U+FEFF anywhere
 * else is a zero width no-break space and always text (RFC 2781 §3.2, RFC 3629 §6).
 *
 * <pre>{@code
 * DecoderSpec sniffing = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.SNIFF);
 * }</pre>
 */
public enum BomPolicy {
  /**
   * UTF-8: one leading signature is dropped. UTF-16 and UTF-32: the mark decides the byte order and
   * is dropped. The encodings with a byte order in their name: U+FEFF is text (RFC 2781 §3.3).
   */
  PER_ENCODING,
  /** As text: the mark still decides the order of UTF-16 and UTF-32, and is delivered as U+FEFF. */
  KEEP,
  /**
   * The encoding's own signature is dropped, also that of the encodings with a byte order in their
   * name.
   */
  STRIP,
  /**
   * Any of the five signatures of the Unicode UTF and BOM FAQ overrides the configured encoding and
   * is dropped. {@code FF FE 00 00} is read as UTF-32LE. Without a signature the configured
   * encoding holds.
   */
  SNIFF,
  /**
   * The encoding's own signature must be there, and is dropped. A missing one is reported as {@link
   * IllFormedCause#BYTE_ORDER_MARK} where the stream begins, with length 0, whatever the {@link
   * MalformedPolicy}.
   */
  REQUIRE,
  /**
   * As {@link #PER_ENCODING}; and under an encoding with a byte order in its name a reversed mark
   * in first position is ill-formed, as RFC 2781 §4.1 and §4.2 demand.
   */
  STRICT
}
