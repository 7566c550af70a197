/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.codec.IllFormedSequence;

/** Why a sequence is ill-formed, in a sentence, with the clause of the standard that says so. */
final class Clause {
  private Clause() {}

  static String of(IllFormedSequence found) {
    String encoding = found.encoding().name();
    return switch (found.cause()) {
      case UNEXPECTED_CONTINUATION -> "80..BF never begin a sequence. Unicode §3.9, D92, Table 3-7";
      case OVERLONG ->
          "A longer form than the character needs. Unicode §3.9, D92, Table 3-7; RFC 3629 §3, §10";
      case SURROGATE ->
          "Surrogates are no scalar values, so "
              + encoding
              + " has no form for them. Unicode §3.9, D76, "
              + (encoding.startsWith("UTF-32") ? "D90" : "D92, Table 3-7");
      case OUT_OF_RANGE ->
          "Above U+10FFFF, the last code point. Unicode §3.4, D9; §3.9, "
              + (encoding.startsWith("UTF-32") ? "D90" : "Table 3-7");
      case INVALID_BYTE ->
          encoding.equals("UTF-8")
              ? "C0, C1 and F5..FF occur in no text of UTF-8. Unicode §3.9, Table 3-7"
              : "No sequence of " + encoding + " begins with this byte";
      case TRUNCATED ->
          "Began well and was not continued: a maximal subpart."
              + " Unicode §3.9, U+FFFD Substitution of Maximal Subparts";
      case UNMAPPED -> encoding + " assigns no character to these bytes";
      case UNMAPPABLE -> "The target encoding does not have this character";
      case UNPAIRED_HIGH_SURROGATE ->
          "A high surrogate with no low one behind it. Unicode §3.9, D91; RFC 2781 §2.2";
      case UNPAIRED_LOW_SURROGATE ->
          "A low surrogate with no high one before it. Unicode §3.9, D91; RFC 2781 §2.2";
      case BYTE_ORDER_MARK ->
          found.length() == 0
              ? "The policy requires a byte order mark, and none is here. RFC 2781 §3.2, §4.3"
              : "A reversed byte order mark where none may stand. RFC 2781 §4.1, §4.2";
    };
  }
}
