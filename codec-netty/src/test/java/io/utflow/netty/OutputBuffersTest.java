/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.utflow.codec.testing.OutputBuffersCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputBuffersTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void buffersOfAnAllocatorKeepTheContract(boolean direct) {
    UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
    AllocatedBuffers buffers = new AllocatedBuffers();
    buffers.allocateFrom(allocator);
    OutputBuffersCheck.check(buffers, ByteBufUtil::getBytes, ByteBuf::release);
    assertThat(allocator.metric().usedHeapMemory()).isZero();
    assertThat(allocator.metric().usedDirectMemory()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsOfOneBufferKeepTheContract(boolean direct) {
    ByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
    ByteBuf target = allocator.buffer(4).writeByte('<');
    AppendingBuffers buffers = new AppendingBuffers();
    ByteBuf none = buffers.appendTo(target);
    int[] total = {1};
    OutputBuffersCheck.check(
        buffers,
        part -> ByteBufUtil.getBytes(part.content()),
        part -> total[0] += part.content().readableBytes());
    assertThat(buffers.appendTo(none)).isSameAs(target);
    assertThat(target.readableBytes()).isEqualTo(total[0]);
    target.release();
  }
}
