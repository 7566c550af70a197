/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodingLawsTest;
import org.junit.jupiter.api.Tag;

/** The vectors and laws of encoding through a stage of the user's own, message by message. */
@Tag("long")
class StageEncoderLawsTest extends EncodingLawsTest {
  @Override
  protected EncodeSurface surface() {
    return OutboundSurfaces.stageEncoder();
  }

  @Override
  protected int rounds() {
    return 4;
  }

  @Override
  protected boolean boundsPieces() {
    return false;
  }
}
