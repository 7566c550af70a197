/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.utflow.codec.testing.OutputBuffersCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

class OutputBuffersTest {
  @Test
  void arraysKeepTheContract() {
    OutputBuffersCheck.check(ByteArrayOutput.INSTANCE, bytes -> bytes, bytes -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void buffersOfNettyKeepTheContract(boolean direct) {
    UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
    OutputBuffersCheck.check(new ByteBufOutput(allocator), ByteBufUtil::getBytes, ByteBuf::release);
    assertAllReleased(allocator);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void buffersOfSpringKeepTheContract(boolean direct) {
    UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
    check(new DefaultDataBufferFactory(direct));
    check(new NettyDataBufferFactory(allocator));
    assertAllReleased(allocator);
  }

  private static void check(DataBufferFactory factory) {
    OutputBuffersCheck.check(
        new DataBufferOutput(factory),
        buffer -> {
          byte[] bytes = new byte[buffer.readableByteCount()];
          buffer.read(bytes);
          return bytes;
        },
        DataBufferUtils::release);
  }

  private static void assertAllReleased(UnpooledByteBufAllocator allocator) {
    assertThat(allocator.metric().usedHeapMemory()).isZero();
    assertThat(allocator.metric().usedDirectMemory()).isZero();
  }
}
