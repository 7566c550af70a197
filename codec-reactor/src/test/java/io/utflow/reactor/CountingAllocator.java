/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it allocated, and can be told to fail. */
final class CountingAllocator extends AbstractByteBufAllocator {
  private final List<ByteBuf> allocated = new CopyOnWriteArrayList<>();
  private int failAfter = Integer.MAX_VALUE;

  /** Fails when so many were allocated. */
  CountingAllocator failAfter(int count) {
    failAfter = count;
    return this;
  }

  int count() {
    return allocated.size();
  }

  /** How many references are left to what was allocated. */
  List<Integer> referencesLeft() {
    return allocated.stream().map(ByteBuf::refCnt).toList();
  }

  private ByteBuf remember(ByteBuf buffer) {
    allocated.add(buffer);
    return buffer;
  }

  private void failIfTold() {
    if (allocated.size() >= failAfter) {
      throw new IllegalStateException("no memory");
    }
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    failIfTold();
    return remember(PooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity));
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    failIfTold();
    return remember(PooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity));
  }

  @Override
  public boolean isDirectBufferPooled() {
    return true;
  }
}
