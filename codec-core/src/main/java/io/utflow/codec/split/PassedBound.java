package io.utflow.codec.split;

/** Is told when a line passes its bound, and says what becomes of it. */
@FunctionalInterface
public interface PassedBound {
  /**
   * Called once for a line, before any text behind the bound is used. Throws to fail the stream.
   *
   * @param charOffset where the line begins, in UTF-16 code units of the decoded text
   * @param byteOffset where the line begins, in bytes of the stream
   * @return whether the text before the bound is kept and delivered, else the line is left out
   */
  boolean keepsBeginning(long charOffset, long byteOffset);
}
