/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Lines, and the bytes that some of them announce. What a line announces is told by what was read
 * of it, so the line itself is looked at as well: where a policy has replaced or left out a part of
 * it, the length is not what was sent.
 */
public final class AnnouncedFinder<O> implements FrameFinder<O> {
  private enum Part {
    LINE,
    BEHIND_LINE,
    CONTENT,
    BEHIND_CONTENT
  }

  private final TextValidator validator;
  private final ByteDelimiters lineEnd;
  private final byte[] contentEnd;
  private final int mostUndecided;
  private final Function<? super O, OptionalLong> announced;
  private Part part = Part.LINE;

  // Of the line.

  private boolean hasText;

  /** How many outputs its reader has yielded. */
  private int outputs;

  private OptionalLong length = OptionalLong.empty();

  /** Of the content: how many bytes are still to come. */
  private long left;

  public AnnouncedFinder(
      TextEncoding encoding,
      byte[] lineEnd,
      byte[] contentEnd,
      Function<? super O, OptionalLong> announced) {
    this.validator = DecoderSpec.of(encoding).bom(BomPolicy.KEEP).newValidator();
    this.lineEnd = new ByteDelimiters(lineEnd);
    this.contentEnd = contentEnd.clone();
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

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    if (part == Part.BEHIND_LINE && takeLength(found)) {
      return;
    }
    if (part == Part.CONTENT) {
      findContentEnd(bytes, found);
    } else {
      part = Part.LINE;
      findLineEnd(bytes, found);
    }
  }

  private void findLineEnd(ByteBuffer bytes, Found found) {
    int from = bytes.position();
    int at = lineEnd.search(bytes, from, false);
    int mark = at == bytes.limit() ? ByteDelimiters.NONE : lineEnd.match(bytes, at, false);
    hasText |= at > from;
    if (at > from) {
      validator.validate(bytes.slice(from, at - from), false);
    }
    if (mark > 0) {
      found.end(at - from, mark);
      part = Part.BEHIND_LINE;
    } else if (at > from) {
      found.content(at - from);
    }
  }

  /** False: the line has announced nothing, and the next begins. */
  private boolean takeLength(Found found) {
    boolean isText = validator.validate(ByteBuffer.allocate(0), true).isEmpty();
    // A part of it may look like another length.
    boolean unread = outputs != 1 && (hasText || outputs > 1);
    OptionalLong count = length;
    validator.reset();
    hasText = false;
    outputs = 0;
    length = OptionalLong.empty();
    part = Part.LINE;
    if (unread) {
      found.lost(0, "a line that may announce a length was not read as one output");
    } else if (count.isEmpty()) {
      return false;
    } else if (!isText) {
      found.lost(0, "a line that announces a length is ill-formed");
    } else if (count.getAsLong() < 0) {
      found.lost(0, "a line announces the length " + count.getAsLong());
    } else {
      left = count.getAsLong();
      part = Part.CONTENT;
      found.begin(0, left);
    }
    return true;
  }

  private void findContentEnd(ByteBuffer bytes, Found found) {
    int count = (int) Math.min(left, bytes.remaining());
    int equal = 0;
    int from = bytes.position() + count;
    int most = Math.min(contentEnd.length, bytes.limit() - from);
    while (equal < most && bytes.get(from + equal) == contentEnd[equal]) {
      equal++;
    }
    if (count == left && equal == contentEnd.length) {
      found.end(count, contentEnd.length);
      part = Part.BEHIND_CONTENT;
    } else if (count > 0) {
      found.content(count);
      left -= count;
    } else if (left == 0 && equal < most) {
      found.lost(0, "no end behind the bytes that were announced");
    }
  }

  @Override
  public int mostUndecided() {
    return mostUndecided;
  }
}
