/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.pool.ShortCopy;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole messages of UTF-8 that are short and well-formed, as most are, without a stage for
 * each: a decoder of the thread does. A message that is ill-formed ends the connection, so that it
 * may cost more: it is read again by a stage, which tells an observer.
 */
public final class ShortMessages {
  /**
   * Held weakly, and not by a FastThreadLocal: else an event loop would hold the class loader of
   * this class.
   */
  private static final ThreadLocal<WeakReference<TextDecoder>> DECODER = new ThreadLocal<>();

  private ShortMessages() {}

  /**
   * The text of {@code message}, which is taken; null if it is long, empty or ill-formed, and then
   * nothing is taken.
   */
  public static @Nullable String read(ByteBuf message) {
    int length = message.readableBytes();
    if (length == 0 || length > ShortCopy.MOST_BYTES) {
      return null;
    }
    int begin = message.readerIndex();
    TextDecoder decoder = decoderOfThread();
    ShortCopy copy = ShortCopy.borrow(length);
    try {
      // Not getBytes, for which some buffers make a view.
      message.readBytes(copy.array(), 0, length);
      return decoder.decode(copy.bytes(), true);
    } catch (IllFormedTextException e) {
      message.readerIndex(begin);
      return null;
    } finally {
      copy.giveBack();
      decoder.reset();
    }
  }

  private static TextDecoder decoderOfThread() {
    WeakReference<TextDecoder> held = DECODER.get();
    TextDecoder decoder = held == null ? null : held.get();
    if (decoder == null) {
      decoder =
          DecoderSpec.of(TextEncoding.UTF_8)
              .bom(BomPolicy.KEEP)
              .onMalformed(MalformedPolicy.REPORT)
              .newDecoder();
      DECODER.set(new WeakReference<>(decoder));
    }
    return decoder;
  }
}
