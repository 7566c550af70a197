/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;

/** Frames that end with a delimiter. */
public final class DelimitedFinder<O> implements FrameFinder<O> {
  private final ByteDelimiters delimiters;
  private boolean open;

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
    } else if (at > from) {
      found.content(at - from);
      open = true;
    } else if (open && ending) {
      found.end(0, 0);
      open = false;
    }
  }

  @Override
  public int mostUndecided() {
    return delimiters.mostUndecided();
  }
}
