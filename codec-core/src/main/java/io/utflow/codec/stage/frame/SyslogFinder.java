/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;

/** The frames of syslog over TCP, RFC 6587. */
public final class SyslogFinder<O> implements FrameFinder<O> {
  /** The digits of a length below 2^31, and the seven digits and marks of a priority fit in. */
  private static final int MOST_DIGITS = 10;

  private static final int NONE = 0;
  private static final int UNDECIDED = -1;

  private enum Framing {
    UNKNOWN,
    OCTET_COUNTING,
    /** The first message, which begins with a priority, has not ended. */
    LF_OR_NUL_ENDS_THE_FIRST,
    LF_OR_NUL,
    NUL
  }

  private Framing framing = Framing.UNKNOWN;
  private boolean open;

  /** The number of missing bytes of an open counted frame. */
  private long left;

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (framing == Framing.UNKNOWN && bytes.hasRemaining()) {
      framing = framing(bytes.get(bytes.position()));
    }
    if (framing != Framing.OCTET_COUNTING) {
      findTrailer(bytes, ending, found);
    } else if (open) {
      countContent(bytes, found);
    } else {
      readLength(bytes, found);
    }
  }

  private static Framing framing(byte first) {
    if (first >= '1' && first <= '9') {
      return Framing.OCTET_COUNTING;
    }
    return first == '<' ? Framing.LF_OR_NUL_ENDS_THE_FIRST : Framing.LF_OR_NUL;
  }

  private void countContent(ByteBuffer bytes, Found found) {
    int count = bytes.remaining();
    if (count >= left) {
      found.end((int) left, 0);
      open = false;
    } else if (count > 0) {
      found.content(count);
      left -= count;
    }
  }

  /** Reads {@code MSG-LEN SP}. */
  private void readLength(ByteBuffer bytes, Found found) {
    long length = 0;
    for (int i = 0; i < bytes.remaining(); i++) {
      byte octet = bytes.get(bytes.position() + i);
      if (octet == ' ' && i > 0) {
        found.begin(i + 1, length);
        left = length;
        open = true;
        return;
      }
      boolean isDigit = octet >= (i == 0 ? '1' : '0') && octet <= '9';
      if (!isDigit || i == MOST_DIGITS) {
        found.lost(0, "no length where a frame of octet counting begins");
        return;
      }
      length = length * 10 + (octet - '0');
    }
  }

  private void findTrailer(ByteBuffer bytes, boolean ending, Found found) {
    int from = bytes.position();
    int limit = bytes.limit();
    int at = from;
    int mark = NONE;
    while (at < limit && (mark = mark(bytes, at, !open && at == from, ending)) == NONE) {
      at++;
    }
    if (mark > 0) {
      if (!open && at == from) {
        found.skip(mark);
      } else {
        found.end(at - from, mark);
      }
      open = false;
      ended(bytes.get(at + mark - 1) == 0);
    } else if (at > from) {
      found.content(at - from);
      open = true;
    } else if (open && ending) {
      found.end(0, 0);
      open = false;
    }
  }

  private void ended(boolean byNul) {
    if (framing == Framing.LF_OR_NUL_ENDS_THE_FIRST) {
      framing = byNul ? Framing.NUL : Framing.LF_OR_NUL;
    }
  }

  /**
   * The length in bytes of the trailer at an index, including a CR before it; {@link #NONE} if
   * there is text.
   *
   * @param isEmpty whether the message has no bytes before
   */
  private int mark(ByteBuffer bytes, int at, boolean isEmpty, boolean ending) {
    int next = bytes.get(at) == '\r' ? at + 1 : at;
    if (next == bytes.limit()) {
      return ending ? next - at : UNDECIDED;
    }
    byte octet = bytes.get(next);
    if (octet == 0) {
      return next + 1 - at;
    }
    if (octet != '\n') {
      return NONE;
    }
    int behind = next + 1;
    return framing != Framing.NUL || isEmpty
        ? behind - at
        : lineFeedOfText(bytes, at, behind, ending);
  }

  /** The same where LF is text unless a priority or NUL follows it. */
  private static int lineFeedOfText(ByteBuffer bytes, int at, int behind, boolean ending) {
    if (behind == bytes.limit()) {
      return ending ? behind - at : UNDECIDED;
    }
    byte octet = bytes.get(behind);
    if (octet == 0) {
      return behind + 1 - at;
    }
    // Of two LF the second may be the trailer.
    int trailer = octet == '\n' ? behind + 1 : behind;
    int priority = priority(bytes, trailer, ending);
    return priority > 0 ? trailer - at : priority;
  }

  /** The length of a priority, {@code <13>}. */
  private static int priority(ByteBuffer bytes, int at, boolean ending) {
    int limit = bytes.limit();
    for (int i = at; i < limit; i++) {
      byte octet = bytes.get(i);
      int digits = i - at - 1;
      if (octet == '>' && digits >= 1) {
        return i + 1 - at;
      }
      boolean goesOn = i == at ? octet == '<' : octet >= '0' && octet <= '9' && digits < 3;
      if (!goesOn) {
        return NONE;
      }
    }
    return ending ? NONE : UNDECIDED;
  }

  @Override
  public int mostUndecided() {
    return MOST_DIGITS;
  }
}
