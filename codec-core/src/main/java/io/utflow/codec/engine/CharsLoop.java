/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.illformed.MalformedRule;
import io.utflow.codec.kernel.Kernel;
import java.nio.ByteBuffer;

/** The loop in which bytes become chars. */
abstract sealed class CharsLoop extends DecodingLoop permits Decoder, SegmentDecoder {
  CharsLoop(DecoderSpec spec, MalformedRule rule) {
    super(spec, rule);
  }

  /**
   * Decides the byte order mark, and writes what replaces a rejected one. False: more bytes must
   * tell, and those of {@code in} are pending. True: bytes that waited for the mark and are text
   * are still pending.
   */
  final boolean start(ByteBuffer in, boolean endOfInput, Workspace w) {
    try {
      resolveStart(in, endOfInput, w);
      return !isAtStart();
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  @Override
  final void convert(Workspace w, Kernel kernel) {
    long progress = kernel.decode(w.src, w.pos, w.end, w.chars, w.cpos, w.cend);
    w.pos += Kernel.read(progress);
    w.cpos += Kernel.written(progress);
  }

  @Override
  boolean takeRun(Workspace w, EncodingForm form, long base, int characters) {
    return takeSteps(w, form, base, characters);
  }

  @Override
  boolean accept(Workspace w, int scalar) {
    if (Character.isBmpCodePoint(scalar)) {
      if (w.cpos == w.cend) {
        return false;
      }
      w.chars[w.cpos++] = (char) scalar;
      return true;
    }
    if (w.cend - w.cpos < 2) {
      return false;
    }
    w.chars[w.cpos++] = Character.highSurrogate(scalar);
    w.chars[w.cpos++] = Character.lowSurrogate(scalar);
    return true;
  }
}
