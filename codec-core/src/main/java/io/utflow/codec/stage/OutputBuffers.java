/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.nio.ByteBuffer;

/**
 * Where a stage that yields bytes gets its buffers from, so that the allocator is the caller's.
 *
 * <pre>{@code
 * Stage<CharSequence, ByteBuffer> stage = Stages.encode(EncoderSpec.of(UTF_16), OutputBuffers.onHeap());
 * }</pre>
 *
 * <p><b>Ownership.</b> A stage has one buffer at a time: it allocates it, writes to its {@link
 * #writableView}, and then either {@link #finish finishes} or {@link #release releases} it, once,
 * before it allocates the next. A finished buffer is the output and belongs to whoever polls it; it
 * stays as it is, whatever is allocated later.
 *
 * <p><b>Errors.</b> What a method throws, {@link Stage#poll} throws; the stage has then released
 * the buffer, if it had one.
 *
 * <p><b>Threads.</b> Each stage calls on the thread that polls it. Stages of several threads may
 * share one object only if that is thread-safe.
 *
 * @param <B> the type of buffer
 */
public interface OutputBuffers<B> {

  /**
   * {@return a new buffer, which belongs to the stage}
   *
   * @param bytes how many bytes there must be room for at least
   */
  B allocate(int bytes);

  /**
   * {@return a view over the free room of a new buffer, heap or direct} The stage writes from its
   * position on, not after its limit, and does not use it when the buffer is finished or released.
   *
   * @param buffer as {@link #allocate} returned it
   */
  ByteBuffer writableView(B buffer);

  /**
   * {@return the output, which may be another object} The first {@code bytes} of the free room are
   * its content.
   *
   * @param buffer as {@link #allocate} returned it
   * @param bytes how many bytes of its room were written
   */
  B finish(B buffer, int bytes);

  /**
   * Takes back a buffer that becomes no output.
   *
   * @param buffer as {@link #allocate} returned it
   */
  void release(B buffer);

  /** {@return a source of heap buffers of the JDK, each ready to be read} */
  static OutputBuffers<ByteBuffer> onHeap() {
    return HeapBuffers.INSTANCE;
  }
}
