package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Overlong;
import io.utflow.codec.stage.OverlongLine;
import io.utflow.codec.stage.RecordSpec;
import org.jspecify.annotations.Nullable;

/**
 * Turns the failure of a line or record, which would end the stream, into an event, and leaves the
 * line out.
 */
final class OverlongLines {
  private @Nullable ChannelHandlerContext context;

  void fireTo(ChannelHandlerContext ctx) {
    context = ctx;
  }

  LineSpec watching(LineSpec lines) {
    if (lines.overlong() != Overlong.FAIL) {
      return lines;
    }
    return lines
        .overlong(Overlong.DISCARD)
        .observer(
            line -> {
              lines.observer().ifPresent(observer -> observer.accept(line));
              fire(line);
            });
  }

  RecordSpec watching(RecordSpec records) {
    if (records.overlong() != Overlong.FAIL) {
      return records;
    }
    return records
        .overlong(Overlong.DISCARD)
        .observer(
            record -> {
              records.observer().ifPresent(observer -> observer.accept(record));
              fire(record);
            });
  }

  private void fire(OverlongLine line) {
    if (context != null) {
      context.fireExceptionCaught(new TooLongFrameException(line.toString()));
    }
  }
}
