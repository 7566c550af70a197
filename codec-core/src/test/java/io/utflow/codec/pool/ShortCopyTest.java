/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A copy is known again only as the buffer that was lent. */
class ShortCopyTest {
  @Test
  void itIsKnownAgain() {
    ShortCopy copy = ShortCopy.borrow(3);
    assertThat(copy.bytes().remaining()).isEqualTo(3);
    assertThat(ShortCopy.lentAs(copy.bytes())).isSameAs(copy);
    copy.giveBack();
    assertThat(ShortCopy.borrow(ShortCopy.MOST_BYTES)).isSameAs(copy);
    assertThat(copy.bytes().remaining()).isEqualTo(ShortCopy.MOST_BYTES);
    copy.giveBack();
  }

  /** Its array holds the input of another reader: only the first may write after its bytes. */
  @Test
  void aViewOfItIsAnyBuffer() {
    ShortCopy copy = ShortCopy.borrow(3);
    assertThat(ShortCopy.lentAs(copy.bytes().duplicate())).isNull();
    assertThat(ShortCopy.lentAs(ByteBuffer.allocate(copy.array().length))).isNull();
    copy.giveBack();
  }

  @Test
  void whoAsksWhileItIsLentGetsAnother() {
    List<ShortCopy> lent = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ShortCopy copy = ShortCopy.borrow(5);
      assertThat(copy.bytes().remaining()).isEqualTo(5);
      assertThat(lent).doesNotContain(copy);
      lent.add(copy);
    }
    // A thread looks at two places of the pool.
    assertThat(lent).filteredOn(copy -> ShortCopy.lentAs(copy.bytes()) == copy).hasSize(2);
    assertThat(lent).filteredOn(copy -> ShortCopy.lentAs(copy.bytes()) == null).hasSize(3);
    lent.forEach(ShortCopy::giveBack);
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
