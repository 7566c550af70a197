/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.coding.AbstractStage;
import io.utflow.codec.stage.coding.SplitStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to events: lines, of which a block makes events ("Interpreting an event stream": at the end
 * of the file any pending data must be discarded).
 */
final class EventStage extends AbstractStage<ByteBuffer, ServerSentEvent>
    implements ByteStage<ServerSentEvent> {
  private final EventBlock block;
  private final ByteStage<LocatedLine> lines;

  /** Whether the input being drained was offered to the lines. */
  private boolean offered;

  private boolean ended;

  EventStage(DecoderSpec spec, EventSpec events) {
    super(NOTHING);
    this.block = new EventBlock(events);
    this.lines =
        Stages.locatedLines(
            spec,
            LineSpec.of(LineBreaks.ANY)
                .maxChars(longerThan(events.maxChars()))
                .onTooLong(TooLongPolicy.TRUNCATE));
  }

  /**
   * Where lines are cut, so that the block knows at its end that a line was longer than the bound:
   * after two chars more, of which one is left if they are a surrogate pair.
   */
  private static int longerThan(int maxChars) {
    return (int) Math.min(maxChars + 2L, Integer.MAX_VALUE);
  }

  @Override
  protected @Nullable ServerSentEvent next(ByteBuffer input, boolean ending) {
    while (true) {
      LocatedLine line = lines.poll();
      if (line != null) {
        // A line, or an event, that the end of the stream cuts is dropped.
        boolean isWhole = line.textEnd() < line.next().byteOffset();
        ServerSentEvent event = isWhole ? block.take(line) : null;
        if (event != null) {
          return event;
        }
      } else if (!offered && hasInput()) {
        offered = true;
        lines.offer(input);
      } else if (ending && !ended) {
        ended = true;
        lines.endOfInput();
      } else {
        offered = false;
        return null;
      }
    }
  }

  @Override
  protected boolean isUsedUp(ByteBuffer input) {
    boolean usedUp = offered && lines.isSpent();
    offered &= !usedUp;
    return usedUp;
  }

  /** Writes the fields of an event that has begun again. */
  @Override
  public byte[] takeUndelivered() {
    beforeHandOver();
    byte[] open = isOver() ? NO_BYTES : encoded(openText(), lines.resolvedEncoding());
    byte[] rest = join(open, lines.takeUndelivered(), offered ? NOTHING : current());
    close();
    return rest;
  }

  /** An LF to come belongs to the CR of the last line, so the text ends with a CR, too. */
  private String openText() {
    String text = block.openText();
    boolean awaitsLineFeed = lines instanceof SplitStage<?> split && split.awaitsLineFeed();
    return awaitsLineFeed && !text.isEmpty() ? text.substring(0, text.length() - 1) + '\r' : text;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return lines.resolvedEncoding();
  }

  @Override
  protected void discard() {
    lines.close();
  }
}
