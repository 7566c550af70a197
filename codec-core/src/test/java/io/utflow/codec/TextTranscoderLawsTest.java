/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodeSurfaces;
import io.utflow.codec.testing.TranscodingLawsTest;
import org.junit.jupiter.api.Nested;

/** The vectors and laws of transcoding, for every way of calling a {@link TextTranscoder}. */
class TextTranscoderLawsTest {

  @Nested
  class HeapToHeap extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.transcoder(BufferKind.HEAP, BufferKind.HEAP);
    }
  }

  @Nested
  class DirectToDirect extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.transcoder(BufferKind.DIRECT, BufferKind.DIRECT);
    }
  }

  @Nested
  class ReadOnlyToSliced extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.transcoder(BufferKind.READ_ONLY, BufferKind.SLICED);
    }
  }

  @Nested
  class EndingWithTheLastPiece extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.transcoderEndingWithLastPiece(BufferKind.SLICED, BufferKind.HEAP);
    }
  }

  @Nested
  class Starving extends TranscodingLawsTest {
    @Override
    protected TranscodeSurface surface() {
      return TranscodeSurfaces.starvingTranscoder(BufferKind.HEAP, BufferKind.DIRECT);
    }
  }
}
