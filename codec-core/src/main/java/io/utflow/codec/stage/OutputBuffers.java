package io.utflow.codec.stage;

import java.nio.ByteBuffer;

/**
 * Where a stage that yields bytes gets its buffers from. Used by one thread at a time for each
 * stage, by several if stages share it.
 *
 * <p>A stage has one buffer at a time: it allocates it, asks for its room, and then either fills or
 * releases it, once, before it allocates the next. An output stays as it is, whatever is allocated
 * later.
 *
 * @param <B> the type of buffer
 */
public interface OutputBuffers<B> {

  /**
   * A new buffer with room for exactly or at least {@code bytes}, owned by the stage.
   *
   * @param bytes how many bytes there must be room for
   * @return the buffer
   */
  B allocate(int bytes);

  /**
   * The free room of a new buffer, heap or direct. The stage writes from its position on.
   *
   * @param buffer as {@link #allocate} returned it
   * @return a view of its free room
   */
  ByteBuffer room(B buffer);

  /**
   * The buffer with the first {@code bytes} of its room as its content; what is returned is the
   * output, owned by whoever polls it. It may be another object if {@code buffer} is not used any
   * more.
   *
   * @param buffer as {@link #allocate} returned it
   * @param bytes how many bytes of its room were written
   * @return the output
   */
  B filled(B buffer, int bytes);

  /**
   * Gives back a buffer that nothing was written to.
   *
   * @param buffer as {@link #allocate} returned it
   */
  void release(B buffer);

  /** {@return a source of heap buffers of the JDK, each ready to be read} */
  static OutputBuffers<ByteBuffer> onHeap() {
    return HeapBuffers.INSTANCE;
  }
}
