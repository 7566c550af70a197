/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodeSurfaces;
import io.utflow.codec.testing.EncodingLawsTest;
import io.utflow.codec.testing.TextKind;
import org.junit.jupiter.api.Nested;

class EncodeStageTest {

  @Nested
  class Laws extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.stage(TextKind.STRING, BufferKind.HEAP);
    }
  }

  @Nested
  class LawsForDirectBuffers extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.stage(TextKind.READ_ONLY_BUFFER, BufferKind.DIRECT);
    }
  }
}
