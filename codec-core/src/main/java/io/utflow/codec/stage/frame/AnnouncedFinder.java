/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds lines, and the bytes that some of them announce. The decoded line announces the length, so
 * its bytes are checked as well: if a policy has replaced or left out a part of the line, the
 * length may differ from the one that was sent.
 */
public final class AnnouncedFinder<O> implements FrameFinder<O> {
  private enum Part {
    LINE,
    BEHIND_LINE,
    CONTENT,
    BEHIND_CONTENT
  }

  /** Lines that announce are not longer, in bytes. */
  private static final int MOST_BYTES = 1024;

  private final DecoderSpec asSent;
  private final boolean hasState;
  private final ByteDelimiters lineEnd;
  private final CountedContent content;
  private final int mostUndecided;
  private final Function<? super O, OptionalLong> announced;
  private Part part = Part.LINE;

  // Of the line.

  /** As much of it as a line may have that announces a length, and one byte more. */
  private byte[] bytes = AbstractStage.NO_BYTES;

  private int count;

  /** The number of outputs that its reader has yielded. */
  private int outputs;

  /** Whether its frame has failed: what was heard of it may be a part. */
  private boolean failed;

  private OptionalLong length = OptionalLong.empty();

  /**
   * @param hasState whether the encoding has state
   */
  public AnnouncedFinder(
      TextEncoding encoding,
      boolean hasState,
      byte[] lineEnd,
      byte[] contentEnd,
      Function<? super O, OptionalLong> announced) {
    this.asSent = DecoderSpec.of(encoding).bom(BomPolicy.KEEP).onMalformed(MalformedPolicy.REPORT);
    this.hasState = hasState;
    this.lineEnd = new ByteDelimiters(lineEnd);
    this.content = new CountedContent(contentEnd.clone());
    ByteDelimiters.requireLength("contentEnd", contentEnd, 0);
    this.mostUndecided = Math.max(lineEnd.length, contentEnd.length);
    this.announced = Objects.requireNonNull(announced, "announced");
  }

  @Override
  public void heard(O line) {
    if (part == Part.LINE || part == Part.BEHIND_LINE) {
      outputs++;
      length = announced.apply(line);
    }
  }

  /** The frame of which the end was found last has failed. */
  void frameFailed() {
    failed = part == Part.BEHIND_LINE;
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (part == Part.BEHIND_LINE && takeLength(found)) {
      return;
    }
    if (part == Part.CONTENT) {
      if (content.find(bytes, found)) {
        part = Part.BEHIND_CONTENT;
      }
    } else {
      part = Part.LINE;
      findLineEnd(bytes, found);
    }
  }

  private void findLineEnd(ByteBuffer bytes, Found found) {
    int from = bytes.position();
    int at = lineEnd.search(bytes, from, false);
    int mark = at == bytes.limit() ? ByteDelimiters.NONE : lineEnd.match(bytes, at, false);
    note(bytes, from, at);
    if (mark > 0) {
      found.end(at - from, mark);
      part = Part.BEHIND_LINE;
    } else if (at > from) {
      found.content(at - from);
    }
  }

  private void note(ByteBuffer from, int begin, int end) {
    int more = Math.min(end - begin, MOST_BYTES + 1 - count);
    if (count + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(MOST_BYTES + 1, 2 * (count + more)));
    }
    from.get(begin, bytes, count, more);
    count += more;
  }

  /** False: the line has announced nothing, and the next begins. */
  private boolean takeLength(Found found) {
    OptionalLong length = this.length;
    // A part of it may look like another length.
    boolean unread = failed || outputs != 1 && (count > 0 || outputs > 1);
    String why = unread ? "a line that may announce a length was not read as one output" : null;
    if (!unread && length.isPresent()) {
      why = whyNotBelieved(length.getAsLong());
    }
    count = 0;
    outputs = 0;
    failed = false;
    this.length = OptionalLong.empty();
    part = Part.LINE;
    if (why != null) {
      found.lost(0, why);
    } else if (length.isEmpty()) {
      return false;
    } else {
      content.begin(length.getAsLong());
      part = Part.CONTENT;
      found.begin(0, length.getAsLong());
    }
    return true;
  }

  /** The reason not to believe a length: the reader may have left out or replaced a part of it. */
  private @Nullable String whyNotBelieved(long length) {
    if (count > MOST_BYTES) {
      return "a line that announces a length is longer than " + MOST_BYTES + " bytes";
    }
    if (hasState) {
      return "a line in an encoding with state announces a length, which other programs may read as"
          + " another";
    }
    String sent;
    try {
      sent = asSent.newDecoder().decode(ByteBuffer.wrap(bytes, 0, count), true);
    } catch (IllFormedTextException e) {
      return "a line that announces a length is ill-formed";
    }
    if (sent.startsWith("\uFEFF")) {
      return "a line that announces a length begins with a byte order mark, which its reader drops";
    }
    return length < 0 ? "a line announces the length " + length : null;
  }

  @Override
  public int mostUndecided() {
    return mostUndecided;
  }
}
