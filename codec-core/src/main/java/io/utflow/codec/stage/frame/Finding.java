/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameException.Reason;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last answer of a finder, and the bytes of earlier inputs that it has not decided yet. Those
 * are few; the finder sees them again together with the first bytes of the next input.
 */
final class Finding implements FrameFinder.Found {
  private final FrameFinder<?> finder;
  private final int mostUndecided;

  /**
   * Undecided bytes from index 0 on; after them, while the finder is asked, some bytes of the
   * input.
   */
  private byte[] window = AbstractStage.NO_BYTES;

  private int undecided;
  private long position;

  // What was said, and is not done yet.

  private boolean said;
  private boolean begins;
  private long announced;
  private int skip;
  private int content;
  private boolean ends;
  private int mark;
  private @Nullable String broken;
  private @Nullable String lost;

  /**
   * @param firstByte the byte offset of the first byte
   */
  Finding(FrameFinder<?> finder, long firstByte) {
    this.position = firstByte;
    this.finder = Objects.requireNonNull(finder, "finder");
    this.mostUndecided = finder.mostUndecided();
    if (mostUndecided < 0 || mostUndecided > FrameFinder.MOST_UNDECIDED) {
      throw new IllegalArgumentException(
          "mostUndecided %d: give 0 to %d".formatted(mostUndecided, FrameFinder.MOST_UNDECIDED));
    }
  }

  /** Where the next byte stands in the stream. */
  long position() {
    return position;
  }

  boolean hasUndecided() {
    return undecided > 0;
  }

  /** Whether all that was said is done. */
  boolean isDone() {
    return !said;
  }

  boolean begins() {
    return begins;
  }

  long announced() {
    return announced;
  }

  boolean hasContent() {
    return content > 0;
  }

  /** Whether the answer is about a frame, and not about bytes between frames. */
  boolean isOfFrame() {
    return begins || content > 0 || ends || broken != null;
  }

  boolean ends() {
    return ends;
  }

  @Nullable String whyBroken() {
    return broken;
  }

  /** Why no frame can be found any more; null if the finder did not say so. */
  @Nullable FrameException loss() {
    long at = position + skip;
    return lost == null
        ? null
        : new FrameException(Reason.LOST, at, lost + ", at byte " + at, null);
  }

  /**
   * Asks the finder about the first bytes. If it says nothing, all bytes of the input are taken.
   *
   * @return whether it said something
   */
  boolean find(ByteBuffer input, boolean ending) {
    said = false;
    begins = false;
    announced = -1;
    skip = 0;
    content = 0;
    ends = false;
    mark = 0;
    broken = null;
    lost = null;
    int seen = undecided == 0 ? findIn(input, ending) : findInWindow(input, ending);
    if (said) {
      requireWithin(seen);
    } else if (seen > mostUndecided) {
      throw new IllegalStateException(
          "%s has said nothing about %d bytes: its mostUndecided is %d"
              .formatted(finder, seen, mostUndecided));
    } else {
      keep(input);
    }
    return said;
  }

  private int findIn(ByteBuffer input, boolean ending) {
    int at = input.position();
    int limit = input.limit();
    ByteOrder order = input.order();
    // As in the window: what a finder reads does not depend on the cut.
    input.order(ByteOrder.BIG_ENDIAN);
    try {
      finder.find(input, ending, this);
    } finally {
      input.order(order).limit(limit).position(at);
    }
    return limit - at;
  }

  private int findInWindow(ByteBuffer input, boolean ending) {
    // The window has room: undecided bytes are at most mostUndecided.
    int more = Math.min(input.remaining(), mostUndecided + 1);
    input.get(input.position(), window, undecided, more);
    ByteBuffer bytes = ByteBuffer.wrap(window, 0, undecided + more);
    finder.find(bytes, ending && more == input.remaining(), this);
    return undecided + more;
  }

  private void requireWithin(int seen) {
    long all = (long) skip + content + mark;
    if (skip < 0 || content < 0 || mark < 0 || all > seen) {
      throw new IllegalStateException(
          "%s has said something about %d bytes of %d".formatted(finder, all, seen));
    }
  }

  private void keep(ByteBuffer input) {
    int more = input.remaining();
    if (more > 0) {
      if (window.length == 0) {
        window = new byte[2 * mostUndecided + 1];
      }
      input.get(window, undecided, more);
      undecided += more;
    }
  }

  boolean skipsNothing() {
    return skip == 0;
  }

  /** Passes over the bytes before the content. */
  void skipBefore(ByteBuffer input) {
    pass(input, skip);
    skip = 0;
  }

  /** Passes over the bytes after the content. */
  void skipMark(ByteBuffer input) {
    pass(input, mark);
    mark = 0;
  }

  private void pass(ByteBuffer input, int count) {
    int left = count;
    while (left > 0 && undecided > 0) {
      left -= take(input, left).remaining();
    }
    input.position(input.position() + left);
    position += left;
  }

  /** The next part of the content, valid until the finder is asked again. */
  ByteBuffer takeContent(ByteBuffer input) {
    ByteBuffer part = take(input, content);
    content -= part.remaining();
    return part;
  }

  /** Takes the next bytes: at least one, at most so many. */
  private ByteBuffer take(ByteBuffer input, int most) {
    ByteBuffer part;
    if (undecided > 0) {
      int count = Math.min(undecided, most);
      // A copy, for what is left moves to the front.
      part = ByteBuffer.wrap(Arrays.copyOf(window, count));
      undecided -= count;
      System.arraycopy(window, count, window, 0, undecided);
    } else {
      part = input.slice(input.position(), most);
      input.position(input.position() + most);
    }
    position += part.remaining();
    return part;
  }

  /** The answer about this frame has been carried out. */
  void done() {
    said = false;
  }

  /**
   * Passes over the bytes of an answer about a frame that has failed.
   *
   * @return whether those were the last bytes of the frame
   */
  boolean passFailed(ByteBuffer input) {
    if (lost != null) {
      return true;
    }
    pass(input, skip + content + mark);
    said = false;
    return ends || broken != null;
  }

  /** Takes all that was not taken before, and the rest of the input. */
  byte[] takeRest(ByteBuffer input) {
    byte[] kept = Arrays.copyOf(window, undecided);
    undecided = 0;
    return AbstractStage.join(kept, AbstractStage.NO_BYTES, input);
  }

  /** The frame that ends here has failed: a line of which a part was read announces no length. */
  void frameFailed() {
    if (finder instanceof AnnouncedFinder<?> lines) {
      lines.frameFailed();
    }
  }

  /** Drops the bytes of which the end of the stream leaves nothing to be said. */
  void dropUndecided() {
    position += undecided;
    undecided = 0;
  }

  // What the finder says.

  private void say() {
    if (said) {
      throw new IllegalStateException(finder + " has said two things at once");
    }
    said = true;
  }

  private void sayOf(int bytes) {
    say();
    if (bytes == 0) {
      throw new IllegalStateException(
          finder + " has said something about no bytes: it says nothing where more are needed");
    }
  }

  @Override
  public void skip(int bytes) {
    sayOf(bytes);
    skip = bytes;
  }

  @Override
  public void begin(int mark, long length) {
    say();
    skip = mark;
    begins = true;
    announced = length;
  }

  @Override
  public void content(int bytes) {
    sayOf(bytes);
    content = bytes;
  }

  @Override
  public void end(int content, int mark) {
    say();
    this.content = content;
    ends = true;
    this.mark = mark;
  }

  @Override
  public void broken(int skip, String why) {
    say();
    this.skip = skip;
    broken = Objects.requireNonNull(why, "why");
  }

  @Override
  public void lost(int at, String why) {
    say();
    skip = at;
    lost = Objects.requireNonNull(why, "why");
  }
}
