/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodeSurfaces;
import io.utflow.codec.testing.EncodingLawsTest;
import io.utflow.codec.testing.TextKind;
import org.junit.jupiter.api.Nested;

/** The vectors and laws of encoding, for every way of calling a {@link TextEncoder}. */
class TextEncoderLawsTest {

  @Nested
  class StringToHeap extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.STRING, BufferKind.HEAP);
    }
  }

  @Nested
  class StringToDirect extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.STRING, BufferKind.DIRECT);
    }
  }

  @Nested
  class StringBuilderToSliced extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.STRING_BUILDER, BufferKind.SLICED);
    }
  }

  @Nested
  class HeapToHeap extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.HEAP_BUFFER, BufferKind.HEAP);
    }
  }

  @Nested
  class SlicedToDirect extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.SLICED_BUFFER, BufferKind.DIRECT);
    }
  }

  @Nested
  class ReadOnlyToHeap extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.READ_ONLY_BUFFER, BufferKind.HEAP);
    }
  }

  @Nested
  class StringBufferToDirect extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.STRING_BUFFER, BufferKind.DIRECT);
    }
  }

  @Nested
  class DirectToSliced extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoder(TextKind.DIRECT_BUFFER, BufferKind.SLICED);
    }
  }

  @Nested
  class EndingWithTheLastPiece extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoderEndingWithLastPiece(TextKind.STRING, BufferKind.HEAP);
    }
  }

  @Nested
  class EndingWithTheLastPieceInABuffer extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.encoderEndingWithLastPiece(TextKind.HEAP_BUFFER, BufferKind.DIRECT);
    }
  }

  @Nested
  class Starving extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.starvingEncoder(TextKind.STRING, BufferKind.HEAP);
    }
  }

  @Nested
  class StarvingInBuffers extends EncodingLawsTest {
    @Override
    protected EncodeSurface surface() {
      return EncodeSurfaces.starvingEncoder(TextKind.HEAP_BUFFER, BufferKind.DIRECT);
    }
  }
}
