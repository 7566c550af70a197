/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Text messages of a WebSocket as the frames that a peer may have made of them. */
final class Fragments {
  private Fragments() {}

  /** One message: the first piece is a text frame, the others continue it, the last ends it. */
  static List<WebSocketFrame> message(List<byte[]> pieces, Function<byte[], ByteBuf> buffers) {
    List<WebSocketFrame> frames = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      ByteBuf content = buffers.apply(pieces.get(i));
      boolean ends = i == pieces.size() - 1;
      frames.add(
          i == 0
              ? new TextWebSocketFrame(ends, 0, content)
              : new ContinuationWebSocketFrame(ends, 0, content));
    }
    return frames;
  }
}
