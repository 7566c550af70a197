/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.charsets.web.WebMultiByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.ascii.LongAscii;
import org.jspecify.annotations.Nullable;

/**
 * The kernel of a web encoding that no coder of the JDK has. It uses the tables of its form for
 * reading two bytes and for writing; the form itself reads longer sequences. ASCII needs no table;
 * making the tables takes tens of milliseconds.
 */
final class WebKernel implements Kernel {
  private final WebMultiByteForm form;

  /** 128 KiB, made when the first text is written. */
  private volatile char @Nullable [] written;

  WebKernel(WebMultiByteForm form) {
    this.form = form;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    SequenceTable table = form.sequences();
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      long run = table.decode(src, p, end, dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
      run = form.decodeLong(src, p, end, dst, d, dend);
      p += Kernel.read(run);
      d += Kernel.written(run);
    } while (p > from);
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int ascii = LongAscii.narrow(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    int p = pos + ascii;
    int d = dpos + ascii;
    if (p == end) {
      return Kernel.progress(ascii, ascii);
    }
    char[] table = written();
    while (p < end && dend - d >= 4) {
      int bytes = table[src[p]];
      if (bytes != 0) {
        // Without a branch for the length, which no processor foresees where words are short.
        int two = 0xFF - bytes >>> 31;
        dst[d] = (byte) (bytes >>> 8 * two);
        dst[d + two] = (byte) bytes;
        d += 1 + two;
        p++;
        continue;
      }
      int scalar = Character.codePointAt(src, p, end);
      int packed = form.characters().get(scalar);
      if (packed == CharacterTable.UNMAPPED) {
        break;
      }
      d = CharacterTable.write(packed, dst, d);
      p += Character.charCount(scalar);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private char[] written() {
    char[] made = written;
    if (made == null) {
      made = form.written();
      written = made;
    }
    return made;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    int p = pos + Ascii.prefix(src, pos, end);
    if (p == end) {
      return p - pos;
    }
    SequenceTable table = form.sequences();
    int from;
    do {
      from = p;
      p += table.assignedPrefix(src, p, end);
      p += form.longPrefix(src, p, end);
      p += Ascii.prefix(src, p, end);
    } while (p > from);
    return p - pos;
  }
}
