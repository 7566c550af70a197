/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks the JDK's coders of a charset about one sequence or one character at a time, each as if it
 * were the first of a stream. For one thread at a time.
 */
public final class CharsetProbe extends Pooled {
  private static final int MOST_CHARS = 8;
  private static final int MOST_BYTES = 32;

  private final CharsetDecoder decoder;
  private final @Nullable CharsetEncoder encoder;
  private final CharBuffer chars = CharBuffer.allocate(MOST_CHARS);
  private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
  private final char[] character = new char[2];
  private CoderResult result = CoderResult.UNDERFLOW;

  /** For the coders of {@code charset}, of which the encoder may be missing. */
  public CharsetProbe(Charset charset) {
    decoder = charset.newDecoder();
    encoder = charset.canEncode() ? charset.newEncoder() : null;
  }

  /** The text of the bytes if the JDK takes all of them, perhaps an empty one; else null. */
  public @Nullable String decode(byte... sequence) {
    ByteBuffer in = ByteBuffer.wrap(sequence);
    decoder.reset();
    result = decoder.decode(in, chars.clear(), false);
    return result.isUnderflow() && !in.hasRemaining() ? chars.flip().toString() : null;
  }

  /** The same after bytes that change the state and that the JDK takes. */
  @Nullable String decodeBehind(byte[] shift, byte... sequence) {
    if (shift.length == 0) {
      return decode(sequence);
    }
    decoder.reset();
    decoder.decode(ByteBuffer.wrap(shift), chars.clear(), false);
    ByteBuffer in = ByteBuffer.wrap(sequence);
    result = decoder.decode(in, chars.clear(), false);
    return result.isUnderflow() && !in.hasRemaining() ? chars.flip().toString() : null;
  }

  /** Whether the JDK found an error in the bytes that were decoded last. */
  public boolean wasRefused() {
    return result.isError();
  }

  /** Whether the bytes that were decoded last can never begin a sequence, as the JDK says. */
  public boolean wasMalformed() {
    return result.isMalformed();
  }

  /** Whether the decoder keeps the text of some byte back until it has seen the next. */
  public boolean holdsBack() {
    for (int b = 0; b < 0x100; b++) {
      decoder.reset();
      boolean decided = !decoder.decode(one((byte) b), chars.clear(), true).isError();
      int before = chars.position();
      if (decided && !decoder.flush(chars).isError() && chars.position() > before) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the encoder keeps some character of Latin, of phonetics or of Kana back until it has
   * seen the next, which may be a mark: the scripts in which charsets have both as one.
   */
  public boolean holdsCharactersBack() {
    return IntStream.concat(IntStream.range(0x80, 0x300), IntStream.range(0x3040, 0x3100))
        .anyMatch(this::holdsBack);
  }

  private boolean holdsBack(int scalar) {
    if (encoder == null) {
      return false;
    }
    encoder.reset();
    CharBuffer in = CharBuffer.wrap(character, 0, Character.toChars(scalar, character, 0));
    boolean silent =
        encoder.encode(in, bytes.clear(), false).isUnderflow() && bytes.position() == 0;
    byte[] alone = silent ? encode(scalar) : null;
    // What is ignored is no bytes even at the end.
    return silent && (alone == null || alone.length > 0);
  }

  private static ByteBuffer one(byte b) {
    return ByteBuffer.wrap(new byte[] {b});
  }

  /**
   * The bytes of a character that the charset has, if the encoder is in its initial state after
   * them; else null.
   */
  public byte @Nullable [] encode(int scalar) {
    if (encoder == null || scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE) {
      return null;
    }
    CharBuffer in = CharBuffer.wrap(character, 0, Character.toChars(scalar, character, 0));
    encoder.reset();
    if (encoder.encode(in, bytes.clear(), true).isError()) {
      return null;
    }
    encoder.flush(bytes);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
