/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a stream whose protocol announces each part, and hands each to the protocol.
 * Both are one object, because the finder goes on by the answer of the protocol to the part before.
 */
public final class CountedFrames<R> implements FrameFinder<R>, WholeFrame<R> {
  private final DecoderSpec spec;
  private final CountedTexts<R> protocol;
  private final Supplier<ExpectedPart> next;
  private final int maxLineBytes;

  /** The part that is being found, or is read next; null before the protocol was asked. */
  private @Nullable ExpectedPart part;

  /** Whether the end of that part was found. */
  private boolean ended = true;

  /** Whether a counted part was begun. */
  private boolean begun;

  /** The number of bytes of a line that were found. */
  private int count;

  private CountedContent content = new CountedContent(new byte[0]);

  /** The reason why the protocol can no longer announce the next part. */
  private @Nullable String lost;

  /** Whether a line of the message at hand was ill-formed. */
  private boolean illFormed;

  /** Whether the last part yielded an output. */
  private boolean yielded = true;

  /** Whether the last part was a line, which may have announced the next. */
  private boolean behindLine;

  private CountedFrames(
      DecoderSpec spec, CountedTexts<R> protocol, Supplier<ExpectedPart> next, int maxLineBytes) {
    this.spec = spec.bom(BomPolicy.KEEP);
    this.protocol = Objects.requireNonNull(protocol, "protocol");
    this.next = next;
    this.maxLineBytes = maxLineBytes;
  }

  public static <R> FramedStage<R> stage(
      DecoderSpec spec,
      CountedTexts<R> protocol,
      Supplier<ExpectedPart> next,
      int maxLineBytes,
      int maxBytes) {
    if (maxLineBytes < 1 || maxBytes < maxLineBytes) {
      throw new IllegalArgumentException(
          ("lines of %d bytes and counted parts of %d: give lines at least 1, and counted parts no"
                  + " less than lines")
              .formatted(maxLineBytes, maxBytes));
    }
    CountedFrames<R> frames = new CountedFrames<>(spec, protocol, next, maxLineBytes);
    return FoundFrames.whole(frames, frames, maxBytes, TooLongPolicy.FAIL, spec.firstByte());
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    ExpectedPart current = part;
    if (ended || current == null) {
      if (lost != null) {
        found.lost(0, lost);
        return;
      }
      current = next.get();
      part = current;
      ended = false;
      begun = false;
      count = 0;
      if (current.lineEnds != null) {
        illFormed &= !yielded;
      }
    }
    if (current.lineEnds != null) {
      findLineEnd(current.lineEnds, bytes, ending, found);
    } else if (begun) {
      ended = content.find(bytes, found);
    } else if (bytes.hasRemaining() || behindLine || !yielded) {
      begun = true;
      begin(current, found);
    }
    // Else a message would begin with the next byte, and the stream may end before it.
  }

  private void begin(ExpectedPart counted, Found found) {
    if (illFormed) {
      found.lost(0, "a line that announces a length, or one before it, is ill-formed");
    } else {
      content = new CountedContent(counted.end);
      content.begin(counted.length);
      found.begin(0, counted.length);
    }
  }

  private void findLineEnd(ByteDelimiters lineEnds, ByteBuffer bytes, boolean ending, Found found) {
    int from = bytes.position();
    int at = lineEnds.search(bytes, from, ending);
    int more = at - from;
    if (more > maxLineBytes - count) {
      found.lost(maxLineBytes - count, "a line is longer than " + maxLineBytes + " bytes");
      return;
    }
    int mark = at == bytes.limit() ? ByteDelimiters.NONE : lineEnds.match(bytes, at, ending);
    if (mark > 0) {
      found.end(more, mark);
      ended = true;
    } else if (more > 0) {
      found.content(more);
      count += more;
    }
  }

  /** The length of the longest end of a line or part. */
  @Override
  public int mostUndecided() {
    return MOST_UNDECIDED;
  }

  @Override
  public @Nullable R read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
    ExpectedPart read = Objects.requireNonNull(part);
    R made;
    if (read.lineEnds != null) {
      made = readLine(bytes, bounds);
    } else if (read.isText) {
      made = protocol.text(decoder(bounds).decode(bytes, true));
    } else {
      made = protocol.bytes(bytes.asReadOnlyBuffer());
    }
    yielded = made != null;
    behindLine = read.lineEnds != null;
    return made;
  }

  private @Nullable R readLine(ByteBuffer bytes, FrameBounds bounds) {
    lost = "a line that may announce a length could not be read";
    TextDecoder decoder = decoder(bounds);
    String line = decoder.decode(bytes, true);
    illFormed |= decoder.illFormedCount() > 0;
    R made = protocol.line(line);
    lost = null;
    return made;
  }

  private TextDecoder decoder(FrameBounds bounds) {
    return spec.countingFrom(bounds.byteOffset()).newDecoder();
  }

  @Override
  public @Nullable R failed(FrameException failure) {
    R made = protocol.failed(failure);
    yielded = made != null;
    behindLine = false;
    return made;
  }
}
