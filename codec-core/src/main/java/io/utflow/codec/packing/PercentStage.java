/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;

/** Reads {@code %XX}: bytes of UTF-8, which a decoder reads. */
final class PercentStage extends UnpackStage {
  private static final int ESCAPE = 3;

  /** The most bytes decoded at once. */
  private static final int RUN = 64;

  private final TextDecoder decoder;

  /** The escapes of bytes that the decoder was not given, or keeps, one behind the other. */
  private final StringBuilder escapes = new StringBuilder();

  /** Where the first of them begins. */
  private long escapesAt;

  /** Where its byte stands among all that escapes stand for. */
  private long firstByte;

  /** How many of them come before the ill-formed sequence that was last found. */
  private int beforeFound;

  PercentStage(Packing packing) {
    super(packing, '%');
    this.decoder =
        DecoderSpec.of(TextEncoding.UTF_8)
            .onMalformed(MalformedPolicy.handledBy(this::replacementOf))
            .startingAt(0)
            .newDecoder();
  }

  private String replacementOf(IllFormedSequence found) {
    beforeFound = (int) (found.byteOffset() - firstByte);
    return illFormed().replacementOf(found, escapesAt + (long) beforeFound * ESCAPE);
  }

  @Override
  boolean hasWaiting() {
    return !escapes.isEmpty();
  }

  @Override
  boolean isEscape() {
    return true;
  }

  @Override
  String waitingText() {
    return escapes.toString();
  }

  @Override
  boolean accept(char c, StringBuilder out) {
    if (!isHex(c)) {
      return false;
    }
    if (open.length() < ESCAPE - 1) {
      open += c;
      return true;
    }
    if (escapes.length() >= RUN * ESCAPE) {
      settleComplete(out);
    }
    if (escapes.isEmpty()) {
      escapesAt = begin();
    }
    escapes.append(open).append(c);
    open = "";
    return true;
  }

  @Override
  void settleComplete(StringBuilder out) {
    int known = decoder.pendingBytes();
    byte[] bytes = new byte[escapes.length() / ESCAPE - known];
    for (int i = 0; i < bytes.length; i++) {
      int at = (known + i) * ESCAPE;
      bytes[i] = (byte) Integer.parseInt(escapes, at + 1, at + ESCAPE, 16);
    }
    if (bytes.length > 0) {
      out.append(decode(bytes, false, out));
    }
  }

  @Override
  void settleWaiting(StringBuilder out, boolean ending) {
    if (escapes.isEmpty()) {
      return;
    }
    settleComplete(out);
    if (escapes.isEmpty()) {
      return;
    }
    if (ending) {
      out.append(decode(new byte[0], true, out));
    } else {
      // Any ASCII character proves truncated what is pending.
      String text = decode(new byte[1], false, out);
      out.append(text, 0, text.length() - 1);
    }
  }

  private String decode(byte[] bytes, boolean ending, StringBuilder out) {
    try {
      String text = decoder.decode(ByteBuffer.wrap(bytes), ending);
      forget(escapes.length() / ESCAPE - decoder.pendingBytes());
      return text;
    } catch (Throwable e) {
      out.append(decoder.takeDecodedPrefix());
      forget(beforeFound);
      throw e;
    }
  }

  private void forget(int bytes) {
    escapes.delete(0, bytes * ESCAPE);
    escapesAt += (long) bytes * ESCAPE;
    firstByte = decoder.position();
  }
}
