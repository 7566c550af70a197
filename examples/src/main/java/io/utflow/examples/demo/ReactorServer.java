/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.netty.ByteBufFlux;
import reactor.netty.tcp.TcpServer;

/** The same server as {@link NettyServer}, written with reactor-netty. */
final class ReactorServer {
  private final EventLoopGroup group;

  ReactorServer(EventLoopGroup group) {
    this.group = group;
  }

  /**
   * Opens a port on which {@code decode} turns the received buffers into text. It closes with the
   * group.
   */
  SocketAddress listen(Function<? super ByteBufFlux, Flux<String>> decode) {
    return TcpServer.create()
        .runOn(group)
        .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new FixedRecvByteBufAllocator(NettyServer.RECEIVE_BUFFER))
        .doOnConnection(
            connection ->
                connection.addHandlerFirst(new EndOfInput()).addHandlerFirst(new PieceReceipts()))
        .handle(
            (in, out) ->
                out.sendString(
                    decode.apply(EndOfInput.receive(in)).collect(Collectors.joining()),
                    StandardCharsets.UTF_8))
        .bindNow()
        .address();
  }
}
