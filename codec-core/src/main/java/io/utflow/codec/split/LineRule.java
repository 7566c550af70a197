/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.IllFormedSequence;
import org.jspecify.annotations.Nullable;

/**
 * The rule for the end of a line or record, for how much of it is kept, and for lines that break
 * it.
 *
 * <p>Given: lines that break it, each once, in byte order, on the thread that polls. Guarantees:
 * the same answers for all streams, being immutable. Leaves to the splitter what it keeps of such a
 * line.
 */
public interface LineRule {

  Delimiters delimiters();

  /** The most chars of a line, without its terminator. */
  int maxChars();

  /**
   * The most bytes of a line, without its terminator; {@link Integer#MAX_VALUE} if they are not
   * counted.
   */
  int maxBytes();

  /** The number of chars in each record; 0 if delimiters end records. */
  int recordChars();

  /**
   * Called at the end of a stream that ends within a record of {@link #recordChars}. Throws to fail
   * the stream.
   *
   * @param byteOffset where it begins, in bytes of the stream
   * @param text what there is of it
   */
  void endShort(long byteOffset, String text);

  /** Whether a line holds its terminator. */
  boolean keepTerminator();

  /**
   * Whether a CR ends a line at once, so that an LF after it, which may come with the next input,
   * belongs to that line. CR LF is a delimiter then.
   */
  boolean promptCarriageReturn();

  /**
   * Called once for a line that passes a bound, before any text beyond the bound is used. Throws to
   * fail the stream.
   *
   * @param charOffset where the line begins, in UTF-16 code units of the decoded text
   * @param byteOffset where the line begins, in bytes of the stream
   * @param inBytes whether it is the bound in bytes
   * @return whether the text before the bound is kept and delivered, else the line is left out
   */
  boolean keepsBeginning(long charOffset, long byteOffset, boolean inBytes);

  /**
   * Whether a line is refused in which the policy reports an ill-formed sequence; else the stream
   * fails there.
   */
  boolean refusesLines();

  /**
   * The text in the place of a refused line, without its terminator; null to leave the line out.
   * Throws to fail the stream.
   *
   * @param byteOffset where it begins, in bytes of the stream
   * @param byteLength how many bytes it has, without its terminator
   * @param reported the first sequence that the policy reports
   * @param terminator what ends it; empty at the end of the stream
   */
  @Nullable String inPlaceOf(
      long byteOffset, long byteLength, IllFormedSequence reported, String terminator);

  /**
   * The exception that ends the stream if a terminator is found that the rule refuses.
   *
   * @param charOffset where it begins, in UTF-16 code units of the decoded text
   * @param byteOffset where it begins, in bytes of the stream
   * @param found its text
   */
  RuntimeException refused(long charOffset, long byteOffset, String found);
}
