package io.utflow.codec.kernel;

/**
 * Converts some well-formed prefix of an array, fast, and stops. A kernel never replaces, throws,
 * remembers or decides: what it leaves is read by {@link io.utflow.codec.form.EncodingForm#step},
 * so converting nothing is correct.
 *
 * <p>Law L8: a kernel stops on a sequence boundary, agrees with {@code step} on what it converted,
 * reads nothing outside {@code [pos, end)} and writes nothing outside {@code [dpos, dend)}. It may
 * stop early anywhere. Elements it did not count as written may have been overwritten within these
 * bounds.
 *
 * <p>Arrays may be as long as there are: a position plus a number may overflow, a position minus a
 * number and the difference of two do not.
 */
public interface Kernel {

  /**
   * Decodes bytes to UTF-16 code units.
   *
   * @return what was done, see {@link #read(long)} and {@link #written(long)}
   */
  default long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    return 0;
  }

  /** Encodes UTF-16 code units to bytes. */
  default long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /**
   * Encodes text that the caller knows to be well-formed and to have room: what a decoder has
   * written.
   */
  default long encodeWellFormed(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return encode(src, pos, end, dst, dpos, dend);
  }

  /** The length of some well-formed prefix, in bytes. */
  default int wellFormedPrefix(byte[] src, int pos, int end) {
    return 0;
  }

  /** Whether {@link #toLatin1} converts anything. */
  default boolean makesLatin1() {
    return false;
  }

  /** Of UTF-8: decodes some prefix, all below U+0100, to one byte a character. */
  default long toLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /** Of UTF-16: converts some well-formed prefix to UTF-8, without chars between. */
  default long toUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /** Of UTF-16: converts some well-formed prefix of UTF-8, without chars between. */
  default long fromUtf8(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return 0;
  }

  /** Packs the number of elements read and written. */
  static long progress(int read, int written) {
    return (long) read << 32 | written;
  }

  /** How many elements of the source were converted. */
  static int read(long progress) {
    return (int) (progress >>> 32);
  }

  /** How many elements of the destination they became. */
  static int written(long progress) {
    return (int) progress;
  }
}
