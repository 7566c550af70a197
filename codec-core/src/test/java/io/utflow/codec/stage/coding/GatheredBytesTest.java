/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much memory the bytes of whole texts take. */
class GatheredBytesTest {
  private static final int STREAMS = 1000;

  @Test
  void manyStreamsOfFewBytesTakeLittle() {
    List<GatheredBytes> lent = new ArrayList<>();
    long room = 0;
    for (int i = 0; i < STREAMS; i++) {
      GatheredBytes one = GatheredBytes.borrow(1);
      assertThat(one.take(ByteBuffer.wrap(new byte[] {'a'}))).isTrue();
      lent.add(one);
      room += one.takeAll().capacity();
    }
    lent.forEach(GatheredBytes::giveBack);
    assertThat(room / STREAMS).isLessThan(1024);
  }

  @Test
  void whatIsGivenBackIsLentAgain() {
    for (int i = 0; i < STREAMS; i++) {
      GatheredBytes one = GatheredBytes.borrow(1);
      assertThat(one.takeAll().capacity()).isGreaterThan(4);
      one.giveBack();
    }
  }

  @Test
  void anArrayOfItsOwnGrows() {
    List<GatheredBytes> lent = new ArrayList<>();
    GatheredBytes own = GatheredBytes.borrow(1);
    while (own.takeAll().capacity() > 4) {
      lent.add(own);
      own = GatheredBytes.borrow(1);
    }
    for (int i = 0; i < 8192; i++) {
      ByteBuffer next = ByteBuffer.wrap(new byte[] {(byte) i});
      if (!own.take(next)) {
        assertThat(next.remaining()).isEqualTo(1);
        own = own.enlarged(1);
        assertThat(own.take(next)).isTrue();
      }
      assertThat(next.hasRemaining()).isFalse();
    }
    ByteBuffer all = own.takeAll();
    assertThat(all.remaining()).isEqualTo(8192);
    for (int i = 0; i < 8192; i++) {
      assertThat(all.get(i)).isEqualTo((byte) i);
    }
    own.giveBack();
    lent.forEach(GatheredBytes::giveBack);
  }

  @Test
  void aLargerOneIsLentIfAllFindsRoomInIt() {
    GatheredBytes one = GatheredBytes.borrow(8192);
    assertThat(one.take(ByteBuffer.wrap(new byte[8191]))).isTrue();
    assertThat(one.take(ByteBuffer.wrap(new byte[] {'a'}))).isTrue();
    assertThat(one.enlarged(1 << 22)).isSameAs(one);
    one = one.enlarged(1);
    assertThat(one.hasRoomFor(ByteBuffer.allocate((1 << 18) - 8191))).isFalse();
    assertThat(one.take(ByteBuffer.wrap(new byte[(1 << 18) - 8193]))).isTrue();
    assertThat(one.take(ByteBuffer.wrap(new byte[] {'b'}))).isTrue();
    assertThat(one.enlarged((1 << 22) - (1 << 18) + 1)).isSameAs(one);
    one = one.enlarged((1 << 22) - (1 << 18));
    assertThat(one.hasRoomFor(ByteBuffer.allocate((1 << 22) - (1 << 18)))).isTrue();
    assertThat(one.enlarged(1 << 22)).isSameAs(one);
    ByteBuffer all = one.takeAll();
    assertThat(all.remaining()).isEqualTo(1 << 18);
    assertThat(all.get(8191)).isEqualTo((byte) 'a');
    assertThat(all.get((1 << 18) - 1)).isEqualTo((byte) 'b');
    one.giveBack();
    GatheredBytes other = GatheredBytes.borrow(1).enlarged(1 << 20);
    assertThat(other.takeAll().capacity()).isEqualTo(1 << 22);
    other.giveBack();
  }
}
