/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/** Why a code unit sequence is ill-formed (The Unicode Standard, §3.9, D84 to D93). */
public enum IllFormedCause {
  /** A UTF-8 continuation byte (80..BF) where a sequence must begin. */
  UNEXPECTED_CONTINUATION,
  /** A UTF-8 lead byte of a non-shortest form: C0, C1, or E0 and F0 before too small a byte. */
  OVERLONG,
  /** A surrogate code point encoded in UTF-8 (ED A0..BF) or as one UTF-32 code unit. */
  SURROGATE,
  /** A value above U+10FFFF: F4 90..BF and F5..F7 in UTF-8, a code unit too large in UTF-32. */
  OUT_OF_RANGE,
  /**
   * A byte that begins no sequence of the encoding: of UTF-8 F8..FF, which occur in no text and
   * never did, of US-ASCII 80..FF. In the web's ISO-2022-JP also an escape sequence directly after
   * another.
   */
  INVALID_BYTE,
  /**
   * A maximal subpart: a sequence that began well and was cut off by another byte or by the end.
   */
  TRUNCATED,
  /**
   * A sequence of a legacy charset that no character is assigned to, such as 81 in windows-1252. If
   * its last byte is ASCII, that is no part of it and read for itself; but not in ISO-2022, where
   * two bytes below 80 are a character.
   */
  UNMAPPED,
  /**
   * A well-formed character of the text to encode that the target charset cannot encode. {@link
   * IllFormedSequence#diagnosticValue()} is the character.
   */
  UNMAPPABLE,
  /** A high (leading) surrogate code unit with no low surrogate after it. */
  UNPAIRED_HIGH_SURROGATE,
  /** A low (trailing) surrogate code unit with no high surrogate before it. */
  UNPAIRED_LOW_SURROGATE,
  /** A required byte order mark is missing, or a reversed mark stands where no mark may be. */
  BYTE_ORDER_MARK
}
