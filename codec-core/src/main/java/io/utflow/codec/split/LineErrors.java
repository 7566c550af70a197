/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

/** What happens where a line breaks its rule. Called on the thread that polls, in byte order. */
public interface LineErrors {
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
   * Called where a terminator is found that the rule refuses.
   *
   * @param charOffset where it stands, in UTF-16 code units of the decoded text
   * @param byteOffset where it stands, in bytes of the stream
   * @param found its text
   * @return what is thrown, and ends the stream
   */
  RuntimeException refused(long charOffset, long byteOffset, String found);
}
