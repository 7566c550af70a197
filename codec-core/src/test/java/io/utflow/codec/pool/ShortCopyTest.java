/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A copy is known again only by the thread that lends it, and only as the buffer that it lent. */
class ShortCopyTest {
  @Test
  void theThreadKnowsWhatItLends() {
    ShortCopy copy = ShortCopy.borrow(3);
    assertThat(copy.bytes().remaining()).isEqualTo(3);
    assertThat(ShortCopy.lentAs(copy.bytes())).isSameAs(copy);
    copy.giveBack();
    assertThat(ShortCopy.borrow(ShortCopy.MOST_BYTES)).isSameAs(copy);
    assertThat(copy.bytes().remaining()).isEqualTo(ShortCopy.MOST_BYTES);
    copy.giveBack();
  }

  /** Its array holds the input of another reader: only the first may write behind its bytes. */
  @Test
  void asViewOrInAnotherThreadItIsAnyBuffer() {
    ShortCopy copy = ShortCopy.borrow(3);
    assertThat(ShortCopy.lentAs(copy.bytes().duplicate())).isNull();
    assertThat(ShortCopy.lentAs(ByteBuffer.allocate(copy.array().length))).isNull();
    boolean known =
        CompletableFuture.supplyAsync(() -> ShortCopy.lentAs(copy.bytes()) != null).join();
    assertThat(known).isFalse();
    copy.giveBack();
  }

  @Test
  void whoAsksWhileItIsLentGetsAnother() {
    ShortCopy first = ShortCopy.borrow(3);
    ShortCopy second = ShortCopy.borrow(5);
    assertThat(second).isNotSameAs(first);
    assertThat(second.array()).hasSize(5).isNotSameAs(first.array());
    assertThat(ShortCopy.lentAs(second.bytes())).isNull();
    second.giveBack();
    first.giveBack();
  }

  @Test
  void hasRoomForThePaddingOfKernels() {
    ShortCopy copy = ShortCopy.borrow(ShortCopy.MOST_BYTES);
    assertThat(ShortCopy.PADDING).isEqualTo(Kernel.PADDING);
    assertThat(copy.array()).hasSize(ShortCopy.MOST_BYTES + Kernel.PADDING);
    assertThat(copy.chars()).hasSize(ShortCopy.MOST_BYTES + Kernel.PADDING);
    copy.giveBack();
  }
}
