package io.utflow.codec.kernel.vector;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.Kernel;

/**
 * An encoding by its definition, a character at a time: for what is shorter than a vector.
 *
 * <p>Bounds: {@link EncodingForm#step} reads nothing at or beyond {@code end}; the room for a
 * character is checked before it is written.
 */
final class StepKernel implements Kernel {
  private final EncodingForm form;

  StepKernel(EncodingForm form) {
    this.form = form;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      int step = form.step(src, p, end, false);
      int scalar = Step.scalar(step);
      if (!Step.isScalar(step) || dend - d < Character.charCount(scalar)) {
        break;
      }
      d += Character.toChars(scalar, dst, d);
      p += Step.length(step);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end) {
      int scalar = Character.codePointAt(src, p, end);
      boolean unpaired = scalar < 0x10000 && Character.isSurrogate((char) scalar);
      if (unpaired || dend - d < form.encodedLength(scalar)) {
        break;
      }
      d = form.write(scalar, dst, d);
      p += Character.charCount(scalar);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      int step = form.step(src, p, end, false);
      if (!Step.isScalar(step)) {
        break;
      }
      p += Step.length(step);
    }
    return p - pos;
  }
}
