/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.function.Supplier;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/** A buffer that holds all of a text. */
final class WholeBuffer {
  private WholeBuffer() {}

  /** Decodes and releases the buffer. */
  static String decode(DataBuffer buffer, Supplier<DecoderSpec> spec) {
    try {
      byte[] bytes = new byte[buffer.readableByteCount()];
      buffer.read(bytes);
      return spec.get().decode(bytes);
    } catch (IllFormedTextException e) {
      throw new DecodingException("Text decoding error: " + e.getMessage(), e);
    } catch (UnsupportedCharsetException e) {
      throw new UnknownCharsetException(e);
    } finally {
      DataBufferUtils.release(buffer);
    }
  }
}
