/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharacterTable;
import io.utflow.codec.jdk.SequenceTable;
import java.nio.charset.Charset;

/**
 * An encoding of several bytes as browsers have it: well-formed sequences, and what is written, are
 * those of the standard's index; ill-formed ones are told as those of the JDK's charsets.
 */
public final class WebMultiByteForm extends MultiByteForm {
  private final WebIndex index;
  private final int maxBytesPerChar;

  /**
   * @param charset that has long sequences of the same structure
   */
  WebMultiByteForm(Charset charset, WebIndex index, int maxBytesPerChar) {
    super(charset, new CharacterTable(index::packed), "?");
    this.index = index;
    this.maxBytesPerChar = maxBytesPerChar;
  }

  @Override
  SequenceTable madeTable() {
    return index.sequences();
  }

  /** The one or two bytes of each character of plane 0; 0 for U+0000, and for none. */
  public char[] written() {
    return index.written();
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public boolean reads(int scalar) {
    return super.reads(scalar) || index.readsLonger(scalar);
  }

  @Override
  int stepLong(byte[] src, int pos, int length) {
    int scalar = index.longer(src, pos);
    return scalar < 0 ? Step.illFormed(Cause.UNMAPPED, length) : Step.scalar(scalar, length);
  }

  /**
   * Decodes sequences of three or four bytes, up to the first other.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  public long decodeLong(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int length;
    int scalar;
    while (dend - d > 1
        && (length = longLength(src, p, end)) > 0
        && (scalar = index.longer(src, p)) >= 0) {
      d += Character.toChars(scalar, dst, d);
      p += length;
    }
    return (long) (p - pos) << 32 | d - dpos;
  }

  /** The length in bytes of such sequences, up to the first other. */
  public int longPrefix(byte[] src, int pos, int end) {
    int p = pos;
    int length;
    while ((length = longLength(src, p, end)) > 0 && index.longer(src, p) >= 0) {
      p += length;
    }
    return p - pos;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return index.text((src[pos] & 0xFF) << 8 | src[pos + 1] & 0xFF);
  }

  @Override
  public int maxBytesPerChar() {
    return maxBytesPerChar;
  }
}
