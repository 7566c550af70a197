/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One event loop for real sockets, as long as the tests of a class run. */
final class EventLoops implements BeforeAllCallback, AfterAllCallback {
  private EventLoopGroup group;

  @Override
  public void beforeAll(ExtensionContext context) {
    group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  EventLoopGroup group() {
    return group;
  }
}
