/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodingLawsTest;

/** The vectors and laws of encoding, message by message. */
class TextStreamEncoderLawsTest extends EncodingLawsTest {
  @Override
  protected EncodeSurface surface() {
    return OutboundSurfaces.encoder();
  }

  @Override
  protected int rounds() {
    return 10;
  }

  @Override
  protected boolean boundsPieces() {
    return false;
  }
}
