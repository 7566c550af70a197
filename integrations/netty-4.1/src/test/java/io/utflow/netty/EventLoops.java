/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Stands before the class of this name in codec-netty, whose event loop Netty 4.1 does not have.
 */
final class EventLoops implements BeforeAllCallback, AfterAllCallback {
  private EventLoopGroup group;

  @Override
  public void beforeAll(ExtensionContext context) {
    group = new NioEventLoopGroup(1);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  EventLoopGroup group() {
    return group;
  }
}
