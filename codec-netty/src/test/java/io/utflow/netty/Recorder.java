/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The last handler: writes down, in order, all that reaches it. */
class Recorder extends ChannelInboundHandlerAdapter {
  static final String READ_COMPLETE = "channelReadComplete";
  static final String INACTIVE = "channelInactive";

  /** What a handler further on would see as a {@code ByteBuf}. */
  record Bytes(String hex) {}

  private final List<Object> events = new ArrayList<>();
  private final List<ByteBuf> received = new ArrayList<>();
  private BiConsumer<ChannelHandlerContext, Object> onRead = (ctx, message) -> {};
  private Runnable onError = () -> {};
  private Consumer<ChannelHandlerContext> onInactive = ctx -> {};

  /** Runs within {@code channelRead}, once, at the first message. */
  Recorder onFirstRead(BiConsumer<ChannelHandlerContext, Object> action) {
    onRead = action;
    return this;
  }

  /** Runs within {@code exceptionCaught}. */
  void onError(Runnable action) {
    onError = action;
  }

  /** Runs within {@code channelInactive}. */
  void onInactive(Consumer<ChannelHandlerContext> action) {
    onInactive = action;
  }

  /** All that happened, but {@code channelReadComplete}. */
  List<Object> events() {
    return events.stream().filter(event -> event != READ_COMPLETE).toList();
  }

  List<Object> eventsAndReadCompletes() {
    return events;
  }

  /** All that happened since this was last asked; it is forgotten. */
  List<Object> take() {
    List<Object> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  String text() {
    return strings().stream().collect(Collectors.joining());
  }

  List<String> strings() {
    return all(String.class).stream()
        .filter(event -> event != READ_COMPLETE && event != INACTIVE)
        .toList();
  }

  String hex() {
    return bytes().stream().map(Bytes::hex).collect(Collectors.joining());
  }

  List<Bytes> bytes() {
    return all(Bytes.class);
  }

  List<Throwable> errors() {
    return all(Throwable.class);
  }

  /** The very buffers that came, released. */
  List<ByteBuf> received() {
    return received;
  }

  private <T> List<T> all(Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf buffer) {
      events.add(new Bytes(ByteBufUtil.hexDump(buffer)));
      received.add(buffer);
      buffer.release();
    } else {
      events.add(message);
    }
    BiConsumer<ChannelHandlerContext, Object> action = onRead;
    onRead = (c, m) -> {};
    action.accept(ctx, message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    events.add(READ_COMPLETE);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    events.add(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    events.add(INACTIVE);
    onInactive.accept(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    events.add(cause);
    onError.run();
  }
}
