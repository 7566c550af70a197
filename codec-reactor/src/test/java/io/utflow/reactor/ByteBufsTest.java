/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The views of a buffer are its readable bytes, whatever it is made of; its indices stay. */
class ByteBufsTest {
  private static final PooledByteBufAllocator POOL = PooledByteBufAllocator.DEFAULT;

  private static final List<Function<byte[], ByteBuf>> KINDS =
      List.of(
          bytes -> POOL.heapBuffer().writeBytes(bytes),
          bytes -> POOL.directBuffer().writeBytes(bytes),
          bytes -> POOL.heapBuffer().writeZero(3).writeBytes(bytes).writeZero(2).skipBytes(3),
          bytes -> POOL.directBuffer().writeBytes(bytes).asReadOnly(),
          ByteBufsTest::composite);

  private static ByteBuf composite(byte[] bytes) {
    int third = bytes.length / 3;
    CompositeByteBuf composite = POOL.compositeBuffer();
    composite.addComponent(true, POOL.heapBuffer().writeBytes(bytes, 0, third));
    composite.addComponent(true, POOL.directBuffer().writeBytes(bytes, third, third));
    byte[] rest = Arrays.copyOfRange(bytes, 2 * third, bytes.length);
    return composite.addComponent(true, POOL.heapBuffer().writeBytes(rest));
  }

  @Test
  void viewsAreTheReadableBytes() {
    for (Function<byte[], ByteBuf> kind : KINDS) {
      for (int length : new int[] {0, 1, 5, 512, 513, 1023, 1024, 1025, 5000}) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        ByteBuf buffer = kind.apply(bytes);
        int from = buffer.readerIndex();
        buffer.writerIndex(from + length);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuffer view : ByteBufs.INSTANCE.views(buffer)) {
          byte[] part = new byte[view.remaining()];
          view.get(part);
          all.writeBytes(part);
        }
        assertThat(all.toByteArray()).isEqualTo(bytes);
        assertThat(buffer.readerIndex()).isEqualTo(from);
        ByteBufs.INSTANCE.release(buffer);
        assertThat(buffer.refCnt()).isZero();
      }
    }
  }
}
