/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.filesplit;

/**
 * Looks through the bytes of a file for the first place, at or behind an offset, at which a line or
 * a character begins. Is given the bytes in order, cut anywhere. Mutable, for one search.
 */
public final class StartSearch {
  private final SplitRules rules;
  private final long offset;
  private long position;
  private boolean found;

  /**
   * @param offset nothing before it is looked for
   * @param from the offset of the first byte that will be given: of {@code offset} or behind it
   *     only where one begins there
   */
  StartSearch(SplitRules rules, long offset, long from) {
    this.rules = rules;
    this.offset = offset;
    this.position = from;
    this.found = from >= offset;
  }

  /**
   * Looks at the next bytes, those of the last call included that were not decided.
   *
   * @param more whether bytes may follow {@code to}
   * @return how many are decided: all of them stand before the place that is looked for
   */
  public int look(byte[] src, int from, int to, boolean more) {
    int decided = found ? 0 : rules.pass(src, from, to, more, this::isStart);
    position += decided;
    return decided;
  }

  private boolean isStart(int bytes) {
    found = position + bytes >= offset;
    return found;
  }

  /** The offset of the first byte that is not decided: where it begins, once it is found. */
  public long position() {
    return position;
  }

  /** Whether it was found; if the file ends before, nothing begins there. */
  public boolean isFound() {
    return found;
  }
}
