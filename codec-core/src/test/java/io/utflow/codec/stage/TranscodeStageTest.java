/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import io.utflow.codec.testing.TranscodingLawsTest;
import org.junit.jupiter.api.Nested;

class TranscodeStageTest {

  @Nested
  class Laws extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.stage(BufferKind.HEAP, BufferKind.HEAP);
    }
  }

  @Nested
  class LawsForDirectBuffers extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.stage(BufferKind.DIRECT, BufferKind.SLICED);
    }
  }
}
