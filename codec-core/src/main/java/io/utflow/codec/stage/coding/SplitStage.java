/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.split.LineMaker;
import io.utflow.codec.split.LineRule;
import io.utflow.codec.split.LineSplitter;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stage from bytes to lines or records. A {@link LineSplitter} finds them. This class switches
 * encodings, after the LF that may follow a CR, and hands over the unfinished line: its text,
 * encoded, and the bytes after it as they were received.
 *
 * @param <O> the output for each line
 */
public final class SplitStage<O> extends ReadingStage<O> {
  private final LineSplitter<O> lines;

  /** The listener to the lines of all specs. */
  private final Optional<CodingListener> listener;

  /** The spec to switch to after the LF that may follow a CR. */
  private @Nullable DecoderSpec later;

  public SplitStage(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    this.lines = new LineSplitter<>(spec, rule, maker);
    this.listener = spec.listener();
  }

  /** The splitter of the bytes. */
  public LineSplitter<O> lines() {
    return lines;
  }

  /** Whether the last line ended at a CR that ended an input, so that an LF to come is its. */
  public boolean awaitsLineFeed() {
    return lines.awaitsLineFeed();
  }

  /** A switch that is due may go on in another input. */
  @Override
  protected boolean readsInputGiven() {
    return later == null && super.readsInputGiven();
  }

  @Override
  protected @Nullable O read(ByteBuffer input, boolean ending) {
    DecoderSpec other = later;
    return other == null ? lines.read(input, ending) : switchBehindLineFeed(other, input, ending);
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    return lines.isUsedUp(input);
  }

  /** The text of an open line stays its beginning, in the encoding before. */
  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    // Refuses a spec before anything is changed.
    lines.rule().delimiters().malformedRule(next);
    lines.passWhatIsRead();
    if (lines.awaitsLineFeed()) {
      // An LF to come belongs to the line before, and to its encoding.
      later = next;
    } else {
      switchHere(next);
    }
  }

  private @Nullable O switchBehindLineFeed(DecoderSpec other, ByteBuffer input, boolean ending) {
    if (!lines.passLineFeed(input, ending)) {
      return null;
    }
    switchHere(other);
    return isOver() ? null : next(input, ending);
  }

  private void switchHere(DecoderSpec next) {
    later = null;
    tellBeforeSwitch(0, illFormedCount());
    if (!isOver()) {
      // Nothing ill-formed is read ahead of a line where somebody counts.
      putBack(lines.switchTo(listener.map(next::listener).orElse(next)));
    }
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return lines.resolvedEncoding();
  }

  @Override
  public long read() {
    return lines.position();
  }

  @Override
  public long illFormedCount() {
    return lines.illFormed();
  }

  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    byte[] text = encoded(lines.openText(), resolvedEncoding());
    return close(join(text, lines.takeUnread(), NOTHING));
  }

  @Override
  protected void discard() {
    super.discard();
    lines.discard();
  }
}
