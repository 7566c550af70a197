/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

/**
 * Converts some well-formed prefix of an array, fast, and stops. A kernel never replaces, throws,
 * remembers or decides. The caller reads what it leaves with {@link
 * io.utflow.codec.form.EncodingForm#step}, so a kernel that converts nothing is correct.
 *
 * <p>Law L8: a kernel stops on a sequence boundary, agrees with {@code step} on what it converted,
 * reads nothing outside {@code [pos, end)} and writes nothing outside {@code [dpos, dend)}. It may
 * stop early anywhere. Within these bounds it may overwrite elements of the destination that it
 * does not count as written.
 *
 * <p>An array may have the greatest length there is, so {@code pos + n} may overflow an {@code
 * int}; {@code end - n} and the difference of two positions do not. Kernels compare those.
 *
 * <p>Methods that a kernel does not implement convert nothing. Kernels are stateless and shared by
 * all threads, except those for streams with state, which the charsets have: these are made for one
 * call.
 */
public interface Kernel {
  /**
   * The number of bytes that {@link #decodePadded} may read after the input, of which 16 are zero.
   */
  int PADDING = 64;

  /**
   * Decodes bytes to UTF-16 code units.
   *
   * @return the bytes read and the code units written, packed by {@link #progress}
   */
  default long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return 0;
  }

  /**
   * As {@link #decode}, but {@value #PADDING} bytes after {@code end} may be read as well, the
   * first 16 of which are zero. They are not converted, but no loop need stop before the end of the
   * input, from which short inputs gain much. There is room for one char per byte, including those
   * 16.
   */
  default long decodePadded(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return decode(src, pos, end, dst, dpos, dend);
  }

  /**
   * Encodes UTF-16 code units to bytes.
   *
   * @return the code units read and the bytes written, packed by {@link #progress}
   */
  default long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /**
   * As {@link #encode}, for text that the caller knows to be well-formed, as a decoder writes it,
   * and for whose bytes it knows that there is room.
   */
  default long encodeWellFormed(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return encode(src, pos, end, dst, dpos, dend);
  }

  /**
   * In a kernel of UTF-8: as {@link #encode}, of characters below U+0100, a byte each.
   *
   * @return the bytes read and the bytes written, packed by {@link #progress}
   */
  default long encodeLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /** The length in bytes of some well-formed prefix. */
  default int wellFormedPrefix(byte[] src, int pos, int end) {
    return 0;
  }

  /**
   * In a kernel of UTF-16: copies code units as they are, paired or not; all for which there is
   * room, and answers how many.
   */
  default int copyUnits(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return 0;
  }

  /** Packs the numbers of elements read and written: two lengths, or two positions. */
  static long progress(int read, int written) {
    return (long) read << 32 | written;
  }

  /** The same without the padding that was read, of which each byte is a char. */
  static long withoutPadding(long progress, int length) {
    int padding = Math.max(0, read(progress) - length);
    return progress(read(progress) - padding, written(progress) - padding);
  }

  /** The number of elements of the source that were converted. */
  static int read(long progress) {
    return (int) (progress >>> 32);
  }

  /** The number of elements of the destination that they became. */
  static int written(long progress) {
    return (int) progress;
  }
}
