/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.Stages;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBuffer;

/** Decodes a buffer that holds a whole text. */
final class WholeBuffer {
  private WholeBuffer() {}

  /** Decodes and releases the buffer. */
  static String decode(DataBuffer buffer, Supplier<DecoderSpec> spec) {
    return decode(buffer, spec, () -> null);
  }

  /**
   * Decodes and releases the buffer.
   *
   * @param detection answers with null if the encoding is known
   */
  static String decode(
      DataBuffer buffer,
      Supplier<DecoderSpec> spec,
      Supplier<? extends @Nullable Detection> detection) {
    try {
      DecoderSpec bytes = spec.get();
      Detection found = detection.get();
      return found == null
          ? decode(buffer, bytes)
          : decode(buffer, Stages.text(found, Integer.MAX_VALUE));
    } catch (IllFormedTextException e) {
      throw new DecodingException("Text decoding error: " + e.getMessage(), e);
    } finally {
      DataBufferUtils.release(buffer);
    }
  }

  /** In place, or part by part: no array is made of the bytes of all. */
  private static String decode(DataBuffer buffer, DecoderSpec spec) {
    if (buffer instanceof DefaultDataBuffer plain) {
      return spec.newDecoder().decode(plain.getNativeBuffer(), true);
    }
    return decode(buffer, Stages.text(spec, Integer.MAX_VALUE));
  }

  private static String decode(DataBuffer buffer, ByteStage<String> all) {
    try (DataBuffer.ByteBufferIterator parts = buffer.readableByteBuffers();
        ByteStage<String> stage = all) {
      while (parts.hasNext()) {
        stage.offer(parts.next());
        stage.poll();
      }
      stage.endOfInput();
      String text = stage.poll();
      return text == null ? "" : text;
    }
  }
}
