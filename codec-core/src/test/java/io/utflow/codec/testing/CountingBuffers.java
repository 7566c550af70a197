/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Buffers for one stage, which remember what was made of each: the contract is that the stage
 * either turns it into an output or gives it back, and does so once.
 */
public final class CountingBuffers implements OutputBuffers<CountingBuffers.Counted> {
  private static final byte UNTOUCHED = 0x5A;
  private static final int MARGIN = 3;

  /** One buffer, its room somewhere in its middle. */
  public static final class Counted {
    private final ByteBuffer memory;
    private final ByteBuffer room;
    private int uses;
    private int length;

    private Counted(BufferKind kind, int bytes) {
      memory = kind.empty(bytes + 2 * MARGIN);
      for (int i = 0; i < memory.capacity(); i++) {
        memory.put(i, UNTOUCHED);
      }
      room = memory.duplicate().position(MARGIN).limit(MARGIN + bytes);
    }

    /** What was written. */
    public byte[] bytes() {
      byte[] bytes = new byte[length];
      memory.get(MARGIN, bytes);
      return bytes;
    }

    private void use() {
      uses++;
      for (int i = 0; i < memory.capacity(); i++) {
        boolean inside = i >= MARGIN && i < memory.capacity() - MARGIN;
        if (!inside && memory.get(i) != UNTOUCHED) {
          throw new AssertionError("written outside the room, at " + (i - MARGIN));
        }
      }
    }
  }

  private final BufferKind kind;
  private final List<Counted> allocated = new ArrayList<>();
  private int released;

  /** Buffers of this kind. */
  public CountingBuffers(BufferKind kind) {
    this.kind = kind;
  }

  @Override
  public Counted allocate(int bytes) {
    if (!allocated.isEmpty() && allocated.get(allocated.size() - 1).uses == 0) {
      throw new AssertionError("allocated before the last buffer was filled or released");
    }
    Counted buffer = new Counted(kind, bytes);
    allocated.add(buffer);
    return buffer;
  }

  @Override
  public ByteBuffer writableView(Counted buffer) {
    return buffer.room.duplicate();
  }

  @Override
  public Counted finish(Counted buffer, int bytes) {
    if (bytes <= 0 || bytes > buffer.room.remaining()) {
      throw new AssertionError(bytes + " bytes filled");
    }
    buffer.length = bytes;
    buffer.use();
    return buffer;
  }

  @Override
  public void release(Counted buffer) {
    released++;
    buffer.use();
  }

  /** How many were allocated. */
  public int allocated() {
    return allocated.size();
  }

  /** How many were given back unused. */
  public int released() {
    return released;
  }

  /** Fails unless each was returned or released, once. */
  public void verify() {
    for (Counted buffer : allocated) {
      if (buffer.uses != 1) {
        throw new AssertionError("a buffer was returned or released " + buffer.uses + " times");
      }
    }
  }
}
