/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import io.utflow.charsets.testing.ProviderCharset;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** A byte for each character, by decoders as a provider may have them. */
final class TrickyCharset extends ProviderCharset {
  /** What is unusual about the decoder. */
  enum Kind {
    /** Nothing: a byte from 80 on is a Cyrillic letter. */
    IS_USUAL,
    /** It says U+FFFD where another refuses. */
    REPLACES,
    /** It keeps each byte and tells its character with the next. */
    IS_ONE_BEHIND,
    /** What a byte is depends on the character before. */
    COUNTS_FROM_THE_LAST,
    /** It tells the high surrogate of a character by the first of two bytes. */
    CUTS_PAIRS,
    /** It fails at bytes that no text has: three of 80..9F in a row. */
    FAILS
  }

  private final Kind kind;

  TrickyCharset(Kind kind) {
    super("x-" + kind.name().replace('_', '-'));
    this.kind = kind;
  }

  @Override
  public CharsetDecoder newDecoder() {
    return new CharsetDecoder(this, 1, 1) {
      private int before;
      private int controls;
      private boolean pair;

      @Override
      protected void implReset() {
        before = 0;
        controls = 0;
        pair = false;
      }

      @Override
      protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
          if (!out.hasRemaining()) {
            return CoderResult.OVERFLOW;
          }
          int next = in.get() & 0xFF;
          controls = (next & 0xE0) == 0x80 ? controls + 1 : 0;
          switch (kind) {
            case IS_USUAL -> out.put((char) (next < 0x80 ? next : 0x400 | next));
            case REPLACES -> out.put(next < 0x80 ? (char) next : '\uFFFD');
            case COUNTS_FROM_THE_LAST -> out.put((char) (before ^ next));
            case CUTS_PAIRS ->
                out.put((char) (pair ? 0xDC00 | next : next < 0x80 ? next : 0xD800 | next));
            case FAILS -> {
              if (controls == 3) {
                throw new IndexOutOfBoundsException(next);
              }
              out.put((char) next);
            }
            case IS_ONE_BEHIND -> {
              if (before != 0) {
                out.put((char) before);
              }
            }
          }
          pair = !pair && next >= 0x80;
          before = next;
        }
        return CoderResult.UNDERFLOW;
      }
    };
  }

  @Override
  public boolean canEncode() {
    return false;
  }

  @Override
  public CharsetEncoder newEncoder() {
    return StandardCharsets.ISO_8859_1.newEncoder();
  }
}
