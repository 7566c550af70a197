/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** One output buffer after another, each inside a larger one that must stay as it is. */
final class OutputRoom {
  private static final byte UNTOUCHED = 0x5A;
  private static final int MARGIN = 4;

  private final BufferKind kind;
  private ByteBuffer room = ByteBuffer.allocate(0);
  private byte[] untouched = {};
  private int size;

  OutputRoom(BufferKind kind) {
    this.kind = kind;
  }

  /** A buffer with this room. */
  ByteBuffer of(int bytes) {
    if (room.capacity() < bytes + 2 * MARGIN) {
      room = kind.empty(bytes + 2 * MARGIN);
    }
    size = bytes;
    room.clear();
    if (untouched.length < bytes + 2 * MARGIN) {
      untouched = new byte[bytes + 2 * MARGIN];
      Arrays.fill(untouched, UNTOUCHED);
    }
    room.put(0, untouched, 0, bytes + 2 * MARGIN);
    return room.position(MARGIN).limit(MARGIN + bytes);
  }

  /** What was written to it; nothing else may have changed. */
  byte[] written() {
    ByteBuffer all = room.duplicate().clear();
    for (int i = 0; i < MARGIN; i++) {
      EncodeSurfaces.require(all.get(i) == UNTOUCHED, "written before the room");
      EncodeSurfaces.require(all.get(MARGIN + size + i) == UNTOUCHED, "written behind the room");
    }
    EncodeSurfaces.require(room.limit() == MARGIN + size, "limit");
    byte[] bytes = new byte[room.position() - MARGIN];
    all.get(MARGIN, bytes);
    return bytes;
  }
}
