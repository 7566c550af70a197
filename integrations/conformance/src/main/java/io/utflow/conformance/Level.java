/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

/** The levels of judgement; each has a score of its own. */
public enum Level {
  /** With all bytes in one piece, the outputs are an answer that the standard permits. */
  WHOLE,
  /**
   * Text: there are as many U+FFFD as the standard's practice says, one for each maximal subpart.
   * Judged where the text of the whole is right and sequences are ill-formed.
   */
  COUNT,
  /** However the bytes are cut, the outputs are those of one piece, be they right or not. */
  CUTS,
  /**
   * Each character, line or event that is complete comes with the piece that completes it. Judged
   * where the outputs are right, whole and cut.
   */
  PROMPT,
  /**
   * Text: no output ends inside of a surrogate pair. Judged where the text has pairs and is right.
   */
  HALVES,
  /**
   * Text: of the ill-formed sequences each is told, once, with the offset of its first byte and its
   * length in bytes, the same at every cut. Judged if the decoder tells any places.
   */
  PLACES,
  /**
   * Text: between two pieces fewer bytes are pending than the longest sequence of the encoding has.
   * Judged if the decoder tells.
   */
  PENDING
}
