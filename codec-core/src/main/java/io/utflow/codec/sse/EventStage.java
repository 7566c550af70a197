/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.sse;

import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bytes to events: lines, of which a block makes events. */
final class EventStage implements ByteStage<ServerSentEvent> {
  private final EventBlock block;
  private final ByteStage<LocatedLine> lines;
  private boolean polling;
  private boolean failed;

  EventStage(DecoderSpec spec, EventSpec events) {
    this.block = new EventBlock(events);
    this.lines =
        Stages.locatedLines(
            spec,
            LineSpec.of(LineBreaks.ANY)
                .maxLength(longerThan(events.maxLength()))
                .onTooLong(TooLongPolicy.TRUNCATE));
  }

  /**
   * Where lines are cut, so that the block knows at its end that a line was longer than the bound:
   * behind two chars more, of which one is left if they are a surrogate pair.
   */
  private static int longerThan(int maxLength) {
    return (int) Math.min(maxLength + 2L, Integer.MAX_VALUE);
  }

  @Override
  public void offer(ByteBuffer input) {
    if (failed) {
      throw new IllegalStateException("no input may follow: the stage has failed");
    }
    lines.offer(input);
  }

  @Override
  public void endOfInput() {
    lines.endOfInput();
  }

  @Override
  public @Nullable ServerSentEvent poll() {
    if (failed) {
      return null;
    }
    refuseFromWithin();
    polling = true;
    try {
      return next();
    } catch (Throwable e) {
      failed = true;
      lines.close();
      throw e;
    } finally {
      polling = false;
    }
  }

  /**
   * A line, or an event, that has not ended at the end of the stream is dropped ("Interpreting an
   * event stream": any pending data must be discarded).
   */
  private @Nullable ServerSentEvent next() {
    ServerSentEvent event = null;
    LocatedLine line;
    while (event == null && (line = lines.poll()) != null) {
      event = line.textEnd() < line.next().byteOffset() ? block.take(line) : null;
    }
    return event;
  }

  private void refuseFromWithin() {
    if (polling) {
      throw new IllegalStateException("called from within an observer or a handler of the stage");
    }
  }

  @Override
  public boolean isSpent() {
    return lines.isSpent();
  }

  /** Of an event that has begun, the fields are written again. */
  @Override
  public byte[] takeUndelivered() {
    refuseFromWithin();
    Optional<TextEncoding> encoding = lines.resolvedEncoding();
    byte[] rest = lines.takeUndelivered();
    if (failed) {
      return rest;
    }
    byte[] open =
        EncoderSpec.of(encoding.orElse(TextEncoding.UTF_8))
            .bom(BomOutput.NEVER)
            .encode(block.openText());
    byte[] all = Arrays.copyOf(open, open.length + rest.length);
    System.arraycopy(rest, 0, all, open.length, rest.length);
    return all;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return lines.resolvedEncoding();
  }

  @Override
  public void close() {
    lines.close();
  }
}
