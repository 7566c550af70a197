/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/** The contract of {@link OutputBuffers}, which every implementation keeps. */
public final class OutputBuffersCheck {
  private static final int[] SIZES = {1, 2, 8, 64, 513, 5000, 1};

  private OutputBuffersCheck() {}

  /**
   * Does with {@code buffers} what stages do, and fails where an output is not what was written.
   *
   * @param content what an output holds
   * @param receiver gets each output in the end
   */
  public static <B> void check(
      OutputBuffers<B> buffers, Function<B, byte[]> content, Consumer<B> receiver) {
    Random random = new Random(1);
    List<B> outputs = new ArrayList<>();
    List<byte[]> written = new ArrayList<>();
    for (int size : SIZES) {
      buffers.release(allocate(buffers, size));
      for (int length : new int[] {size, (size + 1) / 2}) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        B buffer = allocate(buffers, size);
        buffers.writableView(buffer).put(bytes);
        outputs.add(buffers.finish(buffer, length));
        written.add(bytes);
      }
    }
    for (int i = 0; i < outputs.size(); i++) {
      assertThat(content.apply(outputs.get(i))).as("output %d", i).isEqualTo(written.get(i));
    }
    outputs.forEach(receiver);
  }

  private static <B> B allocate(OutputBuffers<B> buffers, int size) {
    B buffer = buffers.allocate(size);
    ByteBuffer room = buffers.writableView(buffer);
    assertThat(room.remaining()).isGreaterThanOrEqualTo(size);
    assertThat(room.isReadOnly()).isFalse();
    return buffer;
  }
}
