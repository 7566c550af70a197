/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.testing.ProviderCharset;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found out about the coders of a charset. */
class CharsetProbeTest {
  /** Latin-1, of which the decoder tells a letter with the next byte, which may be an accent. */
  private static final class Composing extends ProviderCharset {
    Composing() {
      super("x-composing");
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new CharsetDecoder(this, 1, 1) {
        private char letter;

        @Override
        protected void implReset() {
          letter = 0;
        }

        @Override
        protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
          while (in.hasRemaining()) {
            if (!out.hasRemaining()) {
              return CoderResult.OVERFLOW;
            }
            if (letter != 0) {
              out.put(letter);
            }
            letter = (char) (in.get() & 0xFF);
          }
          return CoderResult.UNDERFLOW;
        }

        @Override
        protected CoderResult implFlush(CharBuffer out) {
          if (letter != 0) {
            out.put(letter);
          }
          return CoderResult.UNDERFLOW;
        }
      };
    }

    @Override
    public CharsetEncoder newEncoder() {
      return StandardCharsets.ISO_8859_1.newEncoder();
    }
  }

  @Test
  void aDecoderThatKeepsALetterForItsAccentIsTold() {
    assertThat(new CharsetProbe(new Composing()).holdsBack()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-8859-1", "windows-1258", "Shift_JIS", "ISO-2022-JP", "GB18030"})
  void aDecoderThatTellsEachCharacterAtOnceIsNot(String name) {
    assertThat(new CharsetProbe(Charset.forName(name)).holdsBack()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-SJIS_0213", "x-MS932_0213"})
  void anEncoderThatKeepsAKanaForItsMarkIsTold(String name) {
    assertThat(new CharsetProbe(Charset.forName(name)).holdsCharactersBack()).isTrue();
  }
}
