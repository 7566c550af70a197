/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.testing.ProviderCharset;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A provider's charset is refused, and not its faults thrown, when it is looked for. */
class CoderTrialTest {
  private enum Fault {
    /** The encoder throws at {@code a}. */
    THROWS,
    /** Whether the bytes are in the upper half is known to the charset, for all its streams. */
    SHARES_ITS_STATE,
    /** The fifth character that is read is another. */
    READS_OTHER_TEXT
  }

  /** Latin-1 in seven bits, with a shift before each change between its halves. */
  private static final class Shifting extends ProviderCharset {
    private static final byte SHIFT_OUT = 0x0E;
    private static final byte SHIFT_IN = 0x0F;

    private final @Nullable Fault fault;
    private boolean sharedUpper;

    Shifting(@Nullable Fault fault) {
      super("x-shifting");
      this.fault = fault;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new CharsetDecoder(this, 1, 1) {
        private boolean upper;
        private int count;

        @Override
        protected void implReset() {
          upper = false;
          count = 0;
        }

        @Override
        protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
          while (in.hasRemaining()) {
            byte b = in.get(in.position());
            if (b != SHIFT_OUT && b != SHIFT_IN) {
              if (!out.hasRemaining()) {
                return CoderResult.OVERFLOW;
              }
              count++;
              boolean other = fault == Fault.READS_OTHER_TEXT && count == 5;
              out.put((char) (other ? b ^ 1 : upper ? b | 0x80 : b));
            } else {
              upper = b == SHIFT_OUT;
            }
            in.get();
          }
          return CoderResult.UNDERFLOW;
        }
      };
    }

    @Override
    public CharsetEncoder newEncoder() {
      return new CharsetEncoder(this, 2, 2) {
        private boolean ownUpper;

        private boolean isUpper() {
          return fault == Fault.SHARES_ITS_STATE ? sharedUpper : ownUpper;
        }

        private void setUpper(boolean upper) {
          ownUpper = upper;
          sharedUpper = upper;
        }

        @Override
        protected void implReset() {
          setUpper(false);
        }

        @Override
        protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
          while (in.hasRemaining()) {
            char c = in.get(in.position());
            if (fault == Fault.THROWS && c == 'a') {
              throw new IndexOutOfBoundsException(c);
            }
            if (c > 0xFF || (c & 0x7F) == SHIFT_OUT || (c & 0x7F) == SHIFT_IN) {
              return CoderResult.unmappableForLength(1);
            }
            boolean upper = c >= 0x80;
            if (out.remaining() < 2) {
              return CoderResult.OVERFLOW;
            }
            if (upper != isUpper()) {
              out.put(upper ? SHIFT_OUT : SHIFT_IN);
              setUpper(upper);
            }
            out.put((byte) (in.get() & 0x7F));
          }
          return CoderResult.UNDERFLOW;
        }

        @Override
        protected CoderResult implFlush(ByteBuffer out) {
          if (isUpper()) {
            if (!out.hasRemaining()) {
              return CoderResult.OVERFLOW;
            }
            out.put(SHIFT_IN);
            setUpper(false);
          }
          return CoderResult.UNDERFLOW;
        }
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aCoderWithAFaultDoesNotPass(Fault fault) {
    assertThat(CoderTrial.passes(new CoderForm(new Shifting(fault)))).isFalse();
  }

  @Test
  void aCoderWithoutAFaultPasses() {
    assertThat(CoderTrial.passes(new CoderForm(new Shifting(null)))).isTrue();
  }
}
