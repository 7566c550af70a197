/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.coder;

import io.utflow.charsets.form.CharsetForm;
import io.utflow.codec.form.EncodingForm;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/**
 * One stream written by a {@link CharsetEncoder}, character by character, so that the bytes are the
 * same for every cut.
 */
final class CoderWriter {
  private final Charset charset;
  private final char[] units = new char[2];
  private final ByteBuffer bytes = ByteBuffer.allocate(4 * EncodingForm.MOST_WRITTEN);
  private @Nullable CharsetEncoder encoder;

  CoderWriter(Charset charset) {
    this.charset = charset;
  }

  boolean hasBegun() {
    return encoder != null;
  }

  int write(int scalar, byte[] dst, int pos) {
    CharBuffer in = CharBuffer.wrap(units, 0, Character.toChars(scalar, units, 0));
    CoderResult result = encoder().encode(in, bytes.clear(), false);
    if (!result.isUnderflow()) {
      throw new IllegalStateException(
          "%s writes U+%04X, but not here: %s".formatted(charset, scalar, result));
    }
    return copy(dst, pos);
  }

  /** Writes what the charset has for a character that it cannot write, in the present state. */
  int writeReplacement(byte[] dst, int pos) {
    encoder().onUnmappableCharacter(CodingErrorAction.REPLACE);
    encoder().encode(CharBuffer.wrap(CharsetForm.UNMAPPABLE), bytes.clear(), false);
    encoder().onUnmappableCharacter(CodingErrorAction.REPORT);
    return copy(dst, pos);
  }

  int writeEnd(byte[] dst, int pos) {
    if (encoder == null) {
      return pos;
    }
    bytes.clear();
    encoder.encode(CharBuffer.allocate(0), bytes, true);
    encoder.flush(bytes);
    encoder = null;
    return copy(dst, pos);
  }

  private CharsetEncoder encoder() {
    if (encoder == null) {
      encoder = charset.newEncoder();
    }
    return encoder;
  }

  private int copy(byte[] dst, int pos) {
    int length = bytes.position();
    if (length > EncodingForm.MOST_WRITTEN) {
      throw new IllegalStateException(charset + " has written " + length + " bytes at once");
    }
    bytes.flip().get(dst, pos, length);
    return pos + length;
  }
}
