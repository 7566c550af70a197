/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a surface that yields bytes.
 *
 * @param outputs the buffers that each piece yielded, in a list for each piece and a last one for
 *     the end; after a failure no lists follow
 * @param failure what the core threw, without the wrapping of an adapter; null if the stream ended
 *     well
 */
public record ByteOutcome(List<List<byte[]>> outputs, @Nullable Throwable failure) {

  /** Hands one piece to a surface, or the end of the input. */
  @FunctionalInterface
  public interface Feed<P> {
    /**
     * @param piece null for the end of the input
     * @param out takes each output as it comes
     */
    void accept(@Nullable P piece, Consumer<byte[]> out) throws Throwable;
  }

  /** Feeds all pieces and the end, and keeps what comes out, until the first failure. */
  public static <P> ByteOutcome record(List<P> pieces, Feed<P> feed) {
    List<List<byte[]>> outputs = new ArrayList<>();
    for (int i = 0; i <= pieces.size(); i++) {
      List<byte[]> buffers = new ArrayList<>();
      outputs.add(buffers);
      try {
        feed.accept(i < pieces.size() ? pieces.get(i) : null, buffers::add);
      } catch (Throwable failure) {
        return new ByteOutcome(outputs, failure);
      }
    }
    return new ByteOutcome(outputs, null);
  }

  /** All bytes. */
  public byte[] bytes() {
    return bytesAfter(outputs.size());
  }

  /** The bytes that the first {@code count} pieces yielded. */
  public byte[] bytesAfter(int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (List<byte[]> buffers : outputs.subList(0, Math.min(count, outputs.size()))) {
      buffers.forEach(bytes::writeBytes);
    }
    return bytes.toByteArray();
  }
}
