/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out lines, records and events that are too long and fires an exception for each, where
 * {@link TooLongPolicy#FAIL} would end the stream.
 */
public final class TooLongLines {
  private @Nullable ChannelHandlerContext context;

  public void fireTo(ChannelHandlerContext ctx) {
    context = ctx;
  }

  public LineSpec watching(LineSpec lines) {
    if (lines.onTooLong() != TooLongPolicy.FAIL) {
      return lines;
    }
    return lines
        .onTooLong(TooLongPolicy.DISCARD)
        .observer(
            line -> {
              lines.observer().ifPresent(observer -> observer.accept(line));
              fire(line, line.setting(), "LineSpec");
            });
  }

  public RecordSpec watching(RecordSpec records) {
    if (records.onTooLong() != TooLongPolicy.FAIL) {
      return records;
    }
    return records
        .onTooLong(TooLongPolicy.DISCARD)
        .observer(
            record -> {
              records.observer().ifPresent(observer -> observer.accept(record));
              fire(record, record.setting(), "RecordSpec");
            });
  }

  public EventSpec watching(EventSpec events) {
    if (events.onTooLong() != TooLongPolicy.FAIL) {
      return events;
    }
    return events
        .onTooLong(TooLongPolicy.DISCARD)
        .observer(
            event -> {
              events.observer().ifPresent(observer -> observer.accept(event));
              fire(event, "maxChars", "EventSpec");
            });
  }

  /** With the setting to change in its message. */
  private void fire(Object tooLong, String setting, String spec) {
    if (context != null) {
      context.fireExceptionCaught(
          new TooLongFrameException(
              tooLong + "; " + setting + " of the " + spec + " is the bound"));
    }
  }
}
