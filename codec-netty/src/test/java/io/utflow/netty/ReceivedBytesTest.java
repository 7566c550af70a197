/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.netty.inbound.ReceivedBytes;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All bytes of a buffer of any kind, once and in order; none of the buffer before. */
class ReceivedBytesTest {
  private static final int[] LENGTHS = {0, 1, 5, 1023, 1024, 1025, 5000};

  private final Buffers buffers = new Buffers();

  @ParameterizedTest
  @EnumSource
  void everyByteIsPolledOnce(Buffers.Kind kind) {
    everyByteIsPolledOnce(kind, new ReceivedBytes(true));
    everyByteIsPolledOnce(kind, new ReceivedBytes(false));
  }

  private void everyByteIsPolledOnce(Buffers.Kind kind, ReceivedBytes received) {
    for (int length : LENGTHS) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      ByteBuf in = buffers.of(kind, bytes);
      ByteBuffer first = received.take(in);
      assertThat(in.isReadable()).isFalse();
      assertThat(first.remaining() + received.remaining()).isEqualTo(length);
      assertThat(allOf(first, received)).isEqualTo(bytes);
      assertThat(received.poll()).isNull();
      in.release();
    }
    buffers.assertAllReleased();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsClearedOrReplacedIsGone(Buffers.Kind kind) {
    ReceivedBytes received = new ReceivedBytes(true);
    for (int length : LENGTHS) {
      ByteBuf in = buffers.of(kind, new byte[length]);
      received.take(in.duplicate());
      received.clear();
      assertThat(received.remaining()).isZero();
      assertThat(received.poll()).isNull();
      received.take(in);
      ByteBuffer first = received.take(Unpooled.wrappedBuffer(new byte[] {7}));
      assertThat(allOf(first, received)).containsExactly(7);
      in.release();
    }
    buffers.assertAllReleased();
  }

  private static byte[] allOf(ByteBuffer first, ReceivedBytes received) {
    ByteBuf all = Unpooled.buffer();
    ByteBuffer view = first;
    while (view != null) {
      all.writeBytes(view);
      view = received.poll();
    }
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }
}
