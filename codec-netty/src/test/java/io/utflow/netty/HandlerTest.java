/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.junit.jupiter.api.AfterEach;

/** What tests of a handler share: buffers that it must release, and who gets what it fires. */
abstract class HandlerTest {
  static final Object SHUTDOWN = ChannelInputShutdownEvent.INSTANCE;

  final Buffers buffers = new Buffers();
  final Recorder recorder = new Recorder();

  @AfterEach
  void everyBufferWasReleased() {
    buffers.assertAllReleased();
  }
}
