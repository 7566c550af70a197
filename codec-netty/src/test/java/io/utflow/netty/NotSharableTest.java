/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** A handler has the state of one channel: Netty refuses to put it into a second. */
class NotSharableTest {
  @Test
  void noneIsSharable() throws Exception {
    for (String handler : NativeImageMetadataTest.handlers()) {
      assertThat(Class.forName(handler).isAnnotationPresent(ChannelHandler.Sharable.class))
          .as(handler)
          .isFalse();
    }
  }

  @Test
  void aSecondChannelRefusesIt() {
    ReentrantReadsTest.DECODERS.forEach(
        (name, maker) -> {
          ChannelHandler handler = maker.get();
          EmbeddedChannel first = new EmbeddedChannel(handler);
          assertThatThrownBy(() -> new EmbeddedChannel().pipeline().addLast(handler))
              .as(name)
              .isInstanceOf(ChannelPipelineException.class);
          first.finish();
        });
  }
}
