/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds a stage over buffers with the lists of buffers that the HTTP client delivers. */
final class BufferLists<O> implements Stage<List<ByteBuffer>, O> {
  private final Stage<ByteBuffer, O> buffers;
  private Iterator<ByteBuffer> rest = Collections.emptyIterator();

  BufferLists(Stage<ByteBuffer, O> buffers) {
    this.buffers = buffers;
  }

  @Override
  public void offer(List<ByteBuffer> input) {
    if (rest.hasNext()) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    rest = input.iterator();
  }

  @Override
  public void endOfInput() {
    buffers.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    O output = buffers.poll();
    while (output == null && rest.hasNext()) {
      buffers.offer(rest.next());
      output = buffers.poll();
    }
    return output;
  }

  @Override
  public boolean isSpent() {
    return !rest.hasNext() && buffers.isSpent();
  }

  @Override
  public void close() {
    rest = Collections.emptyIterator();
    buffers.close();
  }
}
