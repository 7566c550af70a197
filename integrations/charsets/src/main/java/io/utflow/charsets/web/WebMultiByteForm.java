/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.form.Cause;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;

/**
 * An encoding of one to four bytes a character as the WHATWG Encoding Standard has it (§10, §11,
 * §12.1, §12.3, §13). Its index has the well-formed sequences and the bytes that are written.
 *
 * <p>An ill-formed sequence is what the standard's decoder has read where it returns an error,
 * without the bytes that it restores, which are read again:
 *
 * <ul>
 *   <li>a byte that begins nothing;
 *   <li>a lead byte (in EUC-JP 8F and the byte after it) and a next byte with which it is not a
 *       character, unless that byte is ASCII: it is restored;
 *   <li>four bytes with the structure of gb18030 that are no character; the first alone where the
 *       third or the fourth has not that structure: the others are restored;
 *   <li>all that the end of the stream cuts.
 * </ul>
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
  protected SequenceTable madeTable() {
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
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    SequenceTable t = sequences();
    int first = src[pos] & 0xFF;
    int cell = t.single(first);
    if (cell >= 0) {
      return Step.scalar(cell, 1);
    }
    if (cell != SequenceTable.PREFIX) {
      return Step.illFormed(Cause.INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return open(1, atEnd);
    }
    int second = src[pos + 1] & 0xFF;
    int length = longer.length(first);
    if (length > 0 && longer.continues(1, second)) {
      return stepLong(src, pos, end, atEnd, length);
    }
    cell = t.pair(first, second);
    if (cell >= 0) {
      return Step.scalar(cell, 2);
    }
    return cell == SequenceTable.TEXT ? Step.text(0, 2) : noCharacter(2, second);
  }

  private int stepLong(byte[] src, int pos, int end, boolean atEnd, int length) {
    boolean digits = src[pos + 1] >= 0;
    for (int i = 2; i < length; i++) {
      if (end - pos == i) {
        return open(i, atEnd);
      }
      int next = src[pos + i] & 0xFF;
      if (!longer.continues(i, next)) {
        return digits ? Step.illFormed(Cause.TRUNCATED, 1) : noCharacter(i + 1, next);
      }
    }
    int scalar = index.longer(src, pos);
    return scalar < 0 ? Step.illFormed(Cause.UNMAPPED, length) : Step.scalar(scalar, length);
  }

  private static int open(int length, boolean atEnd) {
    return atEnd ? Step.illFormed(Cause.TRUNCATED, length) : Step.NEEDS_MORE;
  }

  /** The step for this number of bytes without a character; the last is restored if it is ASCII. */
  private int noCharacter(int length, int last) {
    if (last >= 0x80) {
      return Step.illFormed(Cause.UNMAPPED, length);
    }
    boolean trails = sequences().trails(last);
    return Step.illFormed(trails ? Cause.UNMAPPED : Cause.TRUNCATED, length - 1);
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

  /** The length of the three or four bytes at {@code pos} that have the structure of a sequence. */
  private int longLength(byte[] src, int pos, int end) {
    int length = pos < end ? longer.length(src[pos] & 0xFF) : 0;
    if (length == 0 || end - pos < length) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if (!longer.continues(i, src[pos + i] & 0xFF)) {
        return 0;
      }
    }
    return length;
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
