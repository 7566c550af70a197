/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;

/** The frames of MLLP: HL7's Minimal Lower Layer Protocol. */
public final class MllpFinder<O> implements FrameFinder<O> {
  private static final byte START = 0x0B;
  private static final byte END = 0x1C;
  private static final byte CARRIAGE_RETURN = 0x0D;
  private static final int MOST_BETWEEN_FRAMES = 65_536;

  private boolean inFrame;
  private int between;

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (inFrame) {
      findEnd(bytes, ending, found);
    } else {
      findStart(bytes, found);
    }
  }

  private void findStart(ByteBuffer bytes, Found found) {
    int from = bytes.position();
    // So that the failure does not depend on the cut.
    int limit = (int) Math.min(bytes.limit(), from + MOST_BETWEEN_FRAMES - between + 1L);
    int at = from;
    while (at < limit && bytes.get(at) != START) {
      at++;
    }
    between += at - from;
    if (between > MOST_BETWEEN_FRAMES) {
      found.lost(at - from, "no start block of MLLP in " + between + " bytes");
    } else if (at > from) {
      found.skip(at - from);
    } else if (at < limit) {
      found.begin(1, -1);
      inFrame = true;
      between = 0;
    }
  }

  private void findEnd(ByteBuffer bytes, boolean ending, Found found) {
    int from = bytes.position();
    int limit = bytes.limit();
    int at = from;
    while (at < limit && !mayEnd(bytes, at, ending)) {
      at++;
    }
    boolean ends = at + 1 < limit && bytes.get(at) == END;
    if (ends) {
      found.end(at - from, 2);
      inFrame = false;
    } else if (at > from) {
      found.content(at - from);
    } else if (at < limit && bytes.get(at) == START) {
      found.broken(0, "was given up by its sender, who has begun another");
      inFrame = false;
    }
  }

  private static boolean mayEnd(ByteBuffer bytes, int at, boolean ending) {
    byte octet = bytes.get(at);
    if (octet != END) {
      return octet == START;
    }
    return at + 1 < bytes.limit() ? bytes.get(at + 1) == CARRIAGE_RETURN : !ending;
  }

  @Override
  public int mostUndecided() {
    return 1;
  }
}
