/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Surface;
import org.junit.jupiter.api.Nested;

/** The laws of decoding, for every way of calling a {@link TextDecoder}. */
class TextDecoderLawsTest {

  @Nested
  class HeapToHeap extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.HEAP, false);
    }
  }

  @Nested
  class SlicedToDirect extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.SLICED, true);
    }
  }

  @Nested
  class DirectToHeap extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.DIRECT, false);
    }
  }

  @Nested
  class ReadOnlyToDirect extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.READ_ONLY, true);
    }
  }

  @Nested
  class EndingWithTheLastPiece extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBufferEndingWithLastPiece(BufferKind.HEAP);
    }
  }

  @Nested
  class Pieces extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.pieces(BufferKind.HEAP);
    }
  }

  @Nested
  class PiecesOfDirectBuffers extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.pieces(BufferKind.DIRECT);
    }
  }

  @Nested
  class Strings extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.strings(BufferKind.HEAP);
    }

    @Override
    protected boolean boundsPieces() {
      return false;
    }
  }
}
