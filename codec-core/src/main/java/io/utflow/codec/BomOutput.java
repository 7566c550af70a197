/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/**
 * Whether an encoder or a transcoder begins its output with a byte order mark. The mark is written
 * once, before the first character of the stream; an empty stream stays empty.
 *
 * <pre>{@code
 * EncoderSpec forExcel = EncoderSpec.of(TextEncoding.UTF_8).bom(BomOutput.ALWAYS);
 * }</pre>
 */
public enum BomOutput {
  /**
   * UTF-16 and UTF-32 write one, the others none (RFC 2781 §3.3 forbids it to UTF-16BE and
   * UTF-16LE).
   */
  PER_ENCODING,
  /** None, also for UTF-16 and UTF-32: the reader must know the byte order. */
  NEVER,
  /** One for every encoding, also for those with a byte order in their name. */
  ALWAYS
}
