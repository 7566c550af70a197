/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/** Makes the buffers of a test, in every kind that a channel can receive, and counts them back. */
final class Buffers {
  private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
  private static final int MARGIN = 3;
  private static final int NOT_TEXT = 0xFF;

  enum Kind {
    HEAP,
    DIRECT,
    /** With other bytes before the reader index and behind the writer index. */
    INSIDE_HEAP,
    INSIDE_DIRECT,
    SLICE,
    READ_ONLY,
    /** Heap, direct and empty components. */
    COMPOSITE
  }

  private final List<ByteBuf> made = new ArrayList<>();

  ByteBuf of(Kind kind, byte... bytes) {
    return switch (kind) {
      case HEAP -> heap(bytes.length).writeBytes(bytes);
      case DIRECT -> direct(bytes.length).writeBytes(bytes);
      case INSIDE_HEAP -> inside(heap(bytes.length + 2 * MARGIN), bytes);
      case INSIDE_DIRECT -> inside(direct(bytes.length + 2 * MARGIN), bytes);
      case SLICE -> inside(heap(bytes.length + 2 * MARGIN), bytes).slice();
      case READ_ONLY -> direct(bytes.length).writeBytes(bytes).asReadOnly();
      case COMPOSITE -> composite(bytes);
    };
  }

  ByteBuf of(byte... bytes) {
    return of(Kind.HEAP, bytes);
  }

  ByteBuf ofHex(String hex) {
    return of(Samples.hex(hex));
  }

  private ByteBuf heap(int capacity) {
    return track(ALLOCATOR.heapBuffer(Math.max(capacity, 1)));
  }

  private ByteBuf direct(int capacity) {
    return track(ALLOCATOR.directBuffer(Math.max(capacity, 1)));
  }

  private static ByteBuf inside(ByteBuf buffer, byte[] bytes) {
    buffer.writeBytes(new byte[] {(byte) NOT_TEXT, (byte) NOT_TEXT, (byte) NOT_TEXT});
    buffer.writeBytes(bytes);
    buffer.setByte(buffer.writerIndex(), NOT_TEXT);
    return buffer.readerIndex(MARGIN);
  }

  private ByteBuf composite(byte[] bytes) {
    int third = bytes.length / 3;
    CompositeByteBuf composite = ALLOCATOR.compositeBuffer();
    made.add(composite);
    composite.addComponent(true, heap(third).writeBytes(bytes, 0, third));
    composite.addComponent(true, heap(0));
    composite.addComponent(true, direct(third).writeBytes(bytes, third, third));
    int rest = bytes.length - 2 * third;
    composite.addComponent(true, inside(heap(rest + 2 * MARGIN), tail(bytes, 2 * third)));
    return composite;
  }

  private static byte[] tail(byte[] bytes, int from) {
    return java.util.Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private ByteBuf track(ByteBuf buffer) {
    made.add(buffer);
    return buffer;
  }

  void assertAllReleased() {
    for (ByteBuf buffer : made) {
      if (buffer.refCnt() != 0) {
        assertThat(buffer.refCnt()).as("references to %s", buffer).isZero();
      }
    }
    made.clear();
  }
}
