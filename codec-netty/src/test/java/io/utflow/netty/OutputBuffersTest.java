/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.utflow.codec.testing.OutputBuffersCheck;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
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
  void whatIsFinishedStandsBehindWhatTheTargetHolds(boolean direct) {
    ByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
    ByteBuf target = allocator.buffer(4).writeByte('<');
    AppendingBuffers buffers = new AppendingBuffers();
    ByteBuf none = buffers.appendTo(target);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write('<');
    for (int size : new int[] {1, 2, 8, 64, 513, 5000, 1}) {
      ByteBuf dropped = buffers.allocate(size);
      buffers.writableView(dropped).put((byte) 'x');
      buffers.release(dropped);
      byte[] written = new byte[(size + 1) / 2];
      Arrays.fill(written, (byte) size);
      ByteBuf part = buffers.allocate(size);
      buffers.writableView(part).put(written);
      assertThat(buffers.finish(part, written.length)).isSameAs(target);
      expected.writeBytes(written);
      buffers.add(part);
    }
    assertThat(buffers.appendTo(none)).isSameAs(target);
    assertThat(ByteBufUtil.getBytes(target)).isEqualTo(expected.toByteArray());
    target.release();
    assertThat(target.refCnt()).isZero();
  }
}
