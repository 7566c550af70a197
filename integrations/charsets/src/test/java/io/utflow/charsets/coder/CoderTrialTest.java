/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A provider's charset is refused, and not its faults thrown, when it is looked for. */
class CoderTrialTest {
  /** Latin-1, but for a fault. */
  private static final class Faulty extends Charset {
    private final int faultAt;

    Faulty(int faultAt) {
      super("x-faulty", new String[0]);
      this.faultAt = faultAt;
    }

    @Override
    public boolean contains(Charset charset) {
      return false;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return StandardCharsets.ISO_8859_1.newDecoder();
    }

    @Override
    public CharsetEncoder newEncoder() {
      return new CharsetEncoder(this, 1, 1) {
        @Override
        protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
          while (in.hasRemaining() && out.hasRemaining()) {
            char c = in.get(in.position());
            if (c == faultAt) {
              throw new IndexOutOfBoundsException(c);
            }
            if (c > 0xFF) {
              return CoderResult.unmappableForLength(1);
            }
            out.put((byte) in.get());
          }
          return in.hasRemaining() ? CoderResult.OVERFLOW : CoderResult.UNDERFLOW;
        }
      };
    }
  }

  @Test
  void aCoderThatThrowsDoesNotPass() {
    assertThat(CoderTrial.passes(new CoderForm(new Faulty('a')))).isFalse();
    assertThat(CoderTrial.passes(new CoderForm(new Faulty(-1)))).isTrue();
  }
}
