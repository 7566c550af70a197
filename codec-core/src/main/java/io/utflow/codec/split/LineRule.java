/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

/**
 * What ends a line or record, how much of it is kept, and what happens where one breaks the rule;
 * of that it is told on the thread that polls, in byte order. Immutable.
 */
public interface LineRule {

  Delimiters delimiters();

  /** The most chars of a line, without its terminator. */
  int maxChars();

  /** Whether a line holds its terminator. */
  boolean keepTerminator();

  /**
   * Whether a bare CR ends a line at once, so that an LF behind it, which may come with the next
   * input, belongs to that line. CR LF is a delimiter then.
   */
  boolean promptCarriageReturn();

  /**
   * Called once for a line that passes its bound, before any text behind the bound is used. Throws
   * to fail the stream.
   *
   * @param charOffset where the line begins, in UTF-16 code units of the decoded text
   * @param byteOffset where the line begins, in bytes of the stream
   * @return whether the text before the bound is kept and delivered, else the line is left out
   */
  boolean keepsBeginning(long charOffset, long byteOffset);

  /**
   * What is thrown, and ends the stream, where a terminator is found that the rule refuses.
   *
   * @param charOffset where it stands, in UTF-16 code units of the decoded text
   * @param byteOffset where it stands, in bytes of the stream
   * @param found its text
   */
  RuntimeException refused(long charOffset, long byteOffset, String found);
}
