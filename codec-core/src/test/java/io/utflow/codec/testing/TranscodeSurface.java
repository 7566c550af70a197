/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import java.util.List;

/** One way through the library from pieces of bytes to bytes of another encoding. */
@FunctionalInterface
public interface TranscodeSurface {

  /**
   * Sends one stream through.
   *
   * @param pieces the stream, to be handed over piece by piece, empty pieces included, then its end
   */
  ByteOutcome run(DecoderSpec from, EncoderSpec to, List<byte[]> pieces);
}
