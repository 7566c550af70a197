package io.utflow.codec.kernel;

/**
 * Looks for the characters from LF to CR (LF, VT, FF, CR), the ASCII characters that a line may end
 * with, in encoded text. Stateless and shared by all threads; reads nothing outside {@code [from,
 * to)}.
 */
public interface ControlSearch {
  /** That of the chosen kernels. */
  static ControlSearch chosen() {
    return Kernels.chosen().controls();
  }

  /** The first index of a byte from 0A to 0D, or {@code to}. */
  int find(byte[] bytes, int from, int to);

  /**
   * The same in UTF-8 that is well-formed, with the chars before it.
   *
   * @return how many bytes stand before it, and in the lower half how many chars they are
   */
  long findUtf8(byte[] bytes, int from, int to);

  /** The first index of a byte from 0A to 0D or of one that is not ASCII, or {@code to}. */
  int findOrNonAscii(byte[] bytes, int from, int to);

  /**
   * The first index, a multiple of two behind {@code from}, of a UTF-16 code unit from 000A to
   * 000D, or {@code to}.
   *
   * @param to an even number of bytes behind {@code from}
   */
  int findUtf16(byte[] bytes, int from, int to, boolean bigEndian);
}
