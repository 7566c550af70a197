/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/**
 * A kind of buffer: how bytes get in and out, who refers to it, and the facade under test.
 *
 * @param references how many references there are; 0 where none are counted
 */
record KindOfBuffer<B>(
    String name,
    Function<byte[], B> of,
    Function<B, byte[]> content,
    ToIntFunction<B> references,
    Facade<B> facade) {

  static List<KindOfBuffer<?>> all() {
    return List.of(
        new KindOfBuffer<>(
            "byte[]", bytes -> bytes, bytes -> bytes, bytes -> 0, Facade.BYTE_ARRAYS),
        byteBuffer("heap ByteBuffer", bytes -> ByteBuffer.wrap(bytes)),
        byteBuffer("read-only ByteBuffer", bytes -> ByteBuffer.wrap(bytes).asReadOnlyBuffer()),
        byteBuffer("little-endian slice of a direct ByteBuffer", KindOfBuffer::directSlice),
        byteBuf("pooled heap ByteBuf", bytes -> pooled(bytes, false)),
        pooledDirect(),
        byteBuf("ByteBuf read in part", KindOfBuffer::partlyRead),
        composite(),
        dataBuffer("default DataBuffer", DefaultDataBufferFactory.sharedInstance::wrap),
        dataBuffer("Netty DataBuffer", KindOfBuffer::netty),
        dataBuffer("Netty DataBuffer over a composite ByteBuf", KindOfBuffer::nettyComposite));
  }

  /** The surfaces whose buffers are counted. */
  static List<KindOfBuffer<?>> counted() {
    return all().stream().filter(KindOfBuffer::isCounted).toList();
  }

  static KindOfBuffer<ByteBuf> pooledDirect() {
    return byteBuf("pooled direct ByteBuf", bytes -> pooled(bytes, true));
  }

  static KindOfBuffer<ByteBuf> composite() {
    return byteBuf("composite ByteBuf", KindOfBuffer::composed);
  }

  private boolean isCounted() {
    B buffer = of.apply(new byte[1]);
    boolean counted = references.applyAsInt(buffer) > 0;
    Buffered.release(buffer);
    return counted;
  }

  private static KindOfBuffer<ByteBuffer> byteBuffer(String name, Function<byte[], ByteBuffer> of) {
    return new KindOfBuffer<>(
        name,
        of,
        buffer -> {
          byte[] bytes = new byte[buffer.remaining()];
          buffer.duplicate().get(bytes);
          return bytes;
        },
        buffer -> 0,
        Facade.BYTE_BUFFERS);
  }

  private static KindOfBuffer<ByteBuf> byteBuf(String name, Function<byte[], ByteBuf> of) {
    return new KindOfBuffer<>(name, of, ByteBufUtil::getBytes, ByteBuf::refCnt, Facade.BYTE_BUFS);
  }

  private static KindOfBuffer<DataBuffer> dataBuffer(String name, Function<byte[], DataBuffer> of) {
    return new KindOfBuffer<>(
        name,
        of,
        buffer -> {
          byte[] bytes = new byte[buffer.readableByteCount()];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = buffer.getByte(buffer.readPosition() + i);
          }
          return bytes;
        },
        buffer -> buffer instanceof NettyDataBuffer netty ? netty.getNativeBuffer().refCnt() : 0,
        Facade.DATA_BUFFERS);
  }

  private static ByteBuffer directSlice(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 5).put(new byte[3]).put(bytes);
    return buffer.flip().position(3).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuf pooled(byte[] bytes, boolean direct) {
    PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    ByteBuf buffer =
        direct ? allocator.directBuffer(bytes.length) : allocator.heapBuffer(bytes.length);
    return buffer.writeBytes(bytes);
  }

  private static ByteBuf partlyRead(byte[] bytes) {
    return pooled(new byte[7], true).writeBytes(bytes).skipBytes(7);
  }

  /** Components of three bytes, one of them empty. */
  private static ByteBuf composed(byte[] bytes) {
    CompositeByteBuf composite = PooledByteBufAllocator.DEFAULT.compositeBuffer();
    composite.addComponent(true, Unpooled.EMPTY_BUFFER);
    // A buffer of more than 1 KiB is read part by part, so those are in halves.
    int size = bytes.length > 1024 ? (bytes.length + 1) / 2 : 3;
    for (int from = 0; from < bytes.length; from += size) {
      byte[] part = Arrays.copyOfRange(bytes, from, Math.min(from + size, bytes.length));
      composite.addComponent(true, pooled(part, from == 0));
    }
    return composite;
  }

  private static DataBuffer netty(byte[] bytes) {
    return new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT).wrap(pooled(bytes, true));
  }

  private static DataBuffer nettyComposite(byte[] bytes) {
    return new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT).wrap(composed(bytes));
  }

  @Override
  public String toString() {
    return name;
  }
}
