package io.utflow.examples.chat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Listens on the loopback interface; whoever connects hears the others. */
final class ChatServer implements AutoCloseable {
  private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup members = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /** Listens; port 0 is one that the system chooses. */
  InetSocketAddress listen(int port) {
    return (InetSocketAddress)
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    LineCodec.unknown().addTo(channel.pipeline());
                    channel.pipeline().addLast(new ChatMember(members));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), port)
            .syncUninterruptibly()
            .channel()
            .localAddress();
  }

  @Override
  public void close() {
    members.close().awaitUninterruptibly();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
