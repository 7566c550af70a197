/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.DecodeVectorsTest;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Surface;
import java.util.AbstractList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/**
 * The laws and the vectors while the JDK reads UTF-8, which in this JVM it does no more when other
 * tests have read some text, and where the kernels change with each piece: between two calls, and
 * so in the middle of a character.
 */
class FirstKernelsTest {
  private static final KernelSet BEFORE = Kernels.chosen();
  private static final KernelSet FIRST = Kernels.named("jdk");
  private static final KernelSet NEXT = Kernels.named("swar");

  @AfterAll
  static void restore() {
    Kernels.use(BEFORE);
  }

  private static Surface first(Surface surface) {
    return (spec, pieces) -> {
      Kernels.use(FIRST);
      return surface.run(spec, pieces);
    };
  }

  /** Pieces are taken one after the other, each before it is read, and with it other kernels. */
  private static Surface changing(Surface surface) {
    return (spec, pieces) ->
        surface.run(
            spec,
            new AbstractList<>() {
              @Override
              public byte[] get(int index) {
                Kernels.use(index % 2 == 0 ? FIRST : NEXT);
                return pieces.get(index);
              }

              @Override
              public int size() {
                return pieces.size();
              }
            });
  }

  @Nested
  class Strings extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.strings(BufferKind.HEAP));
    }

    @Override
    protected boolean boundsPieces() {
      return false;
    }
  }

  @Nested
  class DirectStrings extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.strings(BufferKind.DIRECT));
    }

    @Override
    protected boolean boundsPieces() {
      return false;
    }
  }

  @Nested
  class Pieces extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.pieces(BufferKind.SLICED));
    }
  }

  @Nested
  class AtOnce extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.chunksAtOnce());
    }
  }

  @Nested
  class Chars extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.charBuffer(BufferKind.HEAP, false));
    }
  }

  @Nested
  class ChangingStrings extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return changing(CoreSurfaces.strings(BufferKind.HEAP));
    }

    @Override
    protected boolean boundsPieces() {
      return false;
    }
  }

  @Nested
  class ChangingChars extends DecodingLawsTest {
    @Override
    protected Surface surface() {
      return changing(CoreSurfaces.charBuffer(BufferKind.DIRECT, false));
    }
  }

  @Nested
  class VectorsToStrings extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.strings(BufferKind.HEAP));
    }
  }

  @Nested
  class VectorsToPieces extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.pieces(BufferKind.DIRECT));
    }
  }

  @Nested
  class VectorsToChars extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return first(CoreSurfaces.charBuffer(BufferKind.HEAP, false));
    }
  }

  @Nested
  class VectorsWithChanges extends DecodeVectorsTest {
    @Override
    protected Surface surface() {
      return changing(CoreSurfaces.pieces(BufferKind.HEAP));
    }
  }
}
