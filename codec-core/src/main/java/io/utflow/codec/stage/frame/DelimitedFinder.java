/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;

/** Frames that end with a delimiter. */
public final class DelimitedFinder<O> implements FrameFinder<O> {
  private final ByteDelimiters delimiters;
  private boolean open;

  /** The length in bytes of the delimiter of the last frame. */
  private int mark;

  public DelimitedFinder(ByteDelimiters delimiters) {
    this.delimiters = delimiters;
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    int from = bytes.position();
    int at = delimiters.search(bytes, from, ending);
    int length = at == bytes.limit() ? 0 : delimiters.match(bytes, at, ending);
    if (length > 0) {
      found.end(at - from, length);
      open = false;
      mark = length;
    } else if (at > from) {
      found.content(at - from);
      open = true;
    } else if (open && ending) {
      found.end(0, 0);
      open = false;
      mark = 0;
    }
  }

  /**
   * The length in bytes of the delimiter that ended the last frame; 0 if the end of the stream did.
   */
  int mark() {
    return mark;
  }

  @Override
  public int mostUndecided() {
    return delimiters.mostUndecided();
  }
}
