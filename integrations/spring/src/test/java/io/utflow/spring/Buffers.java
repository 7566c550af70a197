/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;

/** Kinds of buffers, and what became of those that were given out. */
enum Buffers {
  HEAP {
    @Override
    DataBuffer buffer(byte[] bytes, List<ByteBuf> counted) {
      return DefaultDataBufferFactory.sharedInstance.wrap(bytes);
    }
  },
  POOLED_DIRECT {
    @Override
    DataBuffer buffer(byte[] bytes, List<ByteBuf> counted) {
      return wrapped(direct(bytes), counted);
    }
  },
  COMPOSITE {
    @Override
    DataBuffer buffer(byte[] bytes, List<ByteBuf> counted) {
      int middle = bytes.length / 2;
      CompositeByteBuf parts = ALLOCATOR.compositeBuffer();
      parts.addComponent(true, direct(java.util.Arrays.copyOf(bytes, middle)));
      parts.addComponent(true, Unpooled.copiedBuffer(bytes, middle, bytes.length - middle));
      return wrapped(parts, counted);
    }
  };

  private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
  private static final NettyDataBufferFactory NETTY = new NettyDataBufferFactory(ALLOCATOR);

  abstract DataBuffer buffer(byte[] bytes, List<ByteBuf> counted);

  /** Where codecs allocate, if they do. */
  DataBufferFactory factory() {
    return this == HEAP ? DefaultDataBufferFactory.sharedInstance : NETTY;
  }

  private static ByteBuf direct(byte[] bytes) {
    return ALLOCATOR.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
  }

  private static DataBuffer wrapped(ByteBuf buffer, List<ByteBuf> counted) {
    counted.add(buffer);
    return NETTY.wrap(buffer);
  }

  Given given(List<byte[]> pieces) {
    return new Given(this, pieces, new ArrayList<>());
  }

  /** Pieces of a stream. */
  record Given(Buffers kind, List<byte[]> pieces, List<ByteBuf> counted) {
    /** A buffer is made when it is asked for. */
    Flux<DataBuffer> flux() {
      return Flux.fromIterable(pieces).map(piece -> kind.buffer(piece, counted));
    }

    void assertReleased() {
      assertThat(counted).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
    }
  }
}
