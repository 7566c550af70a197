/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.transport.ServerTransport;

/** Binds servers to ports of the loopback interface. Port 0 is one that the system chooses. */
public final class LoopbackPort {
  private LoopbackPort() {}

  /**
   * Binds a Netty server.
   *
   * @throws PortUnavailableException if it cannot listen there
   */
  public static Channel bind(ServerBootstrap server, int port) {
    ChannelFuture bound =
        server.bind(InetAddress.getLoopbackAddress(), port).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new PortUnavailableException(port, bound.cause());
    }
    return bound.channel();
  }

  /**
   * Binds an HTTP or TCP server of reactor-netty.
   *
   * @throws PortUnavailableException if it cannot listen there
   */
  public static DisposableServer bind(ServerTransport<?, ?> server, int port) {
    try {
      return server
          .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
          .bindNow();
    } catch (ChannelBindException e) {
      throw new PortUnavailableException(port, e);
    }
  }
}
