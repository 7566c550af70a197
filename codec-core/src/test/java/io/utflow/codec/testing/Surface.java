/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.DecoderSpec;
import java.util.List;

/**
 * One way through the library from pieces of bytes to text: a decoder, a stage, a Netty handler, a
 * Reactor operator. The laws are asked of each.
 */
@FunctionalInterface
public interface Surface {

  /**
   * Sends one stream through. {@link Outcome#record} does the bookkeeping for surfaces that answer
   * on the calling thread.
   *
   * @param pieces the stream, to be handed over piece by piece, empty pieces included, then its end
   */
  Outcome run(DecoderSpec spec, List<byte[]> pieces);
}
