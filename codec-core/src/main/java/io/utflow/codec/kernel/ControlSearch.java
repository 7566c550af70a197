package io.utflow.codec.kernel;

/**
 * Looks for LF, VT, FF and CR, the ASCII characters that a line may end with. Stateless and shared
 * by all threads; reads nothing outside {@code [from, to)}.
 */
public interface ControlSearch {
  /** That of the chosen kernels. */
  static ControlSearch chosen() {
    return Kernels.chosen().controls();
  }

  /** The first index in {@code [from, to)} of one of the four, or {@code to}. */
  int find(char[] units, int from, int to);

  /** The first index of one of the four or of a byte that is not ASCII, or {@code to}. */
  int findOrNonAscii(byte[] bytes, int from, int to);
}
