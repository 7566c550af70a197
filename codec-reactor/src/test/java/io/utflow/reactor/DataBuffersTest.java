/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;

/** Buffers of Spring that are counted, and those that are not. */
class DataBuffersTest {
  private static final byte[] BYTES = {'a'};

  /** A pooled buffer that is none of Netty's, as Jetty's: it says only whether it is released. */
  private static DataBuffer pooled(boolean allocated) {
    return (DataBuffer)
        Proxy.newProxyInstance(
            DataBuffersTest.class.getClassLoader(),
            new Class<?>[] {PooledDataBuffer.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isAllocated")) {
                return allocated;
              }
              throw new IllegalStateException("not readable");
            });
  }

  @Test
  void referencesAreThoseOfWhoMustRelease() {
    assertThat(DataBuffers.INSTANCE.references(pooled(true))).isEqualTo(1);
    assertThat(DataBuffers.INSTANCE.references(pooled(false))).isZero();
    assertThat(DataBuffers.INSTANCE.references(DefaultDataBufferFactory.sharedInstance.wrap(BYTES)))
        .isZero();
    DataBuffer netty =
        new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).allocateBuffer(1).write(BYTES);
    assertThat(DataBuffers.INSTANCE.references(netty)).isEqualTo(1);
    DataBufferUtils.release(netty);
    assertThat(DataBuffers.INSTANCE.references(netty)).isZero();
  }

  /** A buffer that was released too early comes with advice; what else is wrong, as it is. */
  @Test
  void aReleasedBufferIsNamedAsTheCause() {
    assertThatIllegalStateException()
        .isThrownBy(() -> DataBuffers.INSTANCE.views(pooled(true)))
        .withMessage("not readable");
    assertThatIllegalStateException()
        .isThrownBy(() -> DataBuffers.INSTANCE.views(pooled(false)))
        .withRootCauseInstanceOf(IllegalStateException.class);
  }
}
