/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.IllFormedSequence;
import org.jspecify.annotations.Nullable;

/**
 * What ends a line or record, how much of it is kept, and what happens where one breaks the rule.
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

  /** How many chars each record has, where no delimiter ends one; 0 where delimiters do. */
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
   * Whether a bare CR ends a line at once, so that an LF behind it, which may come with the next
   * input, belongs to that line. CR LF is a delimiter then.
   */
  boolean promptCarriageReturn();

  /**
   * Called once for a line that passes a bound, before any text behind the bound is used. Throws to
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
   * What comes in the place of a line that is refused, without its terminator; null for nothing.
   * Throws to fail the stream.
   *
   * @param byteOffset where it begins, in bytes of the stream
   * @param byteLength how many bytes it has, without its terminator
   * @param reported the first sequence that the policy reports
   */
  @Nullable String inPlaceOf(long byteOffset, long byteLength, IllFormedSequence reported);

  /**
   * What is thrown, and ends the stream, where a terminator is found that the rule refuses.
   *
   * @param charOffset where it stands, in UTF-16 code units of the decoded text
   * @param byteOffset where it stands, in bytes of the stream
   * @param found its text
   */
  RuntimeException refused(long charOffset, long byteOffset, String found);
}
