/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.EncoderSpec;
import java.util.List;

/**
 * One way through the library from pieces of text to bytes: an encoder, a stage, a Netty handler, a
 * Reactor operator. The laws are asked of each.
 */
@FunctionalInterface
public interface EncodeSurface {

  /**
   * Sends one stream through.
   *
   * @param pieces the stream, to be handed over piece by piece, empty pieces included, then its end
   */
  ByteOutcome run(EncoderSpec spec, List<String> pieces);
}
