package io.utflow.codec.stage;

import java.util.function.IntPredicate;

/**
 * Keeps a decoder from taking an ill-formed sequence while a delimiter may begin in the text that
 * it has decoded before, so that nobody is told of an offence ahead of the lines before it.
 */
final class IllFormedGuard implements IntPredicate {
  private final Delimiters delimiters;
  private final char[] chars;
  private final int mostBefore;
  private int searched;
  private boolean stopped;

  /**
   * Guards one call of a decoder.
   *
   * @param chars what it decodes to, from the start
   * @param mostBefore how many chars it may have decoded before an ill-formed sequence that it
   *     takes
   */
  IllFormedGuard(Delimiters delimiters, char[] chars, int mostBefore) {
    this.delimiters = delimiters;
    this.chars = chars;
    this.mostBefore = mostBefore;
  }

  /** Whether an ill-formed sequence stands behind the decoded text and was not taken. */
  boolean hasStopped() {
    return stopped;
  }

  /** Looks at each char once, however often it is asked. */
  @Override
  public boolean test(int decoded) {
    if (decoded <= mostBefore) {
      searched = delimiters.find(chars, searched, decoded);
      stopped = searched < decoded;
    } else {
      stopped = true;
    }
    return !stopped;
  }
}
