/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

/** What can be wrong with a decoder. The toy has one of them, or none. */
public enum Fault {
  // Of streams.
  /** Each piece is read as a whole stream. */
  NO_CARRY,
  /** Of what waits for the next piece two bytes are kept, others are lost. */
  CARRY_OF_TWO,
  /** What waits at the end of the stream is dropped. */
  TAIL_LOST,
  /** The last character of a piece comes with the next piece. */
  HELD_BACK,
  /** Of a pair that ends a piece each half is an output. */
  HALF_PAIRS,
  /** Nothing that was read is given up. */
  ALL_KEPT,
  /** A NUL ends the text, as in C. */
  NUL_ENDS,

  // Of byte order marks.
  /** The mark of UTF-16 and UTF-32 is text, and the order is big-endian. */
  MARK_FORGOTTEN,
  /** A mark is seen only if the first piece has all of it. */
  MARK_IN_ONE_PIECE,
  /** U+FEFF is dropped wherever it is. */
  MARKS_DROPPED,
  /** Without a mark UTF-32 is little-endian. */
  UNMARKED_LITTLE,
  /** Without a mark UTF-16 is UTF-8. */
  UNMARKED_UTF_8,

  // Of ill-formed sequences.
  OVERLONG_ACCEPTED,
  SURROGATES_PASSED,
  BEYOND_ACCEPTED,
  /** A noncharacter is U+FFFD. */
  NONCHARACTERS_REPLACED,
  /** F8 to FD begin sequences of five and six bytes, as RFC 2279 had it. */
  SIX_BYTES,
  /** A continuation byte without a lead is passed over. */
  CONTINUATION_LOST,
  /** The byte or unit that proves a sequence ill-formed is lost with it. */
  NEXT_SWALLOWED,
  /** Sequences next to each other are one U+FFFD. */
  ONE_FOR_A_RUN,
  /** Each sequence is told one byte late. */
  PLACE_LATE,

  // Of legacy encodings.
  /** 80 to 9F of windows-1252 are controls. */
  C1_CONTROLS,
  /** A lead takes the ASCII after it, whatever it is. */
  ASCII_SWALLOWED,
  /** A trail byte that is ASCII stands for itself. */
  TRAIL_IS_ASCII,
  /** Where there is no character the trail byte is read again. */
  TRAIL_READ_AGAIN,
  /** Shift_JIS without its bytes of one byte beyond ASCII. */
  NO_HALF_WIDTH,
  /** A byte that begins nothing is Latin-1. */
  INVALID_IS_LATIN_1,
  /** Of two characters the second is lost. */
  ONE_OF_TWO,
  /** 80 of gb18030 is ill-formed. */
  NO_EURO,
  /** Four bytes of which the third or fourth does not fit are one sequence. */
  FOUR_SWALLOWED,
  /** Four bytes without a character are U+0020. */
  NONE_IS_BLANK,

  // Of lines.
  /** Lines end at a byte 0A, whatever unit it is part of. */
  LINE_AT_ANY_0A,
  /** A CR LF that is cut ends two lines. */
  CR_LF_TWICE,
  /** CR LF leaves its CR in the line. */
  CR_KEPT,
  /** A bare CR is text, where it should end a line. */
  CR_IS_TEXT,
  /** A bare CR ends a line, where it should be text. */
  CR_ENDS,
  EMPTY_LINES_LOST,
  /** A line comes with the first piece after it. */
  LINE_LATE,
  /** A last line without a terminator comes twice. */
  LAST_LINE_TWICE,
  /** Lines end at U+2028 and U+0085 too. */
  UNICODE_BREAKS,

  // Of events.
  DATA_JOINED,
  BLANKS_STRIPPED,
  BLANK_KEPT,
  EMPTY_DATA_LOST,
  DISPATCHED_WITHOUT_DATA,
  DISPATCHED_AT_THE_END,
  TYPE_STICKS,
  TYPE_LOST,
  ID_LOST,
  ID_FORGOTTEN,
  NUL_IN_ID,
  COMMENT_IS_A_FIELD,
  FIELDS_IN_ANY_CASE,
  EVENT_LATE
}
