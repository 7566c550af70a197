/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.DecodeVectorsTest;
import io.utflow.codec.testing.Surface;
import org.junit.jupiter.api.Nested;

/** The conformance vectors, for every way of calling a {@link TextDecoder}. */
class TextDecoderVectorsTest {

  @Nested
  class Heap extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.HEAP, false);
    }
  }

  @Nested
  class Direct extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.DIRECT, true);
    }
  }

  @Nested
  class ReadOnly extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.READ_ONLY, false);
    }
  }

  @Nested
  class Sliced extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBuffer(BufferKind.SLICED, false);
    }
  }

  @Nested
  class EndingWithTheLastPiece extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.charBufferEndingWithLastPiece(BufferKind.HEAP);
    }
  }

  @Nested
  class Pieces extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.pieces(BufferKind.HEAP);
    }
  }

  @Nested
  class Strings extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return CoreSurfaces.strings(BufferKind.DIRECT);
    }
  }
}
